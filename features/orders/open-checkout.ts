import type Stripe from 'stripe'
import type { PaymentMode } from '#kernel/config.ts'
import type { Kernel } from '#kernel/kernel.ts'
import type { Buyer, Sale } from './start-order.ts'

export interface OpenOrder {
  id: string
  mode: PaymentMode
  account: string
  /** By the database's clock. */
  begun: Date
}

type Create = Stripe.Checkout.SessionCreateParams

/**
 * Makes the provider's session of an order: on the tenant's own account (direct charge), without a fee of ours, at the
 * price the server read. One that holds a part of what is left ends as soon as the provider lets it. Repeated with the same order and state it is the same session.
 * @param state comes back with the buyer
 */
export function openCheckout(
  kernel: Kernel,
  sale: Sale,
  buyer: Buyer,
  order: OpenOrder,
  state: string,
): Promise<Stripe.Checkout.Session> {
  const metadata = { tenant_id: sale.tenantId, item_id: sale.sourceId, order_id: order.id }
  return kernel.payments.client(order.mode).checkout.sessions.create(
    {
      ...(sale.interval
        ? { mode: 'subscription', subscription_data: { metadata } }
        : { mode: 'payment', payment_intent_data: { metadata } }),
      line_items: [lineOf(sale)],
      client_reference_id: order.id,
      metadata,
      ...(buyer.email ? { customer_email: buyer.email } : {}),
      ...(sale.limited ? { expires_at: endOf(order) } : {}),
      ...localeOf(buyer),
      ...placesOf(kernel.config.publicUrl, buyer, state),
    },
    { stripeAccount: order.account, idempotencyKey: `order:${order.id}` },
  )
}

/**
 * The provider's shortest is 30 minutes from when it makes the session. Counted from the order, so that a repeated call
 * asks for the same session; the minutes beyond are for an answer that was lost and asked for again.
 */
const endOf = ({ begun }: OpenOrder) => Math.ceil(begun.getTime() / 1000) + 33 * 60

/** Letters are written in languages that the provider's pages do not know. */
const localeOf = ({ locale }: Buyer) => (locale && PAGES.includes(locale) ? { locale } : {})
const PAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'ja']

function lineOf({
  amount,
  currency,
  quantity,
  interval,
  name,
  description,
}: Sale): Stripe.Checkout.SessionCreateParams.LineItem {
  return {
    quantity,
    price_data: {
      currency,
      unit_amount: amount,
      ...(interval ? { recurring: { interval } } : {}),
      product_data: { name, ...(description ? { description } : {}) },
    },
  }
}

/** A page of the provider's leads back by our addresses; a frame stays, and leads only where a bank wanted a page. */
function placesOf(publicUrl: string, { ui }: Buyer, state: string): Partial<Create> {
  const back = `${publicUrl}/checkout/return?session_id={CHECKOUT_SESSION_ID}&state=${state}`
  return ui === 'embedded'
    ? { ui_mode: 'embedded_page', return_url: back, redirect_on_completion: 'if_required' }
    : { success_url: back, cancel_url: `${publicUrl}/checkout/cancel?state=${state}` }
}
