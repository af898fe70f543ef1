import { sql } from 'kysely'
import type { Claims } from '#kernel/db/claims.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { tenantWith } from '#kernel/tenant-with.ts'
import { libraryErrors } from './errors.ts'
import type { ItemMember } from './endpoints-studio.ts'

const MOST = 500

/** @throws {AppError} tenant_not_found, right_missing, item_not_found */
export function listItemMembers(
  { database }: Kernel,
  claims: Claims,
  { tenantId, itemId }: { tenantId: string; itemId: string },
): Promise<{ members: ItemMember[] }> {
  return database.withClaims(claims, async (db) => {
    await tenantWith(db, tenantId, 'people')
    const { rows: items } = await sql`select from public.library_items
      where tenant_id = ${tenantId} and id = ${itemId}`.execute(db)
    if (!items[0]) throw libraryErrors.item_not_found()
    const { rows: members } = await sql<ItemMember>`
      select p.auth_user_id as id, u.email, null as name, to_json(p.started_at) #>> '{}' as started_at,
        to_json(p.finished_at) #>> '{}' as finished_at, p.position_seconds as position,
        case when c.id is not null then jsonb_build_object('id', c.id, 'name', c.name,
          'issued_at', to_json(c.issued_at) #>> '{}', 'revoked_at', to_json(c.revoked_at) #>> '{}') end as certificate
      from public.library_progress p
      left join public.end_users u on u.tenant_id = p.tenant_id and u.auth_user_id = p.auth_user_id
      left join public.library_certificates c
        on c.tenant_id = p.tenant_id and c.auth_user_id = p.auth_user_id and c.course_id = p.item_id
      where p.tenant_id = ${tenantId} and p.item_id = ${itemId}
      order by p.updated_at desc, p.auth_user_id limit ${MOST}`.execute(db)
    return {
      members: members.map(({ certificate, ...one }) => ({ ...one, ...(certificate && { certificate }) })),
    }
  })
}

/** @throws {AppError} tenant_not_found, right_missing, certificate_not_found */
export function setCertificate(
  { database }: Kernel,
  claims: Claims,
  { tenantId, certificateId, revoked }: { tenantId: string; certificateId: string; revoked: boolean },
): Promise<{ success: true }> {
  return database.withClaims(claims, async (db) => {
    await tenantWith(db, tenantId, 'people')
    const { numAffectedRows } = await sql`update public.library_certificates
      set revoked_at = ${revoked ? sql`coalesce(revoked_at, now())` : sql`null`}
      where tenant_id = ${tenantId} and id = ${certificateId}`.execute(db)
    if (!numAffectedRows) throw libraryErrors.certificate_not_found()
    return { success: true }
  })
}
