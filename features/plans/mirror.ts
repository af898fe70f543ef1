import { sql } from 'kysely'
import type Stripe from 'stripe'
import type { PaymentMode } from '#kernel/config.ts'
import type { Db } from '#kernel/db/database.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { idOf } from '#kernel/payments/id-of.ts'
import { isGone } from '#kernel/payments/provider-error.ts'
import { findCreatorEmail, lockCustomer, findUserOfCustomer } from './customers.ts'
import type { CustomerKey } from './customers.ts'
import { notify } from './notices.ts'
import { allPlans, priceOf, productOf } from './plans.ts'
import { claimTrial } from './trials.ts'

export interface SubscriptionRef {
  id: string
  mode: PaymentMode
}

export interface Mirrored {
  userId: string
  status: string
}

/** Maximum optimistic-lock retries: of several concurrent readers one writes, and the others read again. */
const MOST_READS = 20

/**
 * Updates our rows from the provider's subscription. This is the only code that activates a paid plan.
 * Events, the success page and the nightly reconciliation call it; it is idempotent, and safe concurrently
 * and in any order. It reads the row's version before the subscription and writes only if the version is
 * unchanged, so that an older response never overwrites a newer one.
 * @returns undefined for a subscription of a customer that is not ours
 * @throws {StripeError} when the provider cannot be reached
 */
export async function mirrorSubscription(
  kernel: Kernel,
  ref: SubscriptionRef,
): Promise<Mirrored | undefined> {
  for (let reads = 0; reads < MOST_READS; reads++) {
    const before = await kernel.database.asService('provider: mirror of a subscription', (db) =>
      rowOf(db, ref),
    )
    const subscription = await readSubscription(kernel, ref)
    if (!subscription) return before && clearSubscription(kernel, ref, before.user_id)
    const customer = idOf(subscription.customer)
    const userId = await kernel.database.asService('provider: find the owner of a subscription', (db) =>
      findUserOfCustomer(db, customer, ref.mode),
    )
    if (!userId) return undefined
    if (await refusedTrial(kernel, { userId, mode: ref.mode }, subscription)) continue
    const written = await kernel.database.asService('provider: mirror a subscription', (db) =>
      write(kernel, db, { userId, mode: ref.mode }, subscription, before),
    )
    if (written) return { userId, status: subscription.status }
  }
  throw new Error(`Subscription ${ref.id} changes faster than it can be read`)
}

function rowOf(db: Db, { id, mode }: SubscriptionRef) {
  return db
    .selectFrom('subscriptions')
    .select(['version', 'status', 'user_id'])
    .where('id', '=', sql<string>`app.subscription_row_id(${mode}, ${id})`)
    .executeTakeFirst()
}

type Row = NonNullable<Awaited<ReturnType<typeof rowOf>>>

async function readSubscription(kernel: Kernel, { id, mode }: SubscriptionRef) {
  return kernel.payments
    .client(mode)
    .subscriptions.retrieve(id, { expand: ['default_payment_method'] })
    .catch((error: unknown) => {
      if (!isGone(error)) throw error
    })
}

/** Ends a trial before any charge if this user or card already had one; the next checkout has no trial. */
async function refusedTrial(
  kernel: Kernel,
  key: CustomerKey,
  subscription: Stripe.Subscription,
): Promise<boolean> {
  if (subscription.status !== 'trialing') return false
  const granted = await kernel.database.asService('provider: claim a trial', async (db) =>
    claimTrial(db, key, await findCreatorEmail(db, key.userId), subscription),
  )
  if (granted) return false
  // If two processes find it at the same time, both end it; the provider tells the second that it no longer exists.
  await kernel.payments
    .client(key.mode)
    .subscriptions.cancel(subscription.id)
    .catch((error: unknown) => {
      if (!isGone(error)) throw error
    })
  await kernel.database.asService('provider: announce a refused trial', (db) =>
    notify(kernel, db, { user_id: key.userId, kind: 'trial_refused', about: subscription.id }),
  )
  return true
}

