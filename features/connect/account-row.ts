import type Stripe from 'stripe'
import { sql } from 'kysely'
import type { PaymentMode } from '#kernel/config.ts'
import type { Db } from '#kernel/db/database.ts'

export interface AccountKey {
  tenantId: string
  mode: PaymentMode
}

/** The row of a tenant and mode; undefined before the first onboarding. */
export function accountRow(db: Db, { tenantId, mode }: AccountKey) {
  return db
    .selectFrom('payment_accounts')
    .select([
      'account_id',
      'kind',
      'generation',
      'version',
      'display_name',
      'details_submitted',
      'charges_enabled',
    ])
    .select(sql<boolean>`coalesce(read_at > now() - interval '60 seconds', false)`.as('fresh'))
    .where('tenant_id', '=', tenantId)
    .where('mode', '=', mode)
    .executeTakeFirst()
}

/** Keeps a new account's id; the first one stays when two were made at once. */
export async function keepAccountId(
  db: Db,
  { tenantId, mode }: AccountKey,
  accountId: string,
): Promise<string> {
  const { account_id } = await db
    .insertInto('payment_accounts')
    .values({ tenant_id: tenantId, mode, account_id: accountId })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'mode']).doUpdateSet({
        account_id: sql<string>`coalesce(payment_accounts.account_id, excluded.account_id)`,
      }),
    )
    .returning('account_id')
    .executeTakeFirstOrThrow()
  return account_id!
}

/**
 * Writes what the provider answered, unless somebody wrote since `version` was read: an older answer never covers a
 * newer one. The tenant's own columns follow: its account id once onboarding is finished.
 * @returns false when the caller must read again
 */
export async function writeAccount(
  db: Db,
  key: AccountKey,
  version: number,
  account: Stripe.Account,
): Promise<boolean> {
  await holdTenant(db, key)
  const { numUpdatedRows } = await db
    .updateTable('payment_accounts')
    .set({
      version: version + 1,
      display_name: nameOf(account),
      country: account.country ?? null,
      details_submitted: account.details_submitted,
      charges_enabled: account.charges_enabled,
      payouts_enabled: account.payouts_enabled,
      requirements: account.requirements?.currently_due ?? [],
      disabled_reason: account.requirements?.disabled_reason?.slice(0, 200) ?? null,
      read_at: sql<Date>`now()`,
    })
    .where('tenant_id', '=', key.tenantId)
    .where('mode', '=', key.mode)
    .where('account_id', '=', account.id)
    .where('version', '=', version)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  if (account.details_submitted) await writeTenant(db, key, account.id)
  return true
}

/**
 * The provider let go of the account, or its owner disconnected it: nothing is left of it, and a new one may be made.
 * A tenant that was live on it is in test mode again: it must not look live and sell nothing.
 * @returns false when it was another account by then
 */
export async function clearAccount(db: Db, key: AccountKey, accountId: string): Promise<boolean> {
  await holdTenant(db, key)
  const { numUpdatedRows } = await db
    .updateTable('payment_accounts')
    .set({
      account_id: null,
      kind: 'express',
      generation: sql<number>`generation + 1`,
      version: sql<number>`version + 1`,
      display_name: null,
      details_submitted: false,
      charges_enabled: false,
      payouts_enabled: false,
      requirements: [],
      disabled_reason: null,
    })
    .where('tenant_id', '=', key.tenantId)
    .where('mode', '=', key.mode)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await writeTenant(db, key, null)
  return true
}

/** Before the account's row, as whoever deletes the tenant does: in the other order the two would wait for each other. */
async function holdTenant(db: Db, { tenantId }: AccountKey): Promise<void> {
  await db.selectFrom('tenants').select('id').where('id', '=', tenantId).forNoKeyUpdate().execute()
}

/** `stripe_status` says connected while an account stands in either mode; a trigger holds the same. */
async function writeTenant(db: Db, { tenantId, mode }: AccountKey, accountId: string | null): Promise<void> {
  const [own, other] =
    mode === 'live'
      ? (['stripe_account_id_live', 'stripe_account_id_test'] as const)
      : (['stripe_account_id_test', 'stripe_account_id_live'] as const)
  const status = accountId
    ? 'connected'
    : sql<string>`case when ${sql.ref(other)} is null then 'not_connected' else 'connected' end`
  await db
    .updateTable('tenants')
    .set({
      [own]: accountId,
      stripe_status: status,
      ...(accountId || mode === 'test' ? {} : { stripe_mode: 'test' }),
    })
    .where('id', '=', tenantId)
    .execute()
}

/** The account's public name, as the card of the tenant shows it. */
export function nameOf(account: Stripe.Account): string {
  const name = account.settings?.dashboard?.display_name || account.business_profile?.name || account.email
  return (name || account.id).slice(0, 320)
}
