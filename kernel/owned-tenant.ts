import type { Db } from './db/database.ts'
import { defineErrors } from './errors.ts'

export const tenantErrors = defineErrors({
  tenant_not_found: { status: 404, text: 'Tenant not found' },
})

/**
 * The caller's own tenant, by row-level security. Another creator's tenant and an unknown one give the same 404.
 * @param db under the creator's claims
 * @throws {AppError} tenant_not_found
 */
export async function ownedTenant(db: Db, tenantId: string) {
  const tenant = await db
    .selectFrom('tenants')
    .select(['id', 'name', 'public_key', 'owner_user_id', 'stripe_mode', 'stripe_account_id'])
    .where('id', '=', tenantId)
    .executeTakeFirst()
  if (!tenant) throw tenantErrors.tenant_not_found()
  return { ...tenant, stripe_mode: tenant.stripe_mode as 'test' | 'live' }
}
