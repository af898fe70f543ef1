import { sql } from 'kysely'
import type { Audience } from '#kernel/browser/audience.ts'
import { audienceOfRule } from '#kernel/db/audience-of-rule.ts'
import type { Db } from '#kernel/db/database.ts'
import { TABLE_RIGHTS } from '#kernel/records/description.ts'
import type { GivenRights } from './endpoints.ts'
import { tableErrors } from './errors.ts'

/** Names of audiences that are created for a rule. */
const NAMES: Record<string, string> = {
  everyone: 'Everyone',
  signed_in: 'Members',
  owner: 'The author of a row',
  team: 'The team of a row',
}

/**
 * The columns of `data_tables` that given rights set. A rule becomes the tenant's audience with the same rule.
 * @throws {AppError} audience_not_found
 */
export async function rightColumns(db: Db, tenantId: string, given: GivenRights) {
  const columns: Record<string, string | null> = {}
  for (const right of TABLE_RIGHTS) {
    const value = given[right]
    if (value === undefined) continue
    columns[`${right}_audience_id`] =
      value === null || typeof value === 'string' ? value : await audienceOf(db, tenantId, value)
  }
  const ids = [...new Set(Object.values(columns).filter((id) => id !== null))]
  const { rows } = await sql<{ id: string }>`select id from public.audiences
    where tenant_id = ${tenantId} and id = any (${ids}::uuid[])`.execute(db)
  if (rows.length < ids.length) throw tableErrors.audience_not_found()
  return columns
}

/** A rule becomes the tenant's audience with the same rule. */
function audienceOf(db: Db, tenantId: string, rule: Audience): Promise<string> {
  const [only, ...more] = rule.any
  const name = (only && more.length === 0 && NAMES[only.kind]) || 'Rule of a table'
  return audienceOfRule(db, tenantId, rule, name)
}
