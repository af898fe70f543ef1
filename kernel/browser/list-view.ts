/** Maximum length of a search text. */
export const SEARCH_MAX = 200

/** The state of a list, as stored in the URL. */
export interface ListView<Filter extends string> {
  filter: Filter
  /** Search text. */
  q: string
  /** Number of rows to show, a multiple of the page size. */
  limit: number
  /** A sort of the list; undefined is its usual order. */
  sort?: string | undefined
}

/** How a list stores its state in the URL. */
export interface ListAddress<Filter extends string> {
  /** Query parameter of the filter; `q` is the search text, `shown` the number of pages. */
  parameter: string
  filters: readonly { value: Filter; label: string }[]
  /** Default filter, which is left out of the URL. */
  usual: Filter
  /** Rows per page. */
  page: number
  mostPages: number
  /** Values that `sort` may have in the URL, without the usual one. */
  sorts?: readonly string[]
}

/** Reads the state from the URL. Unknown values fall back to the default. */
export function readListView<Filter extends string>(
  list: ListAddress<Filter>,
  query: URLSearchParams,
): ListView<Filter> {
  const pages = Math.trunc(Number(query.get('shown')))
  const asked = query.get(list.parameter)
  const sort = list.sorts?.find((value) => value === query.get('sort'))
  return {
    filter: list.filters.find(({ value }) => value === asked)?.value ?? list.usual,
    q: (query.get('q') ?? '').trim().slice(0, SEARCH_MAX),
    limit: list.page * Math.min(Math.max(pages || 1, 1), list.mostPages),
    ...(sort && { sort }),
  }
}

/** The query string for `view`; other parameters stay. */
export function writeListView<Filter extends string>(
  list: ListAddress<Filter>,
  query: URLSearchParams,
  view: ListView<Filter>,
): string {
  const next = new URLSearchParams(query)
  const pages = view.limit / list.page
  for (const name of [list.parameter, 'q', 'shown', 'sort']) next.delete(name)
  if (view.filter !== list.usual) next.set(list.parameter, view.filter)
  if (view.q) next.set('q', view.q)
  if (view.sort && list.sorts?.includes(view.sort)) next.set('sort', view.sort)
  if (pages > 1) next.set('shown', String(pages))
  return next.size ? `?${next}` : ''
}
