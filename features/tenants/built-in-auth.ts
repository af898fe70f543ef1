import type { Claims } from '#kernel/db/claims.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { ownedTenant, tenantErrors } from '#kernel/owned-tenant.ts'

/**
 * Returns the tenant's users to the built-in sign-in and deletes the settings of the external provider,
 * including the sealed secret. To connect it again, the creator must enter them again. A tenant with built-in
 * auth does not change.
 * @throws {AppError} 404 tenant_not_found
 */
export async function switchToBuiltIn(
  kernel: Kernel,
  claims: Claims,
  tenantId: string,
): Promise<{ success: true }> {
  const { id } = await kernel.database.withClaims(claims, (db) => ownedTenant(db, tenantId))
  const changed = await kernel.database.asService('closed: auth of a tenant becomes the built-in one', (db) =>
    db
      .updateTable('tenants')
      .set({
        auth_provider: 'supabase',
        auth_status: null,
        auth0_domain: null,
        auth0_client_id: null,
        auth0_client_secret: null,
      })
      .where('id', '=', id)
      // The tenant may have been deleted or got another owner since it was read.
      .where('owner_user_id', '=', claims.sub!)
      .returning('id')
      .executeTakeFirst(),
  )
  if (!changed) throw tenantErrors.tenant_not_found()
  return { success: true }
}
