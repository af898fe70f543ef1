import { sql } from 'kysely'
import type { Audience } from '#kernel/browser/audience.ts'
import { audienceOfRule } from '#kernel/db/audience-of-rule.ts'
import type { Db } from '#kernel/db/database.ts'
import { formErrors } from './errors.ts'

/** The id of an audience that is given by its id or its rule; a rule that no audience has becomes one. @throws {AppError} audience_not_found */
export async function audienceId(
  db: Db,
  tenantId: string,
  given: string | Audience | null,
): Promise<string | null> {
  if (given === null) return null
  if (typeof given !== 'string') return audienceOfRule(db, tenantId, given, 'Senders of a form')
  const { rows } = await sql`
    select from public.audiences where tenant_id = ${tenantId} and id = ${given}`.execute(db)
  if (!rows[0]) throw formErrors.audience_not_found()
  return given
}
