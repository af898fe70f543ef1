import type { Claims } from '#kernel/db/claims.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { providerError } from '#kernel/payments/provider-error.ts'
import { accountWith } from './account-row.ts'
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
  const found = await kernel.database.withClaims(claims, (db) => accountWith(db, 'settings', tenantId))
  const { tenant, mode, account: row } = found
  if (!row?.account_id || !row.details_submitted) throw connectErrors.not_connected()
  if (row.fresh && row.display_name) return { display_name: row.display_name, mode }
  const account = await refreshAccount(kernel, { tenantId: tenant.id, mode }).catch((error: unknown) => {
    throw providerError(error, CONNECT_FAILED)
  })
  if (!account) throw connectErrors.not_connected()
  return { display_name: account.displayName, mode }
}
