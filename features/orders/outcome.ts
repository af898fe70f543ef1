import type Stripe from 'stripe'
import { idOf } from '#kernel/payments/id-of.ts'
import { amountRefunded } from './payment-facts.ts'
import type { PaymentFacts } from './payment-facts.ts'

/** The state of an order according to the provider's Checkout Session. */
export interface Outcome {
  status: 'pending' | 'paid' | 'expired' | 'failed' | 'refunded'
  paymentIntentId: string | undefined
  /** Minor units refunded so far. */
  amountRefunded: number
  /** The email that the buyer entered at the checkout. */
  email: string | undefined
}

/** The properties of an order that a session must match to fulfill it. */
export interface Expected {
  id: string
  mode: string
  source_id: string
  amount_total: number
  currency: string
  interval: string | null
}

/**
 * Derives the outcome of a checkout session.
 * @param payment the session's payment; undefined if nothing has been charged yet or nothing was due
 * @see https://docs.stripe.com/checkout/fulfillment (payment_status decides, not the event's name)
 */
export function outcomeOf(session: Stripe.Checkout.Session, payment?: PaymentFacts): Outcome {
  const refunded = payment ? amountRefunded(payment) : 0
  return {
    status: statusOf(session, payment, refunded),
    paymentIntentId: payment?.intent.id,
    amountRefunded: refunded,
    email: session.customer_details?.email?.slice(0, 320) ?? undefined,
  }
}

function statusOf(
  session: Stripe.Checkout.Session,
  payment: PaymentFacts | undefined,
  refunded: number,
): Outcome['status'] {
  if (session.status === 'expired') return 'expired'
  if (session.status !== 'complete') return 'pending'
  if (session.payment_status === 'unpaid')
    // A delayed payment method (bank debit) is either still in progress or has failed.
    return payment && ['requires_payment_method', 'canceled'].includes(payment.intent.status)
      ? 'failed'
      : 'pending'
  return isRefunded(payment, refunded) ? 'refunded' : 'paid'
}

/** Whether the payment was refunded in full. */
export const isRefunded = (payment: PaymentFacts | undefined, refunded: number): boolean =>
  payment !== undefined &&
  refunded > 0 &&
  refunded >= (payment.intent.amount_received || payment.intent.amount)

/**
 * Returns the first difference between a completed session and its order, or undefined if they match. A
 * session that differs never fulfills the order.
 */
export function mismatchOf(session: Stripe.Checkout.Session, order: Expected): string | undefined {
  if (session.livemode !== (order.mode === 'live')) return 'The payment was made in another mode'
  if (session.client_reference_id !== order.id) return 'The payment belongs to another order'
  if (session.metadata?.item_id !== order.source_id) return 'The payment belongs to another product'
  if ((session.mode === 'subscription') !== (order.interval !== null))
    return order.interval ? 'The payment is not recurring' : 'The payment is recurring'
  if (session.currency !== order.currency)
    return `The payment was made in ${session.currency}, not ${order.currency}`
  if (session.amount_total !== order.amount_total)
    return `The payment was ${session.amount_total}, not ${order.amount_total} (minor units)`
  return undefined
}

/** The provider's ids that an order stores from its session. */
export const idsOf = (session: Stripe.Checkout.Session) => ({
  stripe_customer_id: idOf(session.customer),
  stripe_subscription_id: idOf(session.subscription),
  stripe_invoice_id: idOf(session.invoice),
})
