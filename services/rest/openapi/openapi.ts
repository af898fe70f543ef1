import type { Claims, Role } from '#kernel/db/claims.ts'
import type { Database } from '#kernel/db/database.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { errors } from '../errors/table.ts'
import { parseAccept } from '../parse/accept.ts'
import { checkProfile } from '../parse/profile.ts'
import { MOUNT } from '../raw-request.ts'
import { describedRecords } from '../records/described-record.ts'
import type { RawRequest } from '../request.ts'
import type { RestResponse } from '../respond.ts'
import { makeDocument } from './document.ts'
import { DESCRIBED_TABLES, ROUTINE_COMMENTS } from './query.ts'
import type { DescribedRoutine, DescribedTable } from './types.ts'

const TYPES = new Set(['*/*', 'application/*', 'application/json', 'application/openapi+json'])
const ALLOW = 'OPTIONS,GET,HEAD'

/** The root of the API, which describes the API. */
export interface Root {
  handles(raw: RawRequest): boolean
  respond(raw: RawRequest, claims: Claims, catalogue: Catalogue): Promise<RestResponse>
}

/**
 * Handles `GET /`: returns what the caller's role may use as an OpenAPI document. The document is read from
 * the database as that role and cached as long as the catalogue.
 * @param publicUrl the server's public origin
 */
export function openRoot(database: Database, publicUrl: string): Root {
  const url = new URL(MOUNT, publicUrl)
  const cache = new WeakMap<Catalogue, Map<Role, Promise<string>>>()

  async function describe(claims: Claims, catalogue: Catalogue): Promise<string> {
    const { tables, comments } = await database.transaction(
      claims,
      { readOnly: true, timeoutMs: 10_000 },
      async (query) => {
        await query(`select set_config('search_path', '', true)`)
        const comments = (await query(ROUTINE_COMMENTS)).rows as { name: string; comment: string }[]
        return { tables: (await query(DESCRIBED_TABLES)).rows as DescribedTable[], comments }
      },
    )
    const commentsByName = new Map(comments.toReversed().map(({ name, comment }) => [name, comment]))
    return JSON.stringify(
      makeDocument(
        url,
        [...tables, ...describedRecords(catalogue)],
        describedRoutines(catalogue, claims.role, commentsByName),
      ),
    )
  }

  function document(claims: Claims, catalogue: Catalogue): Promise<string> {
    const byRole = cache.get(catalogue) ?? new Map<Role, Promise<string>>()
    cache.set(catalogue, byRole)
    const known = byRole.get(claims.role)
    if (known) return known
    const pending = describe(claims, catalogue)
    pending.catch(() => byRole.delete(claims.role))
    byRole.set(claims.role, pending)
    return pending
  }

  return {
    handles: ({ path }) => path === '/' || path === '',
    async respond(raw, claims, catalogue) {
      if (raw.method === 'OPTIONS') return { status: 200, headers: { allow: ALLOW }, body: null }
      if (raw.method !== 'GET' && raw.method !== 'HEAD') throw errors.badMethod(raw.method, ALLOW)
      checkProfile(raw.header('accept-profile'))
      const accept = parseAccept(raw.header('accept'))
      if (!accept.some(({ type }) => TYPES.has(type))) throw errors.notAcceptable(accept)
      const headers = { 'content-type': 'application/openapi+json; charset=utf-8' }
      const text = await document(claims, catalogue)
      return { status: 200, headers, body: raw.method === 'HEAD' ? null : text }
    },
  }
}

/** One entry per name: for an overloaded function, the overload with the most parameters. */
function describedRoutines(
  { routines }: Catalogue,
  role: Role,
  comments: ReadonlyMap<string, string>,
): DescribedRoutine[] {
  return [...routines]
    .flatMap(([name, all]) => {
      const [widest] = all
        .filter(({ callers }) => callers.has(role))
        .toSorted((a, b) => b.parameters.length - a.parameters.length)
      return widest ? [{ ...widest, name, comment: comments.get(name) ?? null }] : []
    })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
}
