import { sql } from 'kysely'
import type { PaymentMode } from '#kernel/config.ts'
import { PLATFORM_POOL } from '#kernel/db/claims.ts'
import type { Db } from '#kernel/db/database.ts'
import { commonErrors } from '#kernel/errors.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { isGone } from '#kernel/payments/provider-error.ts'

export interface CustomerKey {
  userId: string
  mode: PaymentMode
}

/**
 * Locks and reads the row of a creator's customer. Changes of the plan and new checkouts are serialized by
 * this lock.
 */
export function lockCustomer(db: Db, { userId, mode }: CustomerKey) {
  return db
    .selectFrom('app.billing_customers')
    .select(['customer_id', 'generation'])
    .where('mode', '=', mode)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
}

/**
 * Like lockCustomer, but fails for a deleted account. Its token stays valid for a while after the deletion,
 * and a purchase would then have no owner.
 * @throws {AppError} not_authenticated
 */
export async function lockLiving(db: Db, key: CustomerKey) {
  const row = await lockCustomer(db, key)
  const account = await db
    .selectFrom('auth.users')
    .select('id')
    .where('pool_id', '=', PLATFORM_POOL)
    .where('id', '=', key.userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row || !account) throw commonErrors.not_authenticated()
  return row
}

/** Id of the creator's customer at the provider; undefined before the first checkout of the mode. */
export async function findCustomer(db: Db, { userId, mode }: CustomerKey): Promise<string | undefined> {
  const row = await db
    .selectFrom('app.billing_customers')
    .select('customer_id')
    .where('mode', '=', mode)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.customer_id ?? undefined
}

/** The owner of a customer; undefined for a customer that we did not create. */
export async function findUserOfCustomer(
  db: Db,
  customerId: string,
  mode: PaymentMode,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('app.billing_customers')
    .select('user_id')
    .where('customer_id', '=', customerId)
    .where('mode', '=', mode)
    .executeTakeFirst()
  return row?.user_id
}

/** The account's own email address; the token and the body are ignored. */
export async function findCreatorEmail(db: Db, userId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('auth.users')
    .select('email')
    .where('pool_id', '=', PLATFORM_POOL)
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row?.email ?? undefined
}

/**
 * Returns the creator's customer at the provider with the account's current email address, and creates it if
 * it is missing. The row is stored before the provider is called, and its id is the idempotency key. So two
 * concurrent calls, or a call whose response was lost, end with one customer.
 * @throws {StripeError} when the provider cannot be reached
 */
export async function ensureCustomer(kernel: Kernel, key: CustomerKey): Promise<string> {
  const stripe = kernel.payments.client(key.mode)
  const { row, email } = await customerRow(kernel, key)
  if (row.customer_id) {
    const known = row.customer_id
    const there = await stripe.customers.update(known, email ? { email } : {}).catch((error: unknown) => {
      if (!isGone(error)) throw error
    })
    if (there) return known
    await kernel.database.asService('closed: delete a lost customer', (db) => forgetCustomer(db, key, known))
    return ensureCustomer(kernel, key)
  }
  const made = await stripe.customers.create(
    { ...(email ? { email } : {}), metadata: { user_id: key.userId } },
    { idempotencyKey: `customer:${key.userId}:${key.mode}:${row.generation}` },
  )
  return kernel.database.asService('closed: store a customer', (db) => keepCustomer(kernel, db, key, made.id))
}

function customerRow(kernel: Kernel, key: CustomerKey) {
  return kernel.database.asService('closed: customer of a creator', async (db) => {
    await db
      .insertInto('app.billing_customers')
      .values({ mode: key.mode, user_id: key.userId })
      .onConflict((conflict) => conflict.columns(['mode', 'user_id']).doNothing())
      .execute()
    return { row: await lockLiving(db, key), email: await findCreatorEmail(db, key.userId) }
  })
}

async function keepCustomer(kernel: Kernel, db: Db, key: CustomerKey, made: string): Promise<string> {
  const { customer_id } = await db
    .updateTable('app.billing_customers')
    .set({ customer_id: sql<string>`coalesce(customer_id, ${made})` })
    .where('mode', '=', key.mode)
    .where('user_id', '=', key.userId)
    .returning('customer_id')
    .executeTakeFirstOrThrow()
  if (key.mode === kernel.payments.platformMode)
    await db
      .insertInto('profiles')
      .values({ user_id: key.userId, stripe_customer_id: customer_id })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ stripe_customer_id: customer_id }))
      .execute()
  return customer_id!
}

/** The provider lost or deleted the customer: the next checkout creates a new one. */
export async function forgetCustomer(
  db: Db,
  { userId, mode }: CustomerKey,
  customerId: string,
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('app.billing_customers')
    .set({ customer_id: null, generation: sql<number>`generation + 1` })
    .where('mode', '=', mode)
    .where('user_id', '=', userId)
    .where('customer_id', '=', customerId)
    .executeTakeFirst()
  if (numUpdatedRows > 0n)
    await db
      .updateTable('profiles')
      .set({ stripe_customer_id: null })
      .where('user_id', '=', userId)
      .where('stripe_customer_id', '=', customerId)
      .execute()
}
