import type { PaymentMode } from '#kernel/config.ts'
import type { Claims } from '#kernel/db/claims.ts'
import type { Db } from '#kernel/db/database.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { ownedTenant } from '#kernel/owned-tenant.ts'
import { providerError } from '#kernel/payments/provider-error.ts'
import { accountRow, clearAccount } from './account-row.ts'
import type { AccountKey } from './account-row.ts'
import { DISCONNECT_FAILED, clientIdFault, connectErrors } from './errors.ts'
import { CHANGE_LIMIT } from './limits.ts'
import { hasOpenPayments, releaseAccount } from './release.ts'

/**
 * Unlinks the account of the tenant's current mode (or the named one): nothing new is sold on it. Payments that are
 * under way are settled all the same, so an account that its owner let us use is given back only when they are.
 * @throws {AppError} tenant_not_found, not_connected, client_id_missing, too_many_requests, or the provider's refusal
 */
export async function disconnect(
  kernel: Kernel,
  claims: Claims,
  wish: { tenant_id: string; mode?: PaymentMode | undefined },
): Promise<{ success: true }> {
  const tenant = await kernel.database.withClaims(claims, (db) => ownedTenant(db, wish.tenant_id))
  const key: AccountKey = { tenantId: tenant.id, mode: wish.mode ?? tenant.stripe_mode }
  await kernel.limits.take('connect.change', claims.sub!, CHANGE_LIMIT)
  const row = await kernel.database.asService('payment account of a tenant', (db) => accountRow(db, key))
  if (!row?.account_id) throw connectErrors.not_connected()
  const account = row.account_id
  if (row.kind === 'express') {
    await unlink(kernel, key, account)
    return { success: true }
  }
  const fault = clientIdFault(key.mode, kernel.payments.connectClientId(key.mode))
  if (fault) throw fault
  const open = await kernel.database.asService('open payments of an account', (db) =>
    hasOpenPayments(db, key, account),
  )
  if (!open)
    await releaseAccount(kernel, key.mode, account).catch((error: unknown) => {
      throw providerError(error, DISCONNECT_FAILED)
    })
  await unlink(kernel, key, account, async (db) => {
    if (!open) return
    await db
      .insertInto('app.payment_account_releases')
      .values({ tenant_id: key.tenantId, mode: key.mode, account_id: account })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  })
  return { success: true }
}

/** Ways back that are still open belong to the account that goes. */
async function unlink(
  kernel: Kernel,
  key: AccountKey,
  account: string,
  also?: (db: Db) => Promise<void>,
): Promise<void> {
  await kernel.database.asService('disconnect a payment account', async (db) => {
    if (!(await clearAccount(db, key, account))) return
    await db
      .deleteFrom('app.connect_states')
      .where('tenant_id', '=', key.tenantId)
      .where('mode', '=', key.mode)
      .execute()
    await also?.(db)
  })
}
