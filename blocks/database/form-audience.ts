import { sql } from 'kysely'
import type { Audience } from '#kernel/browser/audience.ts'
import type { Db } from '#kernel/db/database.ts'
import { formErrors } from './errors.ts'

/** The id of an audience that is given by its id or its rule; a rule that no audience has becomes one. @throws {AppError} audience_not_found */
export async function audienceId(
  db: Db,
  tenantId: string,
  given: string | Audience | null,
): Promise<string | null> {
  if (given === null) return null
  const { rows } =
    typeof given === 'string'
      ? await sql<{
          id: string
        }>`select id from public.audiences where tenant_id = ${tenantId} and id = ${given}`.execute(db)
      : await sql<{ id: string }>`select id from public.audiences
          where tenant_id = ${tenantId} and rule = ${JSON.stringify(given)}::jsonb order by created_at, id limit 1`.execute(
          db,
        )
  if (rows[0]) return rows[0].id
  if (typeof given === 'string') throw formErrors.audience_not_found()
  const { rows: made } = await sql<{ id: string }>`insert into public.audiences (tenant_id, name, rule)
    values (${tenantId}, 'Senders of a form', ${JSON.stringify(given)}::jsonb) returning id`.execute(db)
  return made[0]!.id
}
