import type Stripe from 'stripe'
import { idOf } from '#kernel/payments/id-of.ts'
import { amountRefunded } from './payment-facts.ts'
import type { PaymentFacts } from './payment-facts.ts'

/** What the provider's Checkout Session says about an order, as a state of ours. */
export interface Outcome {
  status: 'pending' | 'paid' | 'expired' | 'failed' | 'refunded'
  paymentIntentId: string | undefined
  /** Minor units given back so far. */
  amountRefunded: number
  /** As the buyer typed it at the checkout. */
  email: string | undefined
}

/** What an order says about the session that may fulfil it. */
export interface Expected {
  id: string
  mode: string
  source_id: string
  amount_total: number
  currency: string
  interval: string | null
}

/**
 * @param payment what became of its money; undefined where nothing was charged yet, or nothing had to be
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
    // A method that pays later (bank debit): still under way, or it fell through.
    return payment && ['requires_payment_method', 'canceled'].includes(payment.intent.status)
      ? 'failed'
      : 'pending'
  return isRefunded(payment, refunded) ? 'refunded' : 'paid'
}

/** All of it went back. */
export const isRefunded = (payment: PaymentFacts | undefined, refunded: number): boolean =>
  payment !== undefined &&
  refunded > 0 &&
  refunded >= (payment.intent.amount_received || payment.intent.amount)

/**
 * The first way in which a completed session is not the one this order was made for; undefined when all agrees.
 * Such a session is never fulfilled.
 */
export function mismatchOf(session: Stripe.Checkout.Session, order: Expected): string | undefined {
  if (session.livemode !== (order.mode === 'live')) return 'The payment was made in another mode'
  if (session.client_reference_id !== order.id) return 'The payment names another order'
  if (session.metadata?.item_id !== order.source_id) return 'The payment names another product'
  if ((session.mode === 'subscription') !== (order.interval !== null))
    return order.interval ? 'The payment is not recurring' : 'The payment is recurring'
  if (session.currency !== order.currency)
    return `The payment was made in ${session.currency}, not ${order.currency}`
  if (session.amount_total !== order.amount_total)
    return `The payment was ${session.amount_total}, not ${order.amount_total} (minor units)`
  return undefined
}

/** Ids that an order keeps of its session. */
export const idsOf = (session: Stripe.Checkout.Session) => ({
  stripe_customer_id: idOf(session.customer),
  stripe_subscription_id: idOf(session.subscription),
  stripe_invoice_id: idOf(session.invoice),
})
