import type { RouteContext } from '#kernel/http/route.ts'
import { isGone, providerError } from '#kernel/payments/provider-error.ts'
import { CHECKOUT_AWAY, orderErrors } from '../errors.ts'
import { accountOf } from '../provider-ids.ts'
import { ownPurchase } from '../purchases.ts'
import { settleSubscription } from './renewals.ts'
import { LIVE } from './subscription-state.ts'

const PER_BUYER = { points: 20, seconds: 600 }

/**
 * Changes how many seats the caller's own recurring purchase has. More seats are paid at once, for the rest of the
 * period, and are there only if the payment succeeds. Fewer close at once; the rest of what was paid for them is
 * credited to the next payment.
 * @throws {AppError} order_not_found, not_per_seat, subscription_ended; payments_refused, payments_unavailable
 */
export async function changeSeats(
  c: RouteContext<{ orderId: string; seats: number }>,
): Promise<{ seats: number }> {
  const { kernel, claims, input } = c
  await kernel.limits.take('order.seats', claims.sub!, PER_BUYER)
  const own = await ownPurchase(kernel, claims, input.orderId)
  const read = () =>
    kernel.database.asService('closed: seats of a purchase of an end user', (db) =>
      db
        .selectFrom('orders')
        .select(['seats', 'subscription_status'])
        .where('tenant_id', '=', own.tenant_id)
        .where('id', '=', own.id)
        .executeTakeFirstOrThrow(),
    )
  const order = await read()
  if (order.seats === null) throw orderErrors.not_per_seat()
  const { subscription, ...at } = await accountOf(kernel, own)
  if (!subscription || !LIVE.includes(order.subscription_status ?? '')) throw orderErrors.subscription_ended()
  const { subscriptions } = kernel.payments.client(at.mode)
  const on = { stripeAccount: at.account }
  try {
    const { items } = await subscriptions.retrieve(subscription, {}, on)
    const [item] = items.data
    if (!item) throw orderErrors.subscription_ended()
    const more = input.seats > (item.quantity ?? 1)
    if (input.seats !== item.quantity)
      await subscriptions.update(
        subscription,
        {
          items: [{ id: item.id, quantity: input.seats }],
          ...(more
            ? { proration_behavior: 'always_invoice', payment_behavior: 'error_if_incomplete' }
            : { proration_behavior: 'create_prorations' }),
        },
        on,
      )
    await settleSubscription(kernel, at, subscription)
  } catch (error) {
    if (isGone(error)) throw orderErrors.subscription_ended({ cause: error })
    throw providerError(error, CHECKOUT_AWAY)
  }
  return { seats: (await read()).seats ?? input.seats }
}
