/** A state's label and its badge color. */
export interface StateWord {
  label: string
  tone: 'neutral' | 'outline' | 'accent' | 'ok' | 'danger'
}

const ORDERS = new Map<string, StateWord>([
  ['pending', { label: 'Pending', tone: 'outline' }],
  ['paid', { label: 'Paid', tone: 'ok' }],
  ['canceled', { label: 'Canceled', tone: 'neutral' }],
  ['expired', { label: 'Expired', tone: 'neutral' }],
  ['failed', { label: 'Failed', tone: 'danger' }],
  ['refunded', { label: 'Refunded', tone: 'neutral' }],
])

const SUBSCRIPTIONS = new Map<string, StateWord>([
  ['active', { label: 'Active', tone: 'ok' }],
  ['trialing', { label: 'Trial', tone: 'accent' }],
  ['past_due', { label: 'Past Due', tone: 'danger' }],
  ['unpaid', { label: 'Unpaid', tone: 'danger' }],
  ['canceled', { label: 'Canceled', tone: 'neutral' }],
  ['incomplete', { label: 'Not paid yet', tone: 'outline' }],
  ['incomplete_expired', { label: 'Never paid', tone: 'neutral' }],
  ['paused', { label: 'Paused', tone: 'outline' }],
])

/**
 * One-word payment state of an order. A state without a known label is shown unchanged.
 * @param order with `amount_refunded` in minor units
 */
export function orderStateWord(order: { status: string; amount_refunded: number }): StateWord {
  if (order.status === 'paid' && order.amount_refunded > 0)
    return { label: 'Partly refunded', tone: 'neutral' }
  return ORDERS.get(order.status) ?? { label: order.status, tone: 'neutral' }
}

/** State of a subscription; undefined for one-time payments and subscriptions that have not started. */
export function subscriptionWord(order: { subscription_status: string | null }): StateWord | undefined {
  const status = order.subscription_status
  return status ? (SUBSCRIPTIONS.get(status) ?? { label: status, tone: 'neutral' }) : undefined
}
