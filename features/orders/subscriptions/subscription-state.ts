import type Stripe from 'stripe'
import type { PaymentMode } from '#kernel/config.ts'
import type { Kernel } from '#kernel/kernel.ts'

/** What an order keeps of its subscription. */
export interface SubscriptionState {
  subscription_status: Stripe.Subscription.Status
  current_period_end: Date | null
  cancel_at_period_end: boolean
}

/** Of these the buyer may use what was bought; `past_due` while the provider tries the card again. */
export const LIVE = ['active', 'trialing', 'past_due']

/** @throws {StripeError} when the provider cannot be asked */
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

/** The end of the paid time lies on the items. A date set for the end counts as the end of the period too. */
export function stateOf(subscription: Stripe.Subscription): SubscriptionState {
  const { status, cancel_at_period_end, cancel_at, items } = subscription
  const end = items.data[0]?.current_period_end
  return {
    subscription_status: status,
    current_period_end: end ? new Date(end * 1000) : null,
    cancel_at_period_end: LIVE.includes(status) && (cancel_at_period_end || cancel_at !== null),
  }
}
