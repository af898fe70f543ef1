import { formatPrice } from '#kernel/browser/money.ts'
import type { OrderDetail, OrderLog, WebhookNote } from '../endpoints.ts'
import { refundWord } from './order-words.ts'

export interface OrderEvent {
  /** ISO 8601. */
  at: string
  label: string
  /** More about it, in secondary text. */
  detail?: string
  amount?: string
  tone?: 'ok' | 'danger'
  /** Another order, for the payment of a renewal. */
  orderId?: string
}

/** What happened to an order, oldest first: started, paid, renewals, refunds, emails to the buyer and webhooks. */
export function orderTimeline(order: OrderDetail, log: OrderLog | undefined): OrderEvent[] {
  const price = (minor: number) => formatPrice(minor, order.currency)
  const events: OrderEvent[] = [{ at: order.created_at, label: 'Checkout started' }]
  if (order.paid_at)
    events.push({ at: order.paid_at, label: 'Paid', amount: price(order.amount_total), tone: 'ok' })
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
  for (const { letter, at } of log?.emails ?? [])
    events.push({ at, label: EMAILS[letter] ?? 'Email sent to the buyer' })
  for (const webhook of log?.webhooks ?? []) events.push(webhookEvent(webhook))
  return events.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
}

/** By the kind of the email. Later kinds have no own words yet. */
const EMAILS: Record<string, string> = {
  'order-paid-buyer': 'Confirmation emailed to the buyer',
  'order-refunded-buyer': 'Refund emailed to the buyer',
  'order-payment-failed-buyer': 'Failed payment emailed to the buyer',
  'order-ended-buyer': 'End of subscription emailed to the buyer',
}

function webhookEvent({ type, host, state, tries, status, duration_ms, at }: WebhookNote): OrderEvent {
  const answer = status === null ? (tries > 0 ? 'no response' : '') : `${status} in ${duration_ms} ms`
  return {
    at,
    label: `Webhook ${type} ${state}`,
    detail: [host, answer, state === 'pending' && tries > 0 ? 'will be retried' : '']
      .filter(Boolean)
      .join(' · '),
    ...(state === 'failed' && { tone: 'danger' }),
  }
}
