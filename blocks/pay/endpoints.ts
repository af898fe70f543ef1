import { endpoint } from '#kernel/browser/endpoint.ts'

/**
 * `page_url`: address of the page the buyer stands on, checked against the tenant's sites before it is kept.
 * Send an `Idempotency-Key`, so that a repeated call (a lost answer, a double click) is the same purchase.
 */
export interface PurchaseRequest {
  item_id: string
  page_url: string
  /** 1 to 99; one unless given. */
  quantity?: number
  /** `embedded`: the checkout stands in a frame on the page, where the provider allows it. */
  ui?: 'page' | 'embedded'
  /** What the buyer was shown. It decides nothing but this: where it is so no longer, the call is refused. */
  seen?: SeenTerms
  /** Receipts of checkouts that this browser began before: open ones of the same product end, so that one is paid. */
  instead_of?: string[]
  /** Language that the buyer reads in, for the checkout and the letters: `de` or `de-AT`. */
  locale?: string
}

/** The terms of a product as a page showed them. */
export interface SeenTerms {
  price_cents: number
  currency: string
  interval: Interval | null
}

/** `receipt` is an opaque proof that lets this browser ask for the order's state. */
export interface PurchaseStarted {
  /** The hosted checkout; null when `embedded` is given. */
  url: string | null
  receipt: string
  /** What the provider's browser script needs; null for a hosted checkout. */
  embedded: EmbeddedCheckout | null
  /** Which of the receipts in `instead_of` are over now. */
  ended: string[]
}

export interface EmbeddedCheckout {
  client_secret: string
  publishable_key: string
  /** The tenant's account that is paid. */
  account: string
}

/** `receipt` from the purchase, or `code` from the address the buyer came back to (redeemed once). */
export interface OrderStatusRequest {
  receipt?: string
  code?: string
  /** With a receipt: the buyer says they are done, so the provider is asked; of a frame it is told by nothing else. */
  done?: true
}

export interface OrderStatus {
  /** The same order has the same one, whatever proof it was asked by. */
  order_id: string
  status: 'pending' | 'paid' | 'canceled' | 'failed'
  item_name: string
  quantity: number
  /** Minor units of `currency`. */
  amount_total: number
  /** ISO 4217, lower case. */
  currency: string
  /** How often it is paid again; null for what is paid once. */
  interval: Interval | null
}

export type Interval = 'week' | 'month' | 'year'

/** A purchase as the signed-in buyer sees it. Amounts are minor units of `currency`, times ISO 8601. */
export interface Purchase {
  id: string
  status: OrderStatus['status'] | 'refunded'
  item_id: string
  item_name: string
  quantity: number
  amount_total: number
  amount_refunded: number
  currency: string
  interval: Interval | null
  /** What was bought may be used now. */
  grants_access: boolean
  /** Of a recurring purchase: the provider's word, for example `active` or `past_due`. */
  subscription_status: string | null
  current_period_end: string | null
  cancel_at_period_end: boolean
  created_at: string
}

/** A product as its tenant's visitors see it. */
export interface CatalogueItem extends SeenTerms {
  id: string
  name: string
  description: string | null
  /** How many one buyer may still have, 99 at most; 0 is sold out, null as many as anybody wants. */
  available: number | null
}

export interface Catalogue {
  /** Newest first. */
  items: CatalogueItem[]
  /** False when no payments account stands behind the tenant's mode. */
  canSell: boolean
}

/** What is for sale now, as the block's page had it when it was rendered. */
export const catalogue = endpoint<object, Catalogue>('GET', '/catalogue')

/**
 * Starts a checkout of one item at the server's own price, on the tenant's own account. Refused with 409 `price_changed`
 * where `seen` differs, `sold_out` or `too_few_left` where the stock is not enough.
 */
export const purchase = endpoint<PurchaseRequest, PurchaseStarted>('POST', '/purchase')

/** What became of an order. A wrong or used code and an unknown receipt are a 404. */
export const orderStatus = endpoint<OrderStatusRequest, OrderStatus>('POST', '/order-status')

/** The signed-in end user's purchases, newest first; those made as a guest with their verified address included. */
export const myPurchases = endpoint<{ cursor?: string }, { purchases: Purchase[]; next: string | null }>(
  'GET',
  '/purchases',
)

/** Address of the provider's receipt or invoice of an own purchase; good for a while, so ask when it is opened. */
export const purchaseReceipt = endpoint<{ purchase_id: string }, { url: string }>('POST', '/purchase-receipt')

/** The provider's page where the buyer of a recurring purchase changes the card, sees invoices and cancels. */
export const purchasePortal = endpoint<{ purchase_id: string; page_url: string }, { url: string }>(
  'POST',
  '/purchase-portal',
)
