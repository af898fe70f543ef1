import { sql } from 'kysely'
import { againAfterDeadlock } from '#kernel/db/again.ts'
import { SERVICE } from '#kernel/db/claims.ts'
import type { Claims } from '#kernel/db/claims.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { tenantErrors, tenantWith } from '#kernel/tenant-with.ts'
import { tenantEndErrors } from './errors.ts'

const PER_CREATOR = { points: 20, seconds: 600 }
/** One transaction deletes everything, which takes long for a large tenant. */
const TIMEOUT_MS = 60_000

/**
 * Deletes a tenant of the caller and all its data permanently. Foreign keys delete its rows, triggers of the
 * services delete its users, files and channels, and a trigger of this unit handles waiting jobs and what is
 * open at the card provider. A job deletes the rows of large own tables, which no one reaches any more. The caller confirms by sending the tenant's name.
 * @throws {AppError} 404 tenant_not_found, 409 name_differs, 429
 */
export async function deleteTenant(
  kernel: Kernel,
  claims: Claims,
  { tenant_id: id, name }: { tenant_id: string; name: string },
): Promise<{ deleted: true }> {
  const tenant = await kernel.database.withClaims(claims, (db) => tenantWith(db, id, 'own'))
  await kernel.limits.take('tenants.delete', claims.sub!, PER_CREATOR)
  if (name.trim() !== tenant.name) throw tenantEndErrors.name_differs()
  const deleteRow = () =>
    kernel.database.withClaims(
      SERVICE,
      async (db) => {
        // Writers of own tables end first: they may need a lock on the tenant.
        await sql`select pg_advisory_xact_lock(app.tables_lock(${tenant.id}))`.execute(db)
        const deleted = await db
          .deleteFrom('tenants')
          .where('id', '=', tenant.id)
          // The owner or the name may have changed since the tenant was read.
          .where('owner_user_id', '=', claims.sub!)
          .where('name', '=', tenant.name)
          .returning('id')
          .executeTakeFirst()
        if (!deleted) throw tenantErrors.tenant_not_found()
        await kernel.jobs.send(db, 'provider-ends', {})
        await kernel.jobs.send(db, 'trash-retention', {})
      },
      { timeoutMs: TIMEOUT_MS },
    )
  // Payments, sign-ins and jobs of the tenant continue until it is deleted, so the transaction may meet a
  // deadlock.
  await againAfterDeadlock(deleteRow)
  return { deleted: true }
}
