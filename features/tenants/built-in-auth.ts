import type { Claims } from '#kernel/db/claims.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { ownedTenant, tenantErrors } from '#kernel/owned-tenant.ts'

/**
 * The tenant's people sign in here again, and what was entered of the external provider is gone, the sealed secret
 * too: whoever wants it back enters it again. A tenant that is there already stays as it is.
 * @throws {AppError} 404 tenant_not_found
 */
export async function switchToBuiltIn(
  kernel: Kernel,
  claims: Claims,
  tenantId: string,
): Promise<{ success: true }> {
  const { id } = await kernel.database.withClaims(claims, (db) => ownedTenant(db, tenantId))
  const changed = await kernel.database.asService('auth of a tenant becomes the built-in one', (db) =>
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
      // It may have changed hands, or gone, since it was looked at.
      .where('owner_user_id', '=', claims.sub!)
      .returning('id')
      .executeTakeFirst(),
  )
  if (!changed) throw tenantErrors.tenant_not_found()
  return { success: true }
}
