import { sql } from 'kysely'
import type { PaymentMode } from '#kernel/config.ts'
import type { Db } from '#kernel/db/database.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { providerError } from '#kernel/payments/provider-error.ts'
import type { AccountKey } from './account-row.ts'
import { DISCONNECT_FAILED } from './errors.ts'

/**
 * Longer than any checkout stays open and any bank debit takes. After this time an account is released even
 * with open payments.
 */
const AT_MOST = sql`interval '30 days'`

/** True while a buyer may still pay on this account, or a payment on it is not settled yet. */
async function hasOpenPayments(db: Db, { tenantId, mode }: AccountKey, account: string): Promise<boolean> {
  const { rows } = await sql<{ open: boolean }>`
    select exists (select from public.orders where tenant_id = ${tenantId} and stripe_account_id = ${account}
        and mode = ${mode} and status = 'pending' and created_at > now() - ${AT_MOST})
      or exists (select from public.smoke_payments where tenant_id = ${tenantId} and account_id = ${account}
        and status = 'open' and created_at > now() - interval '1 day') as open`.execute(db)
  return rows[0]!.open
}

/**
 * Revokes our access to an account that was connected by OAuth and then disconnected. Our key cannot use it
 * afterwards. An account with open payments, or one in use again, is skipped for now. The provider's error
 * message is stored if it refuses.
 * @throws {AppError} the provider's error
 */
export async function releaseAccount(kernel: Kernel, key: AccountKey, account: string): Promise<void> {
  const ready = await kernel.database.asService('closed: check whether an account can be released', (db) =>
    isReady(db, key, account),
  )
  if (!ready) return
  try {
    await deauthorize(kernel, key.mode, account)
  } catch (error) {
    const refusal = providerError(error, DISCONNECT_FAILED)
    await kernel.database.asService('closed: record a refused account release', (db) =>
      sql`update app.payment_account_releases set refusal = ${refusal.message.slice(0, 500)}
          where tenant_id = ${key.tenantId} and mode = ${key.mode} and account_id = ${account}`.execute(db),
    )
    throw refusal
  }
  await kernel.database.asService('closed: record an account release', (db) =>
    sql`delete from app.payment_account_releases
        where tenant_id = ${key.tenantId} and mode = ${key.mode} and account_id = ${account}`.execute(db),
  )
}

/** The account was connected again: it has no row here any more, or another tenant uses it. */
async function isReady(db: Db, key: AccountKey, account: string): Promise<boolean> {
  const { rows } = await sql`
    select from app.payment_account_releases r
    where tenant_id = ${key.tenantId} and mode = ${key.mode} and account_id = ${account}
      and not exists (select from public.payment_accounts a where a.account_id = r.account_id)`.execute(db)
  return rows.length > 0 && !(await hasOpenPayments(db, key, account))
}

async function deauthorize(kernel: Kernel, mode: PaymentMode, account: string): Promise<void> {
  try {
    await kernel.payments.client(mode).oauth.deauthorize({
      client_id: kernel.payments.connectClientId(mode) ?? '',
      stripe_user_id: account,
    })
  } catch (error) {
    if (!isReleased(error)) throw error
  }
}

/**
 * Recognizes the provider's message for an account we have no access to. Its error code alone is too general.
 */
function isReleased(error: unknown): boolean {
  return error instanceof Error && /not connected to stripe account/i.test(error.message)
}

/**
 * The account whose release the provider refused, in the named mode or either; undefined when there is none.
 */
export async function refusedRelease(
  db: Db,
  tenantId: string,
  mode: PaymentMode | undefined,
): Promise<{ mode: PaymentMode; account_id: string } | undefined> {
  const { rows } = await sql<{ mode: PaymentMode; account_id: string }>`
    select mode, account_id from app.payment_account_releases
    where tenant_id = ${tenantId} and refusal is not null and mode = coalesce(${mode ?? null}::text, mode)
    order by created_at limit 1`.execute(db)
  return rows[0]
}

/** Releases disconnected accounts that have no open payments. Only one process at a time runs this. */
export async function releaseAccounts(kernel: Kernel): Promise<void> {
  const { rows } = await kernel.database.asService('job: list accounts to release', (db) =>
    sql<{ tenant_id: string; mode: PaymentMode; account_id: string }>`
      select tenant_id, mode, account_id from app.payment_account_releases r
      where not exists (select from public.payment_accounts a where a.account_id = r.account_id)
      order by created_at limit 200`.execute(db),
  )
  for (const { tenant_id, mode, account_id } of rows)
    await releaseAccount(kernel, { tenantId: tenant_id, mode }, account_id).catch((error: unknown) =>
      kernel.log.warn({ tenant: tenant_id, error: String(error) }, 'an account could not be given back yet'),
    )
}
