import { formatPrice } from '#kernel/browser/money.ts'
import type { OrderDetail } from '../endpoints.ts'
import { refundWord } from './order-words.ts'

export interface OrderEvent {
  /** ISO 8601. */
  at: string
  label: string
  amount?: string
  /** Another order, for the payment of a renewal. */
  orderId?: string
}

/** What happened to an order, oldest first: started, paid, its renewals and refunds. */
export function orderTimeline(order: OrderDetail): OrderEvent[] {
  const price = (minor: number) => formatPrice(minor, order.currency)
  const events: OrderEvent[] = [{ at: order.created_at, label: 'Checkout started' }]
  if (order.paid_at) events.push({ at: order.paid_at, label: 'Paid', amount: price(order.amount_total) })
  for (const renewal of order.renewals)
    events.push({
      at: renewal.paid_at ?? renewal.created_at,
      label: renewal.paid_at ? 'Renewal paid' : 'Renewal due',
      amount: price(renewal.amount_total),
      orderId: renewal.id,
    })
  for (const refund of order.refunds)
    events.push({
      at: refund.created_at,
      label: `Refund: ${refundWord(refund).toLowerCase()}${refund.failure_reason ? ` (${refund.failure_reason})` : ''}`,
      amount: price(refund.amount),
    })
  return events.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
}
