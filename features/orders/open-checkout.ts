import type Stripe from 'stripe'
import type { PaymentMode } from '#kernel/config.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { isLocalOrigin } from '#kernel/tenancy.ts'
import type { Buyer, Sale } from './start-order.ts'

export interface OpenOrder {
  id: string
  mode: PaymentMode
  account: string
  /** By the database's clock. */
  createdAt: Date
}

type Create = Stripe.Checkout.SessionCreateParams

/**
 * Creates the provider's checkout session for an order, on the tenant's own account (direct charge), without
 * a platform fee, at the price the server read. A session that reserves limited stock expires as early as the
 * provider allows. Repeated calls with the same order and state return the same session.
 * @param state a secret that the provider returns with the buyer
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
      line_items: linesOf(sale, kernel.config.publicUrl),
      client_reference_id: order.id,
      metadata,
      ...(buyer.email ? { customer_email: buyer.email } : {}),
      ...(sale.limited ? { expires_at: expiresAt(order) } : {}),
      ...localeOf(buyer),
      ...placesOf(kernel.config.publicUrl, buyer, state),
    },
    { stripeAccount: order.account, idempotencyKey: `order:${order.id}` },
  )
}

/**
 * The provider requires at least 30 minutes from the creation of the session. The time counts from the
 * order's creation, so a repeated call requests the same session. The extra 3 minutes allow a retry after a
 * lost response.
 */
const expiresAt = ({ createdAt }: OpenOrder) => Math.ceil(createdAt.getTime() / 1000) + 33 * 60

/** Emails support languages that the provider's pages don't. */
const localeOf = ({ locale }: Buyer) => (locale && PAGES.includes(locale) ? { locale } : {})
const PAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'ja']

type LineItem = Stripe.Checkout.SessionCreateParams.LineItem

function linesOf(sale: Sale, publicUrl: string): LineItem[] {
  const { lines, currency, interval, name, description, picture } = sale
  if (lines)
    return lines
      .filter(({ amount }) => amount > 0)
      .map((line) => ({
        quantity: line.quantity,
        price_data: { currency, unit_amount: line.amount, product_data: { name: line.name } },
      }))
  const images = picture && isPublic(publicUrl) ? [`${publicUrl}${picture}`] : []
  return [
    {
      quantity: sale.quantity,
      price_data: {
        currency,
        unit_amount: sale.amount,
        ...(interval ? { recurring: { interval } } : {}),
        product_data: {
          name,
          ...(description ? { description } : {}),
          ...(images.length ? { images } : {}),
        },
      },
    },
  ]
}

/** Whether the provider, which fetches pictures itself, can reach this server. */
const isPublic = (publicUrl: string) => publicUrl.startsWith('https:') && !isLocalOrigin(publicUrl)

/**
 * The provider's page returns to our URLs. An embedded checkout stays in place and redirects only after a
 * bank's page.
 */
function placesOf(publicUrl: string, { ui }: Buyer, state: string): Partial<Create> {
  const back = `${publicUrl}/checkout/return?session_id={CHECKOUT_SESSION_ID}&state=${state}`
  return ui === 'embedded'
    ? { ui_mode: 'embedded_page', return_url: back, redirect_on_completion: 'if_required' }
    : { success_url: back, cancel_url: `${publicUrl}/checkout/cancel?state=${state}` }
}
