import type { RouteContext } from '#kernel/http/route.ts'
import { isGone, providerError } from '#kernel/payments/provider-error.ts'
import type { OrderDetail } from '../endpoints.ts'
import { PROVIDER_AWAY, orderErrors } from '../errors.ts'
import { orderDetail } from '../list/order-rows.ts'
import { accountOf } from '../provider-ids.ts'
import { settleSubscription } from './renewals.ts'
import { LIVE } from './subscription-state.ts'

const PER_CREATOR = { points: 60, seconds: 600 }

/**
 * Cancels a recurring order of the caller's tenant, or undoes the cancellation. The order is then settled
 * from the provider's state.
 * @throws {AppError} order_not_found, not_recurring, subscription_ended; payments_refused,
 *   payments_unavailable
 */
export async function changeSubscription(
  c: RouteContext<{ orderId: string; change: 'cancel_at_period_end' | 'cancel_now' | 'resume' }>,
): Promise<OrderDetail> {
  const { kernel, claims, input } = c
  const read = () => kernel.database.withClaims(claims, (db) => orderDetail(db, input.orderId))
  await kernel.limits.take('order.subscription', claims.sub!, PER_CREATOR)
  const order = await read()
  const { subscription, ...at } = await accountOf(kernel, order)
  if (!subscription) throw orderErrors.not_recurring()
  if (!LIVE.includes(order.subscription_status ?? '')) throw orderErrors.subscription_ended()
  const { subscriptions } = kernel.payments.client(at.mode)
  const on = { stripeAccount: at.account }
  try {
    if (input.change === 'cancel_now') await subscriptions.cancel(subscription, {}, on)
    else
      await subscriptions.update(
        subscription,
        { cancel_at_period_end: input.change === 'cancel_at_period_end' },
        on,
      )
  } catch (error) {
    // The buyer or the provider has just ended it. Settling the order below records that.
    if (!isGone(error)) throw providerError(error, PROVIDER_AWAY)
  }
  await settleSubscription(kernel, at, subscription).catch((error: unknown) => {
    throw providerError(error, PROVIDER_AWAY)
  })
  return read()
}
