import type { BadgeTone } from '#ui/base/badge.tsx'

/** An order as its seller reads it. */
export interface OrderRow {
  id: string
  /** What was sold, as it was named then. */
  name: string
  email: string | null
  status: string
  /** Why money that came in was not taken for the order; somebody must look. */
  problem: string | null
  /** Minor units of `currency`. */
  amount_total: number
  amount_refunded: number
  currency: string
  created_at: string
  paid_at: string | null
}

const WORDS: Record<string, [label: string, tone: BadgeTone]> = {
  pending: ['Pending', 'outline'],
  paid: ['Paid', 'ok'],
  canceled: ['Canceled', 'neutral'],
  expired: ['Expired', 'neutral'],
  failed: ['Failed', 'danger'],
  refunded: ['Refunded', 'neutral'],
}

/** State of an order in a word; one we have no word for shows as it is. */
export function orderWord(order: Pick<OrderRow, 'status' | 'problem' | 'amount_refunded'>): {
  label: string
  tone: BadgeTone
} {
  if (order.problem) return { label: 'Needs attention', tone: 'danger' }
  if (order.status === 'paid' && order.amount_refunded > 0)
    return { label: 'Partly refunded', tone: 'neutral' }
  const [label, tone] = Object.hasOwn(WORDS, order.status)
    ? WORDS[order.status]!
    : ([order.status, 'neutral'] as const)
  return { label, tone }
}

export const ORDERS_PAGE = 10
const MOST_PAGES = 50

export interface OrdersView {
  /** Every attempt, not only what was paid. */
  all: boolean
  /** Rows to show, a multiple of the page. */
  limit: number
}

/** Which orders the address asks for: `orders=all`, and `shown` pages of them. */
export function readOrdersView(query: URLSearchParams): OrdersView {
  const pages = Math.trunc(Number(query.get('shown')))
  return {
    all: query.get('orders') === 'all',
    limit: ORDERS_PAGE * Math.min(Math.max(pages || 1, 1), MOST_PAGES),
  }
}

/** The query that shows `view`; other parameters stay. */
export function writeOrdersView(query: URLSearchParams, view: OrdersView): string {
  const next = new URLSearchParams(query)
  const pages = view.limit / ORDERS_PAGE
  next.delete('orders')
  next.delete('shown')
  if (view.all) next.set('orders', 'all')
  if (pages > 1) next.set('shown', String(pages))
  return next.size ? `?${next}` : ''
}
