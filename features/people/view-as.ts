import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { shownName } from '#kernel/contract.ts'
import type { EmbedUser } from '#kernel/browser/embed-page.ts'
import type { Claims } from '#kernel/db/claims.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { tenantWith } from '#kernel/tenant-with.ts'
import { sealTicket } from '#kernel/view-as.ts'
import type { ViewAsQuery, Viewer } from './endpoints.ts'
import { peopleErrors } from './errors.ts'

/** An assumed member has been one for long enough for every rule. */
const SINCE = '2000-01-01T00:00:00Z'

/**
 * A ticket that loads a page of the caller's tenant as someone else.
 * @throws {AppError} tenant_not_found, customer_not_found
 */
export async function viewAs(
  kernel: Kernel,
  claims: Claims,
  { tenantId, page, block, viewer }: ViewAsQuery,
): Promise<{ ticket: string; expires_at: string }> {
  return kernel.database.withClaims(claims, async (db) => {
    const { id: tenant } = await tenantWith(db, tenantId, 'people')
    const visitor: Claims = { role: 'anon', pool: tenant, tenant }
    const { sub, aal } = claims
    const ticket = { tenant, creator: { sub, aal }, page, block: block ?? null }
    if (viewer.kind === 'visitor') return sealTicket(kernel, { ...ticket, claims: visitor, user: null })
    if (viewer.kind !== 'person') {
      const user = assumedUser()
      const member: Claims = { ...visitor, role: 'end_user', sub: user.id, pretend: factsOf(viewer) }
      return sealTicket(kernel, { ...ticket, claims: member, user })
    }
    const { rows } = await sql<EmbedUser>`select id, email, name, verified, to_json(since) #>> '{}' as since
      from app.viewed_member(${tenant}, ${viewer.id})`.execute(db)
    if (!rows[0]) throw peopleErrors.customer_not_found()
    const user = { ...rows[0], name: shownName(rows[0].name ?? '') || null }
    const member: Claims = { ...visitor, role: 'end_user', sub: user.id, email: user.email ?? '' }
    return sealTicket(kernel, { ...ticket, claims: member, user })
  })
}

const assumedUser = (): EmbedUser => ({
  id: randomUUID(),
  email: 'member@example.com',
  name: null,
  verified: true,
  since: SINCE,
})

function factsOf(viewer: Extract<Viewer, { kind: 'role' | 'bought' }>) {
  const fact = (kind: string, which: string) => ({ kind, which, since: SINCE })
  return [
    fact('everyone', ''),
    fact('signed_in', ''),
    viewer.kind === 'role' ? fact('role', viewer.role) : fact('bought', viewer.source),
  ]
}
