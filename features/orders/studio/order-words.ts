import type { BadgeTone } from '#ui/base/badge.tsx'
import { formatDate } from '#kernel/browser/dates.ts'
import type { Order, OrderFilter, OrderRefund } from '../endpoints.ts'

const WORDS: Record<string, [label: string, tone: BadgeTone]> = {
  pending: ['Pending', 'outline'],
  paid: ['Paid', 'ok'],
  canceled: ['Canceled', 'neutral'],
  expired: ['Expired', 'neutral'],
  failed: ['Failed', 'danger'],
  refunded: ['Refunded', 'neutral'],
}

type Worded = Pick<Order, 'status' | 'problem' | 'amount_refunded' | 'dispute_status' | 'refund_failed'>

/** State of an order in a word, what somebody must look at first; one we have no word for shows as it is. */
export function orderWord(order: Worded): { label: string; tone: BadgeTone } {
  if (order.problem) return { label: 'Needs attention', tone: 'danger' }
  if (order.refund_failed) return { label: 'Refund failed', tone: 'danger' }
  if (order.dispute_status && order.dispute_status !== 'won')
    return order.dispute_status === 'lost'
      ? { label: 'Dispute lost', tone: 'danger' }
      : { label: 'Disputed', tone: 'danger' }
  if (order.status === 'paid' && order.amount_refunded > 0)
    return { label: 'Partly refunded', tone: 'neutral' }
  const [label, tone] = Object.hasOwn(WORDS, order.status)
    ? WORDS[order.status]!
    : ([order.status, 'neutral'] as const)
  return { label, tone }
}

const SUBSCRIPTIONS: Record<string, [label: string, tone: BadgeTone]> = {
  active: ['Active', 'ok'],
  trialing: ['Trial', 'accent'],
  past_due: ['Past Due', 'danger'],
  unpaid: ['Unpaid', 'danger'],
  canceled: ['Canceled', 'neutral'],
  incomplete: ['Not paid yet', 'outline'],
  incomplete_expired: ['Never paid', 'neutral'],
  paused: ['Paused', 'outline'],
}

/** State of a recurring order; undefined for one that is paid once, or that has not begun. */
export function subscriptionWord({
  subscription_status: status,
}: Pick<Order, 'subscription_status'>): { label: string; tone: BadgeTone } | undefined {
  if (!status) return undefined
  const [label, tone] = SUBSCRIPTIONS[status] ?? [status, 'neutral']
  return { label, tone }
}

/** What becomes of a recurring order, and when. */
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
  pending: 'On its way',
  requires_action: 'Waits for the buyer',
  succeeded: 'Refunded',
  failed: 'Failed',
  canceled: 'Canceled',
}
export const refundWord = ({ status }: Pick<OrderRefund, 'status'>): string => REFUNDS[status]

export const FILTERS: readonly { value: OrderFilter; label: string }[] = [
  { value: 'paid', label: 'Paid' },
  { value: 'all', label: 'All' },
  { value: 'refunded', label: 'Refunded' },
  { value: 'recurring', label: 'Recurring' },
  { value: 'pending', label: 'Pending' },
  { value: 'canceled', label: 'Canceled' },
  { value: 'failed', label: 'Failed' },
  { value: 'disputed', label: 'Disputed' },
  { value: 'problem', label: 'Needs attention' },
]

export const ORDERS_PAGE = 10
const MOST_PAGES = 50
export const SEARCH_MAX = 200

export interface OrdersView {
  filter: OrderFilter
  /** Text looked for. */
  q: string
  /** Rows to show, a multiple of the page. */
  limit: number
}

/** Which orders the address asks for: `orders` the filter, `q` the text, and `shown` pages of them. */
export function readOrdersView(query: URLSearchParams): OrdersView {
  const pages = Math.trunc(Number(query.get('shown')))
  const asked = query.get('orders')
  return {
    filter: FILTERS.find(({ value }) => value === asked)?.value ?? 'paid',
    q: (query.get('q') ?? '').trim().slice(0, SEARCH_MAX),
    limit: ORDERS_PAGE * Math.min(Math.max(pages || 1, 1), MOST_PAGES),
  }
}

/** The query that shows `view`; other parameters stay. */
export function writeOrdersView(query: URLSearchParams, view: OrdersView): string {
  const next = new URLSearchParams(query)
  const pages = view.limit / ORDERS_PAGE
  for (const name of ['orders', 'q', 'shown']) next.delete(name)
  if (view.filter !== 'paid') next.set('orders', view.filter)
  if (view.q) next.set('q', view.q)
  if (pages > 1) next.set('shown', String(pages))
  return next.size ? `?${next}` : ''
}
