import { sql } from 'kysely'
import type { PaymentMode } from '#kernel/config.ts'
import type { Db } from '#kernel/db/database.ts'
import type { Kernel } from '#kernel/kernel.ts'
import type { AccountKey } from './account-row.ts'

/** Longer than any checkout stays open and any bank debit takes; then an account is given back whatever is open. */
const AT_MOST = sql`interval '30 days'`

/** True while a buyer of the tenant may still pay on this account, or what they paid is not settled yet. */
export async function hasOpenPayments(
  db: Db,
  { tenantId, mode }: AccountKey,
  account: string,
): Promise<boolean> {
  const { rows } = await sql<{ open: boolean }>`
    select exists (select from public.orders where tenant_id = ${tenantId} and stripe_account_id = ${account}
        and mode = ${mode} and status = 'pending' and created_at > now() - ${AT_MOST})
      or exists (select from public.smoke_payments where tenant_id = ${tenantId} and account_id = ${account}
        and status = 'open' and created_at > now() - interval '1 day') as open`.execute(db)
  return rows[0]!.open
}

/**
 * Gives an account back that its owner let us use (OAuth): our key opens nothing of it any more.
 * @throws {StripeError} unless it was given back already
 */
export async function releaseAccount(kernel: Kernel, mode: PaymentMode, account: string): Promise<void> {
  try {
    await kernel.payments.client(mode).oauth.deauthorize({
      client_id: kernel.payments.connectClientId(mode) ?? '',
      stripe_user_id: account,
    })
  } catch (error) {
    if (!isReleased(error)) throw error
  }
}

/** The provider's words for an account that we have no right to; its code says only that something did not fit. */
function isReleased(error: unknown): boolean {
  return error instanceof Error && /not connected to stripe account/i.test(error.message)
}

/** Gives back what was disconnected while payments were open and is settled now. One process at a time does it. */
export async function releaseAccounts(kernel: Kernel): Promise<void> {
  const { rows } = await kernel.database.asService('accounts to give back', (db) =>
    sql<{ tenant_id: string; mode: PaymentMode; account_id: string }>`
      select tenant_id, mode, account_id from app.payment_account_releases r
      where not exists (select from public.payment_accounts a where a.account_id = r.account_id)
      order by created_at limit 200`.execute(db),
  )
  for (const { tenant_id, mode, account_id } of rows) {
    const open = await kernel.database.asService('open payments of an account', (db) =>
      hasOpenPayments(db, { tenantId: tenant_id, mode }, account_id),
    )
    if (open) continue
    try {
      await releaseAccount(kernel, mode, account_id)
    } catch (error) {
      kernel.log.warn({ tenant: tenant_id, error: String(error) }, 'an account could not be given back yet')
      continue
    }
    await kernel.database.asService('an account is given back', (db) =>
      db
        .deleteFrom('app.payment_account_releases')
        .where('tenant_id', '=', tenant_id)
        .where('account_id', '=', account_id)
        .execute(),
    )
  }
}
