import type { Claims } from '#kernel/db/claims.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { ownedTenant, tenantErrors } from '#kernel/owned-tenant.ts'
import type { Auth } from './auth.ts'
import { openAuth } from './auth.ts'
import { endUsersOf } from './pool.ts'
import type { Pool } from './pool.ts'

/**
 * Returns the end users of the caller's own tenant, with the service that stores them.
 * @throws {AppError} 404 tenant_not_found, also for the tenant of another creator
 */
export async function openTenantUsers(
  kernel: Kernel,
  claims: Claims,
  tenantId: string,
): Promise<{ auth: Auth; pool: Pool }> {
  const { public_key } = await kernel.database.withClaims(claims, (db) => ownedTenant(db, tenantId))
  const tenant = public_key && (await kernel.tenancy.byPublicKey(public_key))
  if (!tenant) throw tenantErrors.tenant_not_found()
  return { auth: openAuth(kernel), pool: endUsersOf(tenant) }
}
