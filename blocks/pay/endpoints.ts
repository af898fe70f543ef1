import type { EmbeddedCheckout } from '#features/orders/endpoints.ts'
import { endpoint } from '#kernel/browser/endpoint.ts'

/**
 * `page_url` is the address of the page the buyer is on; it is checked against the tenant's sites before it
 * is stored. Send an `Idempotency-Key`, so that a repeated call (a lost response, a double click) is the same
 * purchase.
 */
export interface PurchaseRequest {
  item_id: string
  page_url: string
  /** 1 to 99; default 1. */
  quantity?: number
  /** `embedded`: the checkout opens in a frame on the page, if the provider allows it. */
  ui?: 'page' | 'embedded'
  /** The terms the buyer was shown. They set no price: the call is refused if the current terms differ. */
  seen?: SeenTerms
  /**
   * Receipts of checkouts that this browser started earlier. Open ones for the same product are ended, so
   * that only one can be paid.
   */
  instead_of?: string[]
  /** The buyer's language for the checkout and emails: `de` or `de-AT`. */
  locale?: string
}

/** The terms of a product as the page showed them. */
export interface SeenTerms {
  price_cents: number
  currency: string
  interval: Interval | null
}

/** `receipt` is an opaque token that lets this browser query the order's state. */
export interface PurchaseStarted {
  /** The hosted checkout; null when `embedded` is given. */
  url: string | null
  receipt: string
  /** Parameters for the provider's browser script; null for a hosted checkout. */
  embedded: EmbeddedCheckout | null
  /** The receipts from `instead_of` whose checkouts have ended. */
  ended: string[]
}

/** Either `receipt` from the purchase, or `code` from the return URL, which can be redeemed once. */
export interface OrderStatusRequest {
  receipt?: string
  code?: string
  /**
   * With a receipt: the buyer reports that they are done, so query the provider now. For a checkout in a
   * frame this is the only signal.
   */
  done?: true
}

export interface OrderStatus {
  /** The same for an order whether it was queried by receipt or code. */
  order_id: string
  status: 'pending' | 'paid' | 'canceled' | 'failed'
  item_name: string
  quantity: number
  /** Minor units of `currency`. */
  amount_total: number
  /** ISO 4217, lower case. */
  currency: string
  /** Billing interval; null for a one-time payment. */
  interval: Interval | null
}

export type Interval = 'week' | 'month' | 'year'

/** A purchase as shown to the signed-in buyer. Amounts are minor units of `currency`, times are ISO 8601. */
export interface Purchase {
  id: string
  status: 'paid' | 'refunded'
  item_id: string
  item_name: string
  quantity: number
  amount_total: number
  amount_refunded: number
  currency: string
  interval: Interval | null
  /** Whether the buyer has access to what they bought now. */
  grants_access: boolean
  /** For subscriptions: the provider's status, for example `active` or `past_due`. */
  subscription_status: string | null
  current_period_end: string | null
  cancel_at_period_end: boolean
  created_at: string
}

/** The picture of a product. */
export interface Picture {
  /** Path on this server, WebP. It changes with the content, so it can be cached forever; 404 for inactive products. */
  url: string
  /** Pixels, at most 960. */
  width: number
  height: number
}

/**
 * One of the ways to be among those who may buy a product, by the kind of its alternative (docs/decisions/057). Unknown
 * kinds may be added.
 */
export interface WayIn {
  kind: string
  /** Name of the product (`bought`, while it is for sale) or of the role (`role`). */
  name?: string
  /** The product to buy. */
  item_id?: string
  /** When it opens, ISO 8601; absent when it is open. */
  from?: string
  /** Days since the member joined, bought it or got the role. */
  after_days?: number
}

/** A product as shown to this visitor, with the price that they would pay. */
export interface CatalogueItem extends SeenTerms {
  id: string
  name: string
  description: string | null
  /** Units one buyer can buy now, at most 99; 0 is sold out, null is unlimited. */
  available: number | null
  /** Sold per seat: the quantity is how many members of the buyer's team have access. */
  per_seat?: true
  picture: Picture | null
  /** What others pay, if `price_cents` is a members' price. */
  regular_price_cents?: number
  /** How to be allowed to buy it; absent if this visitor may. Empty: only its owner can say. */
  ways?: WayIn[]
}

export interface Catalogue {
  /** Newest first. */
  items: CatalogueItem[]
  /** False when the tenant has no payments account in its current mode. */
  canSell: boolean
  /** Some products or prices depend on who the visitor is. */
  isPersonal?: true
}

/** The products for sale now, in the form in which the block's page was rendered. */
export const catalogue = endpoint<object, Catalogue>('GET', '/catalogue')

/**
 * Starts a checkout of one item at the price that the server has for this caller now, on the tenant's own account.
 * Refused with 409 `price_changed` if `seen` differs (`details` has the current terms), with 403 `members_only` if the
 * product is for others, and with `sold_out` or `too_few_left` if the stock is insufficient.
 */
export const purchase = endpoint<PurchaseRequest, PurchaseStarted>('POST', '/purchase')

/** The state of an order. A wrong or used code and an unknown receipt return 404. */
export const orderStatus = endpoint<OrderStatusRequest, OrderStatus>('POST', '/order-status')

/**
 * The signed-in end user's purchases, newest first, including those made as a guest with their verified
 * address.
 */
export const myPurchases = endpoint<{ cursor?: string }, { purchases: Purchase[]; next: string | null }>(
  'GET',
  '/purchases',
)

/**
 * Address of the provider's receipt or invoice for the buyer's own purchase. It expires, so request it when
 * it is opened.
 */
export const purchaseReceipt = endpoint<{ purchase_id: string }, { url: string }>('POST', '/purchase-receipt')

/** Address of the provider's portal, where a subscriber changes the card, sees invoices and cancels. */
export const purchasePortal = endpoint<{ purchase_id: string; page_url: string }, { url: string }>(
  'POST',
  '/purchase-portal',
)
