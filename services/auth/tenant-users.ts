import type { TenantRight } from '#kernel/browser/staff-rights.ts'
import type { Claims } from '#kernel/db/claims.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { tenantErrors, tenantWith } from '#kernel/tenant-with.ts'
import type { Auth } from './auth.ts'
import { openAuth } from './auth.ts'
import { endUsersOf } from './pool.ts'
import type { Pool } from './pool.ts'

/**
 * Returns the end users of a tenant on which the caller has the right, with the service that stores them.
 * @throws {AppError} 404 tenant_not_found, also for the tenant of another creator; 403 right_missing
 */
export async function openTenantUsers(
  kernel: Kernel,
  claims: Claims,
  tenantId: string,
  right: TenantRight,
): Promise<{ auth: Auth; pool: Pool }> {
  const { public_key } = await kernel.database.withClaims(claims, (db) => tenantWith(db, tenantId, right))
  const tenant = public_key && (await kernel.tenancy.byPublicKey(public_key))
  if (!tenant) throw tenantErrors.tenant_not_found()
  return { auth: openAuth(kernel), pool: endUsersOf(tenant) }
}
