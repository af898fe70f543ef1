import { sql } from 'kysely'
import type Stripe from 'stripe'
import type { PaymentMode } from '#kernel/config.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { isGone } from '#kernel/payments/provider-error.ts'
import { lockCustomer } from './customers.ts'
import { mirrorSubscription, settlePlan } from './mirror.ts'
import { settleCheckout } from './checkout/settle-checkout.ts'

/**
 * Marks expired day passes, and plans whose grace period is over. Access has already ended by the database's
 * clock.
 */
export async function expirePasses(kernel: Kernel): Promise<void> {
  await kernel.database.asService('job: mark expired day passes', (db) =>
    sql`select app.expire_day_passes()`.execute(db),
  )
  const mode = kernel.payments.platformMode
  const owing = await kernel.database.asService('job: list plans whose grace period is over', (db) =>
    sql<{ user_id: string }>`
      select distinct s.user_id from public.subscriptions s join public.bolt_subscriptions h on h.user_id = s.user_id
      where s.mode = ${mode} and s.status = 'past_due' and s.past_due_since <= now() - app.grace()
        and h.status = 'past_due'`.execute(db),
  )
  for (const { user_id } of owing.rows)
    await kernel.database.asService('job: end the grace of a plan', async (db) => {
      await lockCustomer(db, { userId: user_id, mode })
      await settlePlan(kernel, db, { userId: user_id, mode })
    })
}

/**
 * The nightly reconciliation: compares every subscription at the provider with its mirror, and settles
 * checkouts whose events never arrived. A failure does not stop the others.
 */
export async function reconcilePlans(kernel: Kernel): Promise<void> {
  const mode = kernel.payments.platformMode
  if (!kernel.payments.configured(mode)) return
  const known = await mirrors(kernel, mode)
  const seen = new Set<string>()
  for await (const subscription of kernel.payments
    .client(mode)
    .subscriptions.list({ status: 'all', limit: 100 })) {
    seen.add(subscription.id)
    if (known.get(subscription.id) !== shapeOf(subscription)) await mirrorOrLog(kernel, mode, subscription.id)
  }
  for (const id of known.keys()) if (!seen.has(id)) await mirrorOrLog(kernel, mode, id)
  await settleOpenCheckouts(kernel, mode)
}

/** The fields of a subscription that determine access, as one string, by subscription id. */
async function mirrors(kernel: Kernel, mode: PaymentMode): Promise<Map<string, string>> {
  const rows = await kernel.database.asService('job: mirrors of subscriptions', (db) =>
    db
      .selectFrom('subscriptions')
      .select(['stripe_subscription_id', 'status', 'current_period_end', 'cancel_at', 'unit_amount'])
      .where('mode', '=', mode)
      .where('stripe_subscription_id', 'is not', null)
      .execute(),
  )
  const seconds = (moment: Date | null) => (moment ? moment.getTime() / 1000 : null)
  return new Map(
    rows.map((row) => [
      row.stripe_subscription_id!,
      [row.status, seconds(row.current_period_end), seconds(row.cancel_at), row.unit_amount].join(),
    ]),
  )
}

function shapeOf({ status, items, cancel_at, cancel_at_period_end }: Stripe.Subscription): string {
  const [item] = items.data
  const ends = cancel_at ?? (cancel_at_period_end ? item?.current_period_end : null)
  return [status, item?.current_period_end, ends, item?.price.unit_amount].join()
}

function mirrorOrLog(kernel: Kernel, mode: PaymentMode, id: string): Promise<unknown> {
  return mirrorSubscription(kernel, { id, mode }).catch((error: unknown) =>
    kernel.log.warn({ subscription: id, error: String(error) }, 'a subscription could not be looked at'),
  )
}

/**
 * Checkouts whose event never arrived, up to a month old. The provider keeps a checkout open for at most a
 * day.
 */
async function settleOpenCheckouts(kernel: Kernel, mode: PaymentMode): Promise<void> {
  const { rows } = await kernel.database.asService('job: checkouts that are open', (db) =>
    sql<{ session_id: string }>`
      select session_id from app.plan_checkouts
      where status = 'open' and mode = ${mode} and session_id is not null and created_at > now() - interval '30 days'
      union all
      select session_id from app.day_passes
      where status = 'pending' and mode = ${mode} and session_id is not null
        and created_at > now() - interval '30 days'`.execute(db),
  )
  for (const { session_id } of rows)
    await settleCheckout(kernel, { sessionId: session_id, mode }).catch((error: unknown) => {
      if (!isGone(error)) kernel.log.warn({ error: String(error) }, 'an open checkout could not be looked at')
    })
}
