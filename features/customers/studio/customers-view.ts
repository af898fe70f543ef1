import { type ListAddress, type ListView, readListView, writeListView } from '#kernel/browser/list-view.ts'
import type { CustomerFilter } from '../endpoints.ts'

export const FILTERS: readonly { value: CustomerFilter; label: string }[] = [
  { value: 'all', label: 'All customers' },
  { value: 'buyers', label: 'Buyers' },
  { value: 'unconfirmed', label: 'Not confirmed' },
  { value: 'banned', label: 'Banned' },
  { value: 'guests', label: 'Guests' },
]

export const CUSTOMERS_PAGE = 25

/** The customers that are shown. */
export type CustomersView = ListView<CustomerFilter>

const LIST: ListAddress<CustomerFilter> = {
  parameter: 'filter',
  filters: FILTERS,
  usual: 'all',
  page: CUSTOMERS_PAGE,
  mostPages: 40,
  sorts: ['created', '-last-sign-in', 'last-sign-in', 'email', '-email'],
}

export const EVERYBODY: CustomersView = { filter: 'all', q: '', limit: CUSTOMERS_PAGE }

/** Reads `filter`, `q` and `shown` (pages) from the URL. Unknown values show all customers. */
export const readCustomersView = (query: URLSearchParams): CustomersView => readListView(LIST, query)

/** Returns the query string that shows `view`. Other parameters stay. */
export const writeCustomersView = (query: URLSearchParams, view: CustomersView): string =>
  writeListView(LIST, query, view)
