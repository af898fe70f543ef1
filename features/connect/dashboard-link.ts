import type { PaymentMode } from '#kernel/config.ts'
import type { Claims } from '#kernel/db/claims.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { providerError } from '#kernel/payments/provider-error.ts'
import { accountWith } from './account-row.ts'
import { CONNECT_FAILED, connectErrors } from './errors.ts'
import { CHANGE_LIMIT } from './limits.ts'

/**
 * Address of the provider's dashboard for the account of the tenant's mode. Accounts with the Express
 * dashboard (older form) get a link that signs in once, which can change the bank account; all others sign in there themselves.
 * @throws {AppError} tenant_not_found, not_connected, too_many_requests, or the provider's error
 */
export async function dashboardLink(
  kernel: Kernel,
  claims: Claims,
  wish: { tenant_id: string; mode?: PaymentMode | undefined },
): Promise<{ url: string }> {
  const { mode, account: row } = await kernel.database.withClaims(claims, (db) =>
    accountWith(db, 'own', wish.tenant_id, wish.mode),
  )
  if (!row?.account_id || !row.details_submitted) throw connectErrors.not_connected()
  await kernel.limits.take('connect.change', claims.sub!, CHANGE_LIMIT)
  try {
    const stripe = kernel.payments.client(mode)
    const account = await stripe.accounts.retrieve(row.account_id)
    if (account.type !== 'express') return { url: kernel.payments.dashboardUrl(mode) }
    return { url: (await stripe.accounts.createLoginLink(row.account_id)).url }
  } catch (error) {
    throw providerError(error, CONNECT_FAILED)
  }
}
