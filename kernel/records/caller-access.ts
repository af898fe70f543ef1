import type { Claims } from '../db/claims.ts'
import type { Database } from '../db/database.ts'
import type { Access, TableDescription } from './description.ts'

/** Visitors and members of a site: for them, fields for an audience exist only if they are in it. */
export const isVisitor = ({ role }: Pick<Claims, 'role'>): boolean => role === 'anon' || role === 'end_user'

/** Whether some field is for an audience, so that the caller's audiences have to be known. */
export const hasHiddenFields = ({ fields }: Pick<TableDescription, 'fields'>): boolean =>
  fields.some(({ audience }) => audience !== undefined)

/** The audiences whose fields exist for the caller. */
export async function accessOf(database: Database, claims: Claims): Promise<Access> {
  if (!isVisitor(claims)) return 'all'
  const { rows } = await database.once<{ id: string }>(claims, {
    name: 'my_audiences',
    text: 'select id from app.my_audiences() as id',
    values: [],
    readOnly: true,
  })
  return new Set(rows.map(({ id }) => id))
}

/**
 * The tenant whose own tables a caller can use: a visitor's and member's own, or the one that staff or the service chose. Applications
 * that a creator authorized use none: what a site's visitors send is no data of the creator (docs/decisions/008).
 */
export function tenantOfTables(claims: Claims, chosen: string | undefined): string | undefined {
  if (isVisitor(claims)) return claims.tenant
  return claims.client_id === undefined ? chosen : undefined
}
