import { formatDate } from '#kernel/browser/dates.ts'
import { type StateWord, orderStateWord } from '#kernel/browser/order-states.ts'
import type { Order, OrderRefund } from '../endpoints.ts'

type LabeledOrder = Pick<Order, 'status' | 'problem' | 'amount_refunded' | 'dispute_status' | 'refund_failed'>

/**
 * The label of an order's state. Problems come before the state; a state without a label is shown as it is.
 */
export function orderWord(order: LabeledOrder): StateWord {
  if (order.problem) return { label: 'Needs attention', tone: 'danger' }
  if (order.refund_failed) return { label: 'Refund failed', tone: 'danger' }
  if (order.dispute_status && order.dispute_status !== 'won')
    return order.dispute_status === 'lost'
      ? { label: 'Dispute lost', tone: 'danger' }
      : { label: 'Disputed', tone: 'danger' }
  return orderStateWord(order)
}

/** When a recurring order renews or ends. */
export function renewalWords(
  order: Pick<Order, 'subscription_status' | 'current_period_end' | 'cancel_at_period_end'>,
): string | undefined {
  const day = order.current_period_end ? formatDate(order.current_period_end) : ''
  if (!day || !['active', 'trialing', 'past_due'].includes(order.subscription_status ?? '')) return undefined
  if (order.cancel_at_period_end) return `Ends on ${day}`
  return order.subscription_status === 'past_due' ? `Was due on ${day}` : `Renews on ${day}`
}

const REFUNDS: Record<OrderRefund['status'], string> = {
  requested: 'Requested',
  pending: 'Processing',
  requires_action: 'Waiting for the buyer',
  succeeded: 'Refunded',
  failed: 'Failed',
  canceled: 'Canceled',
}

/** The label of a refund's state. */
export const refundWord = ({ status }: Pick<OrderRefund, 'status'>): string => REFUNDS[status]
