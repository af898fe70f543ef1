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

/** An order as its seller sees it. Amounts are minor units of `currency`, times ISO 8601. */
export interface Order {
  id: string
  tenant_id: string
  mode: 'test' | 'live'
  status: OrderStatus
  /** Why money that came in was not taken for the order; somebody must look. */
  problem: string | null
  /** The selling block, for example `pay`, and its own row. */
  seller: string
  source_id: string
  /** What was sold, as it was named then. */
  name: string
  quantity: number
  amount_total: number
  amount_refunded: number
  currency: string
  /** How often it is paid again; null for what is paid once. */
  interval: 'week' | 'month' | 'year' | null
  /** Set on a later payment of a recurring order: the order it began with. */
  renewal_of: string | null
  subscription_status: SubscriptionStatus | null
  current_period_end: string | null
  cancel_at_period_end: boolean
  /** The buyer's bank took the payment up: the provider's word, for example `needs_response`, `won`, `lost`. */
  dispute_status: string | null
  /** The newest refund did not reach the buyer. */
  refund_failed: boolean
  /** The end user who bought, once known; an address alone is a guest. */
  auth_user_id: string | null
  email: string | null
  /** At the card provider. */
  stripe_payment_intent_id: string | null
  created_at: string
  paid_at: string | null
  refunded_at: string | null
}

export interface OrderRefund {
  id: string
  amount: number
  /** `requested` until the provider has answered. */
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
  /** Minor units that may still be given back; 0 when nothing may be. */
  refundable: number
}

/** `all` is every attempt; `problem` what somebody must look at. */
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

export interface OrderQuery {
  tenantId: string
  /** The tenant's current mode unless given. */
  mode?: 'test' | 'live'
  /** Paid and refunded ones unless given. */
  filter?: OrderFilter
  /** Part of the product's name or of the buyer's address, or a whole id (order, payment). */
  q?: string
  /** Days as YYYY-MM-DD, in UTC, both included. */
  from?: string
  to?: string
}

export interface OrdersPage {
  /** Newest first. */
  orders: Order[]
  /** Give it back as `cursor` for the next page; null on the last. */
  next: string | null
}

export const listOrders = endpoint<OrderQuery & { cursor?: string; limit?: number }, OrdersPage>(
  'GET',
  '/tenant-orders/:tenantId/orders',
)

/** The same orders as a CSV file (text/csv, at most 50,000 rows); cells that a spreadsheet would run are defused. */
export const exportOrders = endpoint<OrderQuery, string>('GET', '/tenant-orders/:tenantId/orders.csv')

export const readOrder = endpoint<{ orderId: string }, OrderDetail>('GET', '/order-operations/:orderId')

/**
 * Gives money back: all that is left unless `amount` (minor units) is named. Send an `Idempotency-Key`.
 * A full refund takes access back at once, and of a recurring order ends the subscription.
 */
export const refundOrder = endpoint<{ orderId: string; amount?: number; reason?: RefundReason }, OrderDetail>(
  'POST',
  '/order-operations/:orderId/refund',
)

/** Ends a recurring order, at the end of the time that was paid for or at once; `resume` takes the first back. */
export const changeSubscription = endpoint<
  { orderId: string; change: 'cancel_at_period_end' | 'cancel_now' | 'resume' },
  OrderDetail
>('POST', '/order-operations/:orderId/subscription')

/** Address of the provider's receipt or invoice; good for a while, so ask when it is opened. */
export const orderReceipt = endpoint<{ orderId: string }, { url: string }>(
  'POST',
  '/order-operations/:orderId/receipt',
)
