import { sql } from 'kysely'
import type { Claims } from '#kernel/db/claims.ts'
import type { Db } from '#kernel/db/database.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { tenantWith } from '#kernel/tenant-with.ts'
import type { Figures } from './endpoints-studio.ts'
import { analyticsErrors } from './errors.ts'
import { refusing } from './refusals.ts'

/** Notes on the days of a period. */
export async function notesOf(db: Db, tenant: string, from: string, to: string): Promise<Figures['notes']> {
  const { rows } = await sql<Figures['notes'][number]>`
    select id, day::text as day, text from public.analytics_notes
    where tenant_id = ${tenant} and day between ${from}::date and ${to}::date order by day, id`.execute(db)
  return rows
}

/** @throws {AppError} tenant_not_found, plan, most */
export function addNote(
  kernel: Kernel,
  claims: Claims,
  { tenantId, day, text }: { tenantId: string; day: string; text: string },
): Promise<{ id: string }> {
  return kernel.database.withClaims(claims, async (db) => {
    const { id } = await tenantWith(db, tenantId, 'content')
    return refusing(
      db
        .insertInto('analytics_notes')
        .values({ tenant_id: id, day, text })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
  })
}

/** @throws {AppError} tenant_not_found, note_not_found */
export async function deleteNote(
  kernel: Kernel,
  claims: Claims,
  { tenantId, id }: { tenantId: string; id: string },
): Promise<void> {
  await kernel.database.withClaims(claims, async (db) => {
    const tenant = await tenantWith(db, tenantId, 'content')
    const deleted = await db
      .deleteFrom('analytics_notes')
      .where('tenant_id', '=', tenant.id)
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst()
    if (!deleted) throw analyticsErrors.note_not_found()
  })
}
