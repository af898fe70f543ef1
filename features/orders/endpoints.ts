import { endpoint } from '#kernel/browser/endpoint.ts'

export type OrderStatus = 'pending' | 'paid' | 'canceled' | 'expired' | 'failed' | 'refunded'

/** State of a recurring order at the card provider; `active`, `trialing` and `past_due` grant access. */
export type SubscriptionStatus =
  | 'active'
  | 'trialing'
  | 'past_due'
  | 'unpaid'
  | 'canceled'
  | 'incomplete'
  | 'incomplete_expired'
  | 'paused'

/** What the provider's browser script needs to show a checkout in a frame. */
export interface EmbeddedCheckout {
  client_secret: string
  publishable_key: string
  /** ID of the tenant's account that receives the payment. */
  account: string
}

/** An order as its seller sees it. Amounts are minor units of `currency`, times ISO 8601. */
export interface Order {
  id: string
  tenant_id: string
  mode: 'test' | 'live'
  status: OrderStatus
  /** Why a received payment was not applied to the order. The owner must check it. */
  problem: string | null
  /** The selling block, for example `pay`, and its own row. */
  seller: string
  source_id: string
  /** The product's name at the time of the sale. */
  name: string
  quantity: number
  amount_total: number
  amount_refunded: number
  currency: string
  /** The billing interval; null for a one-time payment. */
  interval: 'week' | 'month' | 'year' | null
  /** Set on later payments of a recurring order: the id of the first order. */
  renewal_of: string | null
  subscription_status: SubscriptionStatus | null
  current_period_end: string | null
  cancel_at_period_end: boolean
  /**
   * The provider's status of the dispute, for example `needs_response`, `won` or `lost`; null without a
   * dispute.
   */
  dispute_status: string | null
  /** The newest refund did not reach the buyer. */
  refund_failed: boolean
  /** The end user who bought, once known. An order that has only an email was placed by a guest. */
  auth_user_id: string | null
  email: string | null
  /** The payment's id at the card provider. */
  stripe_payment_intent_id: string | null
  created_at: string
  paid_at: string | null
  refunded_at: string | null
}

export interface OrderRefund {
  id: string
  amount: number
  /** `requested` until the provider has responded. */
  status: 'requested' | 'pending' | 'requires_action' | 'succeeded' | 'failed' | 'canceled'
  reason: RefundReason | null
  failure_reason: string | null
  created_at: string
}

export type RefundReason = 'duplicate' | 'fraudulent' | 'requested_by_customer'

export interface OrderDetail extends Order {
  /** Newest first. */
  refunds: OrderRefund[]
  /** Later payments of a recurring order, newest first. */
  renewals: Order[]
  /** Minor units that can still be refunded; 0 when nothing can. */
  refundable: number
}

/** `all` includes every attempt; `problem` is what the owner must check. */
export type OrderFilter =
  | 'all'
  | 'paid'
  | 'refunded'
  | 'pending'
  | 'canceled'
  | 'failed'
  | 'recurring'
  | 'disputed'
  | 'problem'

/** What orders can be sorted by; `-amount` means the largest first. Without a sort the newest come first. */
export type OrderSort = 'created' | 'amount' | 'name' | 'buyer'

export interface OrderQuery {
  tenantId: string
  /** Defaults to the tenant's current mode. */
  mode?: 'test' | 'live'
  /** Defaults to paid and refunded orders. */
  filter?: OrderFilter
  /** A substring of the product's name or of the buyer's email, or a whole id (order, payment). */
  q?: string
  /** Days as YYYY-MM-DD, in UTC, both inclusive. */
  from?: string
  to?: string
}

export interface OrdersPage {
  orders: Order[]
  /** Send it as `cursor` to get the next page; null on the last page. */
  next: string | null
}

/** A `cursor` works only with the `sort` that it was made for. */
export const listOrders = endpoint<
  OrderQuery & { sort?: OrderSort | `-${OrderSort}`; cursor?: string; limit?: number },
  OrdersPage
>('GET', '/tenant-orders/:tenantId/orders')

/**
 * The same orders as a CSV file (text/csv, at most 50,000 rows). Cells that a spreadsheet would execute are
 * escaped.
 */
export const exportOrders = endpoint<OrderQuery, string>('GET', '/tenant-orders/:tenantId/orders.csv')

export const readOrder = endpoint<{ orderId: string }, OrderDetail>('GET', '/order-operations/:orderId')

/** A webhook about an order: its last attempt, or that it waits for its first. */
export interface WebhookNote {
  /** Such as `order.paid`. */
  type: string
  /** Of the receiving server, such as `api.example.com`. */
  host: string
  state: 'pending' | 'delivered' | 'failed'
  tries: number
  /** HTTP status of the last answer; null without one. */
  status: number | null
  duration_ms: number | null
  at: string
}

/** Emails to the buyer, by kind, and webhooks, oldest first, at most 100 of each. Times are ISO 8601. */
export interface OrderLog {
  emails: { letter: string; at: string }[]
  webhooks: WebhookNote[]
}

/** What was sent about an order. */
export const readOrderLog = endpoint<{ orderId: string }, OrderLog>('GET', '/order-operations/:orderId/log')

/**
 * Refunds an order. Without `amount` (minor units) it refunds everything that is left. Send an
 * `Idempotency-Key`. A full refund removes access immediately and ends the subscription of a recurring order.
 */
export const refundOrder = endpoint<{ orderId: string; amount?: number; reason?: RefundReason }, OrderDetail>(
  'POST',
  '/order-operations/:orderId/refund',
)

/** Cancels a recurring order, at the end of the paid period or immediately. `resume` undoes the former. */
export const changeSubscription = endpoint<
  { orderId: string; change: 'cancel_at_period_end' | 'cancel_now' | 'resume' },
  OrderDetail
>('POST', '/order-operations/:orderId/subscription')

/**
 * The signed-in end user's own purchase of a product that is sold per seat. More seats (at most 999) are paid at once; fewer
 * close at once. 404 `order_not_found`, 409 `not_per_seat`, `subscription_ended`.
 */
export const changeSeats = endpoint<{ orderId: string; seats: number }, { seats: number }>(
  'PUT',
  '/purchase-seats/:orderId',
)

/**
 * Returns the URL of the provider's receipt or invoice. It expires, so request it only when the user opens
 * it.
 */
export const orderReceipt = endpoint<{ orderId: string }, { url: string }>(
  'POST',
  '/order-operations/:orderId/receipt',
)
