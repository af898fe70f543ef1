import { sql } from 'kysely'
import type { Claims } from '#kernel/db/claims.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { tenantErrors, tenantWith } from '#kernel/tenant-with.ts'

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
  const { id } = await kernel.database.withClaims(claims, (db) => tenantWith(db, tenantId, 'settings'))
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
      // The tenant may have been deleted since it was read, or the caller removed from its staff.
      .where(sql<boolean>`app.user_may(${claims.sub!}, id, 'settings')`)
      .returning('id')
      .executeTakeFirst(),
  )
  if (!changed) throw tenantErrors.tenant_not_found()
  return { success: true }
}
