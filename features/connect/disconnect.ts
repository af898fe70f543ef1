import type { PaymentMode } from '#kernel/config.ts'
import type { Claims } from '#kernel/db/claims.ts'
import type { Db } from '#kernel/db/database.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { ownedTenant } from '#kernel/owned-tenant.ts'
import { accountRow, clearAccount } from './account-row.ts'
import type { AccountKey } from './account-row.ts'
import { clientIdFault, connectErrors } from './errors.ts'
import { CHANGE_LIMIT } from './limits.ts'
import { giveBack, refusedRelease } from './release.ts'

/**
 * Unlinks the account of the tenant's current mode (or the named one): nothing new is sold on it. Payments that are
 * under way are settled all the same, so an account that its owner let us use is given back only when they are. When
 * the provider does not take it back, it stays unlinked, and whoever asks again has the provider asked again.
 * @throws {AppError} tenant_not_found, not_connected, client_id_missing, too_many_requests, or the provider's refusal
 */
export async function disconnect(
  kernel: Kernel,
  claims: Claims,
  wish: { tenant_id: string; mode?: PaymentMode | undefined },
): Promise<{ success: true }> {
  const tenant = await kernel.database.withClaims(claims, (db) => ownedTenant(db, wish.tenant_id))
  await kernel.limits.take('connect.change', claims.sub!, CHANGE_LIMIT)
  const refused = await kernel.database.asService('an account that was not taken back', (db) =>
    refusedRelease(db, tenant.id, wish.mode),
  )
  // Of a tenant that was live the current mode is another one by now: what the provider did not take back goes first.
  const mode = wish.mode ?? refused?.mode ?? tenant.stripe_mode
  const key: AccountKey = { tenantId: tenant.id, mode }
  const row = await kernel.database.asService('payment account of a tenant', (db) => accountRow(db, key))
  const linked = wish.mode || !refused ? row?.account_id : undefined
  const account = linked ?? refused?.account_id
  if (!account) throw connectErrors.not_connected()
  const letIn = account !== row?.account_id || row.kind === 'standard'
  const fault = letIn ? clientIdFault(mode, kernel.payments.connectClientId(mode)) : undefined
  if (fault) throw fault
  if (linked)
    await kernel.database.asService('disconnect a payment account', (db) => unlink(db, key, account, letIn))
  if (letIn) await giveBack(kernel, key, account)
  return { success: true }
}

/**
 * Before the provider is asked for anything: from here on nobody sells on the account, and what was sold is known.
 * Ways back that are still open belong to the account that goes.
 */
async function unlink(db: Db, key: AccountKey, account: string, letIn: boolean): Promise<void> {
  if (!(await clearAccount(db, key, account))) return
  await db
    .deleteFrom('app.connect_states')
    .where('tenant_id', '=', key.tenantId)
    .where('mode', '=', key.mode)
    .execute()
  if (letIn)
    await db
      .insertInto('app.payment_account_releases')
      .values({ tenant_id: key.tenantId, mode: key.mode, account_id: account })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}
