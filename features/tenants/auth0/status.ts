import type { Claims } from '#kernel/db/claims.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { tenantWith } from '#kernel/tenant-with.ts'
import type { Auth0Status } from '../endpoints-auth0.ts'
import { addressesOf } from './addresses.ts'

/**
 * Returns the state of the tenant's Auth0 connection, for those who may change its settings.
 * @throws {AppError} 404 tenant_not_found
 */
export async function auth0Status(kernel: Kernel, claims: Claims, tenantId: string): Promise<Auth0Status> {
  return kernel.database.withClaims(claims, async (db) => {
    const tenant = await tenantWith(db, tenantId, 'settings')
    const row = await db
      .selectFrom('tenants')
      .select(['auth_provider', 'auth0_domain', 'auth0_client_id', 'auth0_client_secret_set'])
      .where('id', '=', tenantId)
      .executeTakeFirstOrThrow()
    const { auth0_domain: domain, auth0_client_id: client_id } = row
    const secret_set = row.auth0_client_secret_set === true
    return {
      connected: row.auth_provider === 'auth0' && Boolean(domain && client_id) && secret_set,
      domain,
      client_id,
      secret_set,
      addresses: addressesOf(kernel.config, tenant),
    }
  })
}
