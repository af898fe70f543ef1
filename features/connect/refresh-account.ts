import type { PaymentMode } from '#kernel/config.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { isGone } from '#kernel/payments/provider-error.ts'
import { accountRow, clearAccount, nameOf, writeAccount } from './account-row.ts'
import type { AccountKey } from './account-row.ts'

export interface AccountState {
  displayName: string
  detailsSubmitted: boolean
  chargesEnabled: boolean
}

const MAX_RETRIES = 5

/**
 * Reads the tenant's account from the provider and stores the response. Idempotent and safe to call
 * concurrently.
 * @returns undefined when there is no account (any more)
 * @throws {StripeError} when the provider cannot be reached
 */
export async function refreshAccount(kernel: Kernel, key: AccountKey): Promise<AccountState | undefined> {
  for (let tries = 0; tries < MAX_RETRIES; tries++) {
    const row = await kernel.database.asService('provider: read a payment account', (db) =>
      accountRow(db, key),
    )
    const id = row?.account_id
    if (!id) return undefined
    const account = await kernel.payments
      .client(key.mode)
      .accounts.retrieve(id)
      .catch((error: unknown) => {
        if (!isGone(error)) throw error
        return undefined
      })
    if (!account) {
      await kernel.database.asService('provider: clear a payment account', (db) => clearAccount(db, key, id))
      return undefined
    }
    const written = await kernel.database.asService('provider: store a payment account', (db) =>
      writeAccount(db, key, row.version, account),
    )
    if (written)
      return {
        displayName: nameOf(account),
        detailsSubmitted: account.details_submitted,
        chargesEnabled: account.charges_enabled,
      }
  }
  throw new Error(`payment account of ${key.tenantId} changed ${MAX_RETRIES} times while it was read`)
}

/** Tenants that use this account. Events name the account, not the tenant. */
export async function tenantsOfAccount(
  kernel: Kernel,
  accountId: string,
  mode: PaymentMode,
): Promise<AccountKey[]> {
  const rows = await kernel.database.asService('provider: tenants of a payment account', (db) =>
    db
      .selectFrom('payment_accounts')
      .select('tenant_id')
      .where('account_id', '=', accountId)
      .where('mode', '=', mode)
      .execute(),
  )
  return rows.map((row) => ({ tenantId: row.tenant_id, mode }))
}
