import type { Claims, Role } from '#kernel/db/claims.ts'
import type { Database } from '#kernel/db/database.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { errors } from '../errors/table.ts'
import { parseAccept } from '../parse/accept.ts'
import { refuseProfile } from '../parse/profile.ts'
import { MOUNT } from '../raw-request.ts'
import type { RawRequest } from '../request.ts'
import type { Answer } from '../respond.ts'
import { makeDocument } from './document.ts'
import { DESCRIBED_TABLES, ROUTINE_COMMENTS } from './query.ts'
import type { DescribedRoutine, DescribedTable } from './types.ts'

const TYPES = new Set(['*/*', 'application/*', 'application/json', 'application/openapi+json'])
const ALLOW = 'OPTIONS,GET,HEAD'

/** The root of the API, which describes it. */
export interface Root {
  is(raw: RawRequest): boolean
  answer(raw: RawRequest, claims: Claims, catalogue: Catalogue): Promise<Answer>
}

/**
 * `GET /`: what the role that asks may use, as an OpenAPI document, read from the database as that role and kept as
 * long as the catalogue is.
 * @param publicUrl origin under which people reach the server
 */
export function openRoot(database: Database, publicUrl: string): Root {
  const url = new URL(MOUNT, publicUrl)
  const kept = new WeakMap<Catalogue, Map<Role, Promise<string>>>()

  async function describe(claims: Claims, catalogue: Catalogue): Promise<string> {
    const { tables, comments } = await database.transaction(
      claims,
      { readOnly: true, timeoutMs: 10_000 },
      async (ask) => {
        await ask(`select set_config('search_path', '', true)`)
        const comments = (await ask(ROUTINE_COMMENTS)).rows as { name: string; comment: string }[]
        return { tables: (await ask(DESCRIBED_TABLES)).rows as DescribedTable[], comments }
      },
    )
    const said = new Map(comments.toReversed().map(({ name, comment }) => [name, comment]))
    return JSON.stringify(makeDocument(url, tables, describedRoutines(catalogue, claims.role, said)))
  }

  function document(claims: Claims, catalogue: Catalogue): Promise<string> {
    const byRole = kept.get(catalogue) ?? new Map<Role, Promise<string>>()
    kept.set(catalogue, byRole)
    const known = byRole.get(claims.role)
    if (known) return known
    const made = describe(claims, catalogue)
    made.catch(() => byRole.delete(claims.role))
    byRole.set(claims.role, made)
    return made
  }

  return {
    is: ({ path }) => path === '/' || path === '',
    async answer(raw, claims, catalogue) {
      if (raw.method === 'OPTIONS') return { status: 200, headers: { allow: ALLOW }, body: null }
      if (raw.method !== 'GET' && raw.method !== 'HEAD') throw errors.badMethod(raw.method, ALLOW)
      refuseProfile(raw.header('accept-profile'))
      const accept = parseAccept(raw.header('accept'))
      if (!accept.some(({ type }) => TYPES.has(type))) throw errors.notAcceptable(accept)
      const headers = { 'content-type': 'application/openapi+json; charset=utf-8' }
      const text = await document(claims, catalogue)
      return { status: 200, headers, body: raw.method === 'HEAD' ? null : text }
    },
  }
}

/** One entry a name: of several functions that share it, the one with the most arguments. */
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
