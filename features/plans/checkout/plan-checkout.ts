import { sql } from 'kysely'
import type Stripe from 'stripe'
import type { Db } from '#kernel/db/database.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { isGone } from '#kernel/payments/provider-error.ts'
import type { ReturnUrls } from './checkout.ts'
import { findCreatorEmail, ensureCustomer, lockLiving } from '../customers.ts'
import type { CustomerKey } from '../customers.ts'
import { planErrors } from '../errors.ts'
import { mirrorSubscription } from '../mirror.ts'
import { TRIAL_DAYS, planWanted } from '../plans.ts'
import { settleCheckout } from './settle-checkout.ts'
import { hadTrial } from '../trials.ts'

/**
 * Statuses of subscriptions that are still active at the provider: a second one would be charged in addition.
 */
export const LIVING = ['active', 'trialing', 'past_due', 'unpaid', 'paused']

/**
 * Opens a checkout for a paid plan, with the free trial for users who have not had one. Only one is open at a
 * time: a new checkout ends the previous one, so that no user subscribes twice.
 * @param wanted id of a plan, or of its price
 * @throws {AppError} errors of planWanted, 409 plan_active; {StripeError}
 */
export async function buyPlan(
  kernel: Kernel,
  userId: string,
  wanted: string,
  ways: ReturnUrls,
): Promise<Stripe.Checkout.Session> {
  const mode = kernel.payments.platformMode
  const key = { userId, mode }
  const plan = await kernel.database.asService('closed: a plan and its price', (db) =>
    planWanted(db, wanted, mode),
  )
  await refreshActiveSubscription(kernel, key)
  await kernel.database.asService('closed: check for an active plan', (db) => refuseSecondPlan(db, key))
  const customer = await ensureCustomer(kernel, key)
  await endOpenCheckouts(kernel, key)
  const { id, trial } = await kernel.database.asService('closed: create a plan checkout', (db) =>
    openRow(db, key, plan.id),
  )
  const metadata = { purpose: 'plan', user_id: userId, plan_id: plan.id, checkout_id: id }
  const session = await kernel.payments.client(mode).checkout.sessions.create(
    {
      mode: 'subscription',
      customer,
      line_items: [{ price: plan.price, quantity: 1 }],
      client_reference_id: id,
      metadata,
      // A card is always required: the trial is limited to one per card and ends in a payment.
      payment_method_collection: 'always',
      subscription_data: {
        metadata,
        ...(trial
          ? {
              trial_period_days: TRIAL_DAYS,
              trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
            }
          : {}),
      },
      ...ways,
    },
    { idempotencyKey: `plan-checkout:${id}` },
  )
  await kernel.database.asService('closed: store the session of a plan checkout', (db) =>
    db.updateTable('app.plan_checkouts').set({ session_id: session.id }).where('id', '=', id).execute(),
  )
  return session
}

/**
 * Reads the subscription again, because its plan may have just ended with the event still in transit. That
 * must not prevent the next checkout.
 */
async function refreshActiveSubscription(kernel: Kernel, key: CustomerKey): Promise<void> {
  const id = await kernel.database.asService('closed: find the active subscription', async (db) => {
    const row = await livingMirror(db, key).executeTakeFirst()
    return row?.stripe_subscription_id
  })
  if (id) await mirrorSubscription(kernel, { id, mode: key.mode })
}

const livingMirror = (db: Db, { userId, mode }: CustomerKey) =>
  db
    .selectFrom('subscriptions')
    .select('stripe_subscription_id')
    .where('user_id', '=', userId)
    .where('mode', '=', mode)
    .where('status', 'in', LIVING)

/** @throws {AppError} 409 plan_active, also for plans granted by the operator */
async function refuseSecondPlan(db: Db, { userId, mode }: CustomerKey): Promise<void> {
  const held = await db
    .selectFrom('bolt_subscriptions')
    .select('plan_id')
    .where('user_id', '=', userId)
    .where('plan_id', '<>', 'free')
    .where('status', 'in', LIVING)
    .executeTakeFirst()
  const mirrored = await livingMirror(db, { userId, mode }).executeTakeFirst()
  if (held ?? mirrored) throw planErrors.plan_active()
}

/**
 * Creates the row of a new checkout under the customer's lock: the second of two concurrent calls finds the
 * first one's row and gives way.
 */
async function openRow(db: Db, key: CustomerKey, planId: string): Promise<{ id: string; trial: boolean }> {
  await lockLiving(db, key)
  await refuseSecondPlan(db, key)
  const other = await db
    .selectFrom('app.plan_checkouts')
    .select('id')
    .where('user_id', '=', key.userId)
    .where('status', '=', 'open')
    .executeTakeFirst()
  if (other) throw planErrors.checkout_busy()
  const { id } = await db
    .insertInto('app.plan_checkouts')
    .values({ user_id: key.userId, mode: key.mode, plan_id: planId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, trial: !(await hadTrial(db, key, await findCreatorEmail(db, key.userId))) }
}

/** Ends open checkouts. One that was paid in the meantime is settled and blocks the new one. */
async function endOpenCheckouts(kernel: Kernel, { userId, mode }: CustomerKey): Promise<void> {
  const open = await kernel.database.asService('closed: open checkouts of a creator', (db) =>
    db
      .selectFrom('app.plan_checkouts')
      .select(['id', 'mode', 'session_id'])
      .select(sql<boolean>`created_at < now() - interval '1 minute'`.as('lost'))
      .where('user_id', '=', userId)
      .where('status', '=', 'open')
      .execute(),
  )
  for (const { id, session_id, lost, ...row } of open) {
    // It belongs to the other mode, or its session was never created, so no buyer has its address.
    if (row.mode !== mode || (!session_id && lost)) await closeRow(kernel, id)
    else if (session_id) {
      await kernel.payments
        .client(mode)
        .checkout.sessions.expire(session_id)
        .catch((error: unknown) => kernel.log.info({ error: String(error) }, 'a checkout could not be ended'))
      await settleCheckout(kernel, { sessionId: session_id, mode }).catch(async (error: unknown) => {
        if (!isGone(error)) throw error
        await closeRow(kernel, id)
      })
    }
  }
}

function closeRow(kernel: Kernel, id: string) {
  return kernel.database.asService('closed: close an abandoned checkout', (db) =>
    db
      .updateTable('app.plan_checkouts')
      .set({ status: 'expired' })
      .where('id', '=', id)
      .where('status', '=', 'open')
      .execute(),
  )
}
