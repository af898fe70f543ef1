import { againAfterDeadlock } from '#kernel/db/again.ts'
import { SERVICE } from '#kernel/db/claims.ts'
import type { Claims } from '#kernel/db/claims.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { ownedTenant, tenantErrors } from '#kernel/owned-tenant.ts'
import { tenantEndErrors } from './errors.ts'

const PER_CREATOR = { points: 20, seconds: 600 }
/** Everything goes in one transaction, and a large tenant has much. */
const TIMEOUT_MS = 60_000

/**
 * Deletes a tenant of the caller with everything in it, for good: rows go by foreign keys, people, files and channels
 * by triggers of the services, waiting jobs and what is open at the card provider by one of ours. The name says that
 * it is meant.
 * @throws {AppError} 404 tenant_not_found, 409 name_differs, 429
 */
export async function deleteTenant(
  kernel: Kernel,
  claims: Claims,
  { tenant_id: id, name }: { tenant_id: string; name: string },
): Promise<{ deleted: true }> {
  const tenant = await kernel.database.withClaims(claims, (db) => ownedTenant(db, id))
  await kernel.limits.take('tenants.delete', claims.sub!, PER_CREATOR)
  if (name.trim() !== tenant.name) throw tenantEndErrors.name_differs()
  const end = () =>
    kernel.database.withClaims(
      SERVICE,
      async (db) => {
        const gone = await db
          .deleteFrom('tenants')
          .where('id', '=', tenant.id)
          // It may have changed hands or names since it was looked at.
          .where('owner_user_id', '=', claims.sub!)
          .where('name', '=', tenant.name)
          .returning('id')
          .executeTakeFirst()
        if (!gone) throw tenantErrors.tenant_not_found()
        await kernel.jobs.send(db, 'provider-ends', {})
      },
      { timeoutMs: TIMEOUT_MS },
    )
  // Payments, people and jobs of the tenant go on until the moment it is gone.
  await againAfterDeadlock(end)
  return { deleted: true }
}
