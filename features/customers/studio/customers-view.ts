import type { CustomerFilter } from '../endpoints.ts'

export const FILTERS: readonly { value: CustomerFilter; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'buyers', label: 'Buyers' },
  { value: 'unconfirmed', label: 'Not confirmed' },
  { value: 'banned', label: 'Banned' },
  { value: 'guests', label: 'Guests' },
]

export const CUSTOMERS_PAGE = 25
const MOST_PAGES = 40
export const SEARCH_MAX = 200

/** Which people show, as it stands in the address. */
export interface CustomersView {
  filter: CustomerFilter
  /** Text looked for. */
  q: string
  /** Rows to show, a multiple of the page. */
  limit: number
}

export const EVERYBODY: CustomersView = { filter: 'all', q: '', limit: CUSTOMERS_PAGE }

/** Reads `filter`, `q` and `shown` (pages); what is none of ours means everybody. */
export function readCustomersView(query: URLSearchParams): CustomersView {
  const pages = Math.trunc(Number(query.get('shown')))
  const asked = query.get('filter')
  return {
    filter: FILTERS.find(({ value }) => value === asked)?.value ?? 'all',
    q: (query.get('q') ?? '').trim().slice(0, SEARCH_MAX),
    limit: CUSTOMERS_PAGE * Math.min(Math.max(pages || 1, 1), MOST_PAGES),
  }
}

/** The query that shows `view`; other parameters stay. */
export function writeCustomersView(query: URLSearchParams, view: CustomersView): string {
  const next = new URLSearchParams(query)
  const pages = view.limit / CUSTOMERS_PAGE
  for (const name of ['filter', 'q', 'shown']) next.delete(name)
  if (view.filter !== 'all') next.set('filter', view.filter)
  if (view.q) next.set('q', view.q)
  if (pages > 1) next.set('shown', String(pages))
  return next.size ? `?${next}` : ''
}
