/** Interval between refreshes while the element is visible. */
const INTERVAL_MS = 15_000

/** Minimum time between refreshes, so that switching windows back and forth causes only one. */
const MIN_INTERVAL_MS = 3000

/** The browser features used here. Tests pass their own. */
export interface BrowserEnvironment {
  /** Whether the page is the visible tab of its window. */
  visible: () => boolean
  /** Reports whether any part of the element is visible. @returns a function that stops it */
  observe: (element: Element, seen: (inView: boolean) => void) => () => void
  /** Listens to events that bring visitors back. @returns a function that stops it */
  turns: (turned: () => void) => () => void
  now: () => number
  /** @returns a function that stops it */
  every: (ms: number, work: () => void) => () => void
}

/**
 * Calls `look` while the element may be visible: every 15 seconds, and at once when the visitor returns to
 * the page or scrolls to it. A page in the background or out of view causes no calls.
 * @returns a function that stops it
 */
export function refreshWhileVisible(
  element: Element,
  look: () => void,
  around: BrowserEnvironment = browserAround(),
): () => void {
  let inView = true
  let last = around.now()
  const lookAfter = (ms: number) => {
    if (!inView || !around.visible() || around.now() - last < ms) return
    last = around.now()
    look()
  }
  const stops = [
    around.observe(element, (seen) => {
      inView = seen
      lookAfter(INTERVAL_MS)
    }),
    around.turns(() => lookAfter(MIN_INTERVAL_MS)),
    around.every(INTERVAL_MS, () => lookAfter(MIN_INTERVAL_MS)),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

const browserAround = (): BrowserEnvironment => ({
  visible: () => document.visibilityState === 'visible',
  observe(element, seen) {
    const observer = new IntersectionObserver((entries) => seen(entries.at(-1)!.isIntersecting))
    observer.observe(element)
    return () => observer.disconnect()
  },
  turns(turned) {
    addEventListener('focus', turned)
    document.addEventListener('visibilitychange', turned)
    return () => {
      removeEventListener('focus', turned)
      document.removeEventListener('visibilitychange', turned)
    }
  },
  now: () => performance.now(),
  every(ms, work) {
    const timer = setInterval(work, ms)
    return () => clearInterval(timer)
  },
})
