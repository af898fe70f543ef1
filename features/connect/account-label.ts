import type { Claims } from '#kernel/db/claims.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { ownedTenant } from '#kernel/owned-tenant.ts'
import { providerError } from '#kernel/payments/provider-error.ts'
import { accountRow } from './account-row.ts'
import type { AccountLabel } from './endpoints.ts'
import { CONNECT_FAILED, connectErrors } from './errors.ts'
import { refreshAccount } from './refresh-account.ts'

/**
 * Name of the account in the tenant's current mode, requested from the provider at most once a minute.
 * @throws {AppError} tenant_not_found, not_connected, or the provider's error
 */
export async function readAccountLabel(
  kernel: Kernel,
  claims: Claims,
  tenantId: string,
): Promise<AccountLabel> {
  const tenant = await kernel.database.withClaims(claims, (db) => ownedTenant(db, tenantId))
  const mode = tenant.stripe_mode
  const key = { tenantId: tenant.id, mode }
  const row = await kernel.database.asService('label of a payment account', (db) => accountRow(db, key))
  if (!row?.account_id || !row.details_submitted) throw connectErrors.not_connected()
  if (row.fresh && row.display_name) return { display_name: row.display_name, mode }
  const account = await refreshAccount(kernel, key).catch((error: unknown) => {
    throw providerError(error, CONNECT_FAILED)
  })
  if (!account) throw connectErrors.not_connected()
  return { display_name: account.displayName, mode }
}