const GOOD = ['active', 'trialing', 'past_due']

/** @returns false if the row changed since `before` was read */
async function write(
  kernel: Kernel,
  db: Db,
  key: CustomerKey,
  subscription: Stripe.Subscription,
  before: Row | undefined,
): Promise<boolean> {
  if (!(await lockCustomer(db, key))) return true // The account was deleted in the meantime.
  const values = await valuesOf(db, key, subscription)
  const owes = values.status === 'past_due' || values.status === 'unpaid'
  const written = before
    ? await db
        .updateTable('subscriptions')
        .set({
          ...values,
          version: before.version + 1,
          past_due_since: owes ? sql<Date>`coalesce(past_due_since, now())` : null,
        })
        .where('id', '=', sql<string>`app.subscription_row_id(${key.mode}, ${subscription.id})`)
        .where('version', '=', before.version)
        .executeTakeFirst()
        .then(({ numUpdatedRows }) => numUpdatedRows)
    : await db
        .insertInto('subscriptions')
        .values({
          ...values,
          id: sql<string>`app.subscription_row_id(${key.mode}, ${subscription.id})`,
          past_due_since: owes ? sql<Date>`now()` : null,
        })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .executeTakeFirst()
        .then(({ numInsertedOrUpdatedRows }) => numInsertedOrUpdatedRows)
  if (!written) return false
  await settlePlan(kernel, db, key)
  if (before && GOOD.includes(before.status) && values.status === 'canceled')
    await notify(kernel, db, { user_id: key.userId, kind: 'plan_ended', about: subscription.id })
  return true
}

/** Derives the creator's current plan from their mirrors, in the mode in which plans are paid here. */
export async function settlePlan(kernel: Kernel, db: Db, { userId, mode }: CustomerKey): Promise<void> {
  if (mode === kernel.payments.platformMode) await sql`select app.settle_plan(${userId}, ${mode})`.execute(db)
}

async function valuesOf(db: Db, { userId, mode }: CustomerKey, subscription: Stripe.Subscription) {
  const [item] = subscription.items.data
  const price = item!.price
  return {
    user_id: userId,
    mode,
    stripe_subscription_id: subscription.id,
    stripe_customer_id: idOf(subscription.customer),
    plan_id: await planOf(db, price, mode),
    status: subscription.status,
    unit_amount: price.unit_amount ?? 0,
    currency: price.currency,
    interval: price.recurring?.interval ?? 'month',
    current_period_end: moment(item!.current_period_end),
    trial_end: moment(subscription.trial_end),
    cancel_at: moment(
      subscription.cancel_at ?? (subscription.cancel_at_period_end ? item!.current_period_end : null),
    ),
    created_at: new Date(subscription.created * 1000),
  }
}

/**
 * The plan that a price buys: by the price's id, or by its product for an older price. Other prices buy none.
 */
async function planOf(db: Db, price: Stripe.Price, mode: PaymentMode): Promise<string | null> {
  const product = idOf(price.product)
  const plans = (await allPlans(db)).filter(({ price_cents }) => price_cents > 0)
  const plan =
    plans.find((one) => priceOf(one, mode) === price.id) ??
    plans.find((one) => productOf(one.id, mode) === product)
  return plan?.id ?? null
}

const moment = (seconds: number | null | undefined): Date | null =>
  typeof seconds === 'number' ? new Date(seconds * 1000) : null

/** The provider no longer has it (test data was deleted), so it grants nothing. */
function clearSubscription(kernel: Kernel, { id, mode }: SubscriptionRef, userId: string): Promise<Mirrored> {
  return kernel.database.asService('provider: clear a missing subscription', async (db) => {
    await lockCustomer(db, { userId, mode })
    await db
      .updateTable('subscriptions')
      .set({ status: 'canceled', past_due_since: null, version: sql<number>`version + 1` })
      .where('id', '=', sql<string>`app.subscription_row_id(${mode}, ${id})`)
      .execute()
    await settlePlan(kernel, db, { userId, mode })
    return { userId, status: 'canceled' }
  })
}
