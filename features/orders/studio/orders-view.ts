import { type ListAddress, type ListView, readListView, writeListView } from '#kernel/browser/list-view.ts'
import type { OrderFilter } from '../endpoints.ts'

export const FILTERS: readonly { value: OrderFilter; label: string }[] = [
  { value: 'paid', label: 'Paid' },
  { value: 'all', label: 'All orders' },
  { value: 'refunded', label: 'Refunded' },
  { value: 'recurring', label: 'Recurring' },
  { value: 'pending', label: 'Pending' },
  { value: 'canceled', label: 'Canceled' },
  { value: 'failed', label: 'Failed' },
  { value: 'disputed', label: 'Disputed' },
  { value: 'problem', label: 'Needs attention' },
]

export const ORDERS_PAGE = 10

/** The orders that are shown. */
export type OrdersView = ListView<OrderFilter>

const LIST: ListAddress<OrderFilter> = {
  parameter: 'orders',
  filters: FILTERS,
  usual: 'paid',
  page: ORDERS_PAGE,
  mostPages: 50,
  sorts: ['created', '-amount', 'amount', 'name', '-name', 'buyer', '-buyer'],
}

/**
 * Reads the view from the URL: `orders` is the filter, `q` the search text and `shown` the number of pages.
 */
export const readOrdersView = (query: URLSearchParams): OrdersView => readListView(LIST, query)

/** Returns the query string that shows `view`. Other parameters stay. */
export const writeOrdersView = (query: URLSearchParams, view: OrdersView): string =>
  writeListView(LIST, query, view)
