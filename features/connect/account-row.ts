import type Stripe from 'stripe'
import { sql } from 'kysely'
import type { PaymentMode } from '#kernel/config.ts'
import type { Db } from '#kernel/db/database.ts'
import { tenantWith } from '#kernel/tenant-with.ts'

export interface AccountKey {
  tenantId: string
  mode: PaymentMode
}

/** Read from the provider in the last minute. */
const isFresh = sql<boolean>`coalesce(read_at > now() - interval '60 seconds', false)`.as('fresh')

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
    .select(isFresh)
    .where('tenant_id', '=', tenantId)
    .where('mode', '=', mode)
    .executeTakeFirst()
}

/**
 * A tenant of the caller's and its payment account in one mode, read with the caller's rights.
 * @param right `settings` reads its state; what changes or opens the account is the owner's (docs/decisions/058)
 * @param wanted the tenant's current mode unless named
 * @throws {AppError} tenant_not_found, right_missing
 */
export async function accountWith(db: Db, right: 'settings' | 'own', tenantId: string, wanted?: PaymentMode) {
  const tenant = await tenantWith(db, tenantId, right)
  const mode = wanted ?? tenant.stripe_mode
  const account = await db
    .selectFrom('payment_accounts')
    .select(['account_id', 'kind', 'display_name', 'details_submitted', 'charges_enabled'])
    .select(isFresh)
    .where('tenant_id', '=', tenant.id)
    .where('mode', '=', mode)
    .executeTakeFirst()
  return { tenant, mode, account }
}

/** Stores the id of a new account. If two accounts were created at the same time, the first one stays. */
export async function storeAccountId(
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
 * Stores the provider's response with an optimistic lock: the write fails if the row changed since `version`
 * was read, so an older response never overwrites a newer one. Once onboarding is finished, the account id is
 * copied to the tenant's own columns.
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
 * Clears an account that the provider revoked or its owner disconnected, so that a new one can be created. A
 * tenant that was live on it returns to test mode: otherwise it would look live and be unable to sell.
 * @returns false when the row no longer has this account
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

/**
 * Locks the tenant before the account's row, in the same order as deleting a tenant does. The opposite order
 * could deadlock.
 */
async function holdTenant(db: Db, { tenantId }: AccountKey): Promise<void> {
  await db.selectFrom('tenants').select('id').where('id', '=', tenantId).forNoKeyUpdate().execute()
}

/** `stripe_status` is connected while either mode has an account; a trigger enforces the same. */
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

/** The account's public name, shown on the tenant's card. */
export function nameOf(account: Stripe.Account): string {
  const name = account.settings?.dashboard?.display_name || account.business_profile?.name || account.email
  return (name || account.id).slice(0, 320)
}
