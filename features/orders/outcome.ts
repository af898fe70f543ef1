import type Stripe from 'stripe'

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
}

/**
 * @param session retrieved with `payment_intent.latest_charge` expanded
 * @see https://docs.stripe.com/checkout/fulfillment (payment_status decides, not the event's name)
 */
export function outcomeOf(session: Stripe.Checkout.Session): Outcome {
  const intent = typeof session.payment_intent === 'object' ? session.payment_intent : null
  const charge = intent && typeof intent.latest_charge === 'object' ? intent.latest_charge : null
  const refunded = charge?.amount_refunded ?? 0
  return {
    status: statusOf(session, intent, charge),
    paymentIntentId: intent?.id,
    amountRefunded: refunded,
    email: session.customer_details?.email?.slice(0, 320) ?? undefined,
  }
}

function statusOf(
  session: Stripe.Checkout.Session,
  intent: Stripe.PaymentIntent | null,
  charge: Stripe.Charge | null,
): Outcome['status'] {
  if (session.status === 'expired') return 'expired'
  if (session.status !== 'complete') return 'pending'
  if (session.payment_status === 'unpaid')
    // A method that pays later (bank debit): still under way, or it fell through.
    return intent && ['requires_payment_method', 'canceled'].includes(intent.status) ? 'failed' : 'pending'
  return charge?.refunded ? 'refunded' : 'paid'
}

/**
 * The first way in which a completed session is not the one this order was made for; undefined when all agrees.
 * Such a session is never fulfilled.
 */
export function mismatchOf(session: Stripe.Checkout.Session, order: Expected): string | undefined {
  if (session.livemode !== (order.mode === 'live')) return 'The payment was made in another mode'
  if (session.client_reference_id !== order.id) return 'The payment names another order'
  if (session.metadata?.item_id !== order.source_id) return 'The payment names another product'
  if (session.currency !== order.currency)
    return `The payment was made in ${session.currency}, not ${order.currency}`
  if (session.amount_total !== order.amount_total)
    return `The payment was ${session.amount_total}, not ${order.amount_total} (minor units)`
  return undefined
}
