import { sql } from 'kysely'
import type { Audience } from '../browser/audience.ts'
import type { Db } from './database.ts'

/**
 * The id of the tenant's audience with this rule; one with this name is created if there is none. Calls about one tenant wait for each
 * other, so two at once use one audience.
 * @throws {DatabaseError} audiences_limit, audiences_kinds, audiences_rule_check
 */
export async function audienceOfRule(
  db: Db,
  tenantId: string,
  rule: Audience,
  name: string,
): Promise<string> {
  const text = JSON.stringify(rule)
  await sql`select pg_advisory_xact_lock(hashtextextended(${`audiences of rules ${tenantId}`}, 0))`.execute(
    db,
  )
  const { rows } = await sql<{ id: string }>`select id from public.audiences
    where tenant_id = ${tenantId} and rule = ${text}::jsonb order by created_at, id limit 1`.execute(db)
  if (rows[0]) return rows[0].id
  const { rows: made } = await sql<{ id: string }>`insert into public.audiences (tenant_id, name, rule)
    values (${tenantId}, ${name}, ${text}::jsonb) returning id`.execute(db)
  return made[0]!.id
}
