import type Stripe from 'stripe'
import type { PaymentMode } from '#kernel/config.ts'
import type { Kernel } from '#kernel/kernel.ts'

/** What an order takes from its subscription. */
export interface SubscriptionState {
  subscription_status: Stripe.Subscription.Status
  current_period_end: Date | null
  cancel_at_period_end: boolean
  /** Units per period: seats, for a product that is sold per seat. */
  quantity: number
}

/** Statuses that grant the buyer access. A subscription is `past_due` while the provider retries the card. */
export const LIVE = ['active', 'trialing', 'past_due']

/** Reads a subscription's state. @throws {StripeError} when a request to the provider fails */
export async function readSubscription(
  kernel: Kernel,
  id: string,
  { account, mode }: { account: string; mode: PaymentMode },
): Promise<SubscriptionState> {
  const subscription = await kernel.payments
    .client(mode)
    .subscriptions.retrieve(id, {}, { stripeAccount: account })
  return stateOf(subscription)
}

/**
 * The subscription's items have the end of the paid period. A `cancel_at` date counts as canceling at its
 * end, too.
 */
export function stateOf(subscription: Stripe.Subscription): SubscriptionState {
  const { status, cancel_at_period_end, cancel_at, items } = subscription
  const end = items.data[0]?.current_period_end
  return {
    subscription_status: status,
    current_period_end: end ? new Date(end * 1000) : null,
    cancel_at_period_end: LIVE.includes(status) && (cancel_at_period_end || cancel_at !== null),
    quantity: items.data[0]?.quantity ?? 1,
  }
}

/**
 * The columns of an order that mirror its subscription. Only an order whose product is sold per seat follows the
 * quantity: access is a matter of what is paid for now.
 */
export function columnsOf({ quantity, ...columns }: SubscriptionState, order: { seats: number | null }) {
  return order.seats === null || quantity < 1 ? columns : { ...columns, seats: quantity }
}
