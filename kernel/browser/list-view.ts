/** Longest text that a list is searched for. */
export const SEARCH_MAX = 200

/** What of a list shows, as it stands in the address. */
export interface ListView<Filter extends string> {
  filter: Filter
  /** Text looked for. */
  q: string
  /** Rows to show, a multiple of the page. */
  limit: number
}

/** A list whose view stands in the address. */
export interface ListAddress<Filter extends string> {
  /** Parameter of the filter; `q` is the text, `shown` the pages. */
  parameter: string
  filters: readonly { value: Filter; label: string }[]
  /** Filter that goes without saying. */
  usual: Filter
  /** Rows of a page. */
  page: number
  mostPages: number
}

/** What the address asks for; what is none of the list's own means the usual. */
export function readListView<Filter extends string>(
  list: ListAddress<Filter>,
  query: URLSearchParams,
): ListView<Filter> {
  const pages = Math.trunc(Number(query.get('shown')))
  const asked = query.get(list.parameter)
  return {
    filter: list.filters.find(({ value }) => value === asked)?.value ?? list.usual,
    q: (query.get('q') ?? '').trim().slice(0, SEARCH_MAX),
    limit: list.page * Math.min(Math.max(pages || 1, 1), list.mostPages),
  }
}

/** The query that shows `view`; other parameters stay. */
export function writeListView<Filter extends string>(
  list: ListAddress<Filter>,
  query: URLSearchParams,
  view: ListView<Filter>,
): string {
  const next = new URLSearchParams(query)
  const pages = view.limit / list.page
  for (const name of [list.parameter, 'q', 'shown']) next.delete(name)
  if (view.filter !== list.usual) next.set(list.parameter, view.filter)
  if (view.q) next.set('q', view.q)
  if (pages > 1) next.set('shown', String(pages))
  return next.size ? `?${next}` : ''
}
