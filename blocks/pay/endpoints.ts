import { endpoint } from '#kernel/browser/endpoint.ts'

/** Address of the page the buyer stands on; checked against the tenant's sites before it is kept. */
export interface PurchaseRequest {
  item_id: string
  page_url: string
}

/** `url` of the hosted checkout; `receipt` is an opaque proof that lets this browser ask for the order's state. */
export interface PurchaseStarted {
  url: string
  receipt: string
}

/** `receipt` from the purchase, or `code` from the address the buyer came back to (redeemed once). */
export interface OrderStatusRequest {
  receipt?: string
  code?: string
}

export interface OrderStatus {
  /** The same order has the same one, whatever proof it was asked by. */
  order_id: string
  status: 'pending' | 'paid' | 'canceled' | 'failed'
  item_name: string
  /** Minor units of `currency`. */
  amount_total: number
  /** ISO 4217, lower case. */
  currency: string
}

/** Starts a checkout of one item at the server's own price, on the tenant's own account. */
export const purchase = endpoint<PurchaseRequest, PurchaseStarted>('POST', '/purchase')

/** What became of an order. A wrong or used code and an unknown receipt are a 404. */
export const orderStatus = endpoint<OrderStatusRequest, OrderStatus>('POST', '/order-status')
