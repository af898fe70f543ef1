import type { Outbox } from './outbox.ts'

/** How often the address is compared where the browser does not report routes, in milliseconds. */
const POLL_MS = 500

interface Navigation extends EventTarget {
  currentEntry: unknown
}

/** The page, or the route in the fragment. Queries are filters and the like, and no other view. */
const routeNow = () => location.pathname + (/^#!?\/[^?]*/.exec(location.hash)?.[0] ?? '')

/**
 * Counts each view once, when it is shown: the document, routes of the page's script, and a page that the browser restores. A prerendered page counts
 * when it is activated, and one in a background tab when the tab is opened.
 */
export function countViews(outbox: Outbox): void {
  let route: string | undefined

  function count(): void {
    const isFirst = route === undefined
    route = routeNow()
    outbox.add('view', undefined, isFirst && document.referrer ? { referrer: document.referrer } : undefined)
    if (isFirst && statusOf() === 404) outbox.add('missing')
  }
  const check = () => {
    if (isShown() && routeNow() !== route) count()
  }

  // Before activation a prerendered page is hidden, too.
  addEventListener('visibilitychange', check, true)
  document.addEventListener('prerenderingchange', check)
  // The browser restored the whole page: it is another view of the same route.
  addEventListener('pageshow', ({ persisted }) => persisted && count())
  addEventListener('popstate', check)
  addEventListener('hashchange', check)
  const { navigation } = window as unknown as { navigation?: Navigation }
  // The page's own `history` is left alone: others may have replaced its functions, too.
  if (navigation?.currentEntry) navigation.addEventListener('currententrychange', () => setTimeout(check))
  else setInterval(check, POLL_MS)
  check()
}

const isShown = () =>
  document.visibilityState === 'visible' && !(document as Document & { prerendering?: boolean }).prerendering

/** The status of the document, where browsers tell it. */
function statusOf(): number | undefined {
  const [entry] = performance.getEntriesByType('navigation') as (PerformanceNavigationTiming & {
    responseStatus?: number
  })[]
  return entry?.responseStatus
}
