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
export interface CustomersView extends ListView<CustomerFilter> {
  /** A role that they have; undefined shows all. */
  role?: string | undefined
}

const LIST: ListAddress<CustomerFilter> = {
  parameter: 'filter',
  filters: FILTERS,
  usual: 'all',
  page: CUSTOMERS_PAGE,
  mostPages: 40,
  sorts: ['created', '-last-sign-in', 'last-sign-in', 'email', '-email'],
}

export const ALL_CUSTOMERS: CustomersView = { filter: 'all', q: '', limit: CUSTOMERS_PAGE }

/** Reads `filter`, `role`, `q` and `shown` (pages) from the URL. Unknown values show all customers. */
export function readCustomersView(query: URLSearchParams): CustomersView {
  const role = query.get('role')?.trim().slice(0, ROLE_MAX)
  return { ...readListView(LIST, query), ...(role && { role }) }
}

/** Longest name of a role. */
const ROLE_MAX = 40

/** Returns the query string that shows `view`. Other parameters stay. */
export function writeCustomersView(query: URLSearchParams, view: CustomersView): string {
  const next = new URLSearchParams(query)
  if (view.role) next.set('role', view.role)
  else next.delete('role')
  return writeListView(LIST, next, view)
}
