/** Between two questions while somebody looks on. */
const EVERY_MS = 15_000

/** Turning back and forth between windows is one look. */
const LEAST_MS = 3000

/** What of the browser it needs; a test has its own. */
export interface Surroundings {
  /** The page is the visible one of its window. */
  visible: () => boolean
  /** Tells whether any of the element can be seen. @returns stops telling */
  observe: (element: Element, seen: (inView: boolean) => void) => () => void
  /** Listens to what brings visitors back. @returns stops listening */
  turns: (turned: () => void) => () => void
  now: () => number
  /** @returns stops it */
  every: (ms: number, work: () => void) => () => void
}

/**
 * Calls `look` while somebody may be looking at the element: every 15 seconds, and at once when they come back to the
 * page or scroll to it. A page in the background, or out of view, asks nothing.
 * @returns stops it
 */
export function watchLooks(
  element: Element,
  look: () => void,
  around: Surroundings = browserAround(),
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
      lookAfter(EVERY_MS)
    }),
    around.turns(() => lookAfter(LEAST_MS)),
    around.every(EVERY_MS, () => lookAfter(LEAST_MS)),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

const browserAround = (): Surroundings => ({
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
