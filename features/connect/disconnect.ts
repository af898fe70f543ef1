import type { PaymentMode } from '#kernel/config.ts'
import type { Claims } from '#kernel/db/claims.ts'
import type { Db } from '#kernel/db/database.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { tenantWith } from '#kernel/tenant-with.ts'
import { accountWith, clearAccount } from './account-row.ts'
import type { AccountKey } from './account-row.ts'
import { clientIdFault, connectErrors } from './errors.ts'
import { CHANGE_LIMIT } from './limits.ts'
import { releaseAccount, refusedRelease } from './release.ts'

/**
 * Unlinks the account of the tenant's current mode (or of the named mode), so that it makes no new sales.
 * Payments in progress are still settled, so access to an account connected by OAuth is revoked only after
 * they are. If the provider refuses the revocation, the account stays unlinked, and the next call tries the
 * revocation again.
 * @throws {AppError} tenant_not_found, not_connected, client_id_missing, too_many_requests, or the provider's
 *   error
 */
export async function disconnect(
  kernel: Kernel,
  claims: Claims,
  wish: { tenant_id: string; mode?: PaymentMode | undefined },
): Promise<{ success: true }> {
  const tenant = await kernel.database.withClaims(claims, (db) => tenantWith(db, wish.tenant_id, 'own'))
  await kernel.limits.take('connect.change', claims.sub!, CHANGE_LIMIT)
  const refused = await kernel.database.asService('closed: find a refused account release', (db) =>
    refusedRelease(db, tenant.id, wish.mode),
  )
  // The current mode of a tenant that was live has changed to test by now, so retry the refused revocation
  // first.
  const mode = wish.mode ?? refused?.mode ?? tenant.stripe_mode
  const key: AccountKey = { tenantId: tenant.id, mode }
  const { account: row } = await kernel.database.withClaims(claims, (db) =>
    accountWith(db, 'own', tenant.id, mode),
  )
  const linked = wish.mode || !refused ? row?.account_id : undefined
  const account = linked ?? refused?.account_id
  if (!account) throw connectErrors.not_connected()
  const hasOauthAccess = account !== row?.account_id || row.kind === 'standard'
  const fault = hasOauthAccess ? clientIdFault(mode, kernel.payments.connectClientId(mode)) : undefined
  if (fault) throw fault
  if (linked)
    await kernel.database.asService('closed: disconnect a payment account', (db) =>
      unlink(db, key, account, hasOauthAccess),
    )
  if (hasOauthAccess) await releaseAccount(kernel, key, account)
  return { success: true }
}

/**
 * Runs before any call to the provider: from here on nothing is sold on the account, so the set of open
 * payments is final. Pending OAuth states belong to the old account and are deleted.
 */
async function unlink(db: Db, key: AccountKey, account: string, hasOauthAccess: boolean): Promise<void> {
  if (!(await clearAccount(db, key, account))) return
  await db
    .deleteFrom('app.connect_states')
    .where('tenant_id', '=', key.tenantId)
    .where('mode', '=', key.mode)
    .execute()
  if (hasOauthAccess)
    await db
      .insertInto('app.payment_account_releases')
      .values({ tenant_id: key.tenantId, mode: key.mode, account_id: account })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}
