import type { Outbox } from './outbox.ts'

interface Shift extends PerformanceEntry {
  value: number
  hadRecentInput: boolean
}
interface LongFrame extends PerformanceEntry {
  scripts: { sourceURL: string; duration: number }[]
}
interface Interaction extends PerformanceEntry {
  interactionId: number
}

/**
 * Measures the web vitals of the document (https://web.dev/articles/vitals) and what our own scripts cost, and reports them once, when the page is first
 * hidden. What a browser does not measure is not reported.
 */
export function measureVitals(outbox: Outbox, ours: string): void {
  const found: Record<string, number> = {}
  const observe = <E extends PerformanceEntry>(type: string, each: (entry: E) => void, more: object = {}) => {
    if (!PerformanceObserver.supportedEntryTypes.includes(type)) return
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) each(entry as E)
    }).observe({ type, buffered: true, ...more })
  }

  observe('largest-contentful-paint', ({ startTime }) => (found['LCP'] = startTime))
  observe('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') found['FCP'] = startTime
  })
  observe<PerformanceNavigationTiming>('navigation', ({ responseStart }) => (found['TTFB'] = responseStart))
  observe<Interaction>(
    'event',
    ({ interactionId, duration }) => {
      if (interactionId) found['INP'] = Math.max(found['INP'] ?? 0, duration)
    },
    { durationThreshold: 40 },
  )
  observeShifts(observe, (score) => (found['CLS'] = Math.max(found['CLS'] ?? 0, score)))
  observe<LongFrame>('long-animation-frame', ({ scripts }) => {
    for (const { sourceURL, duration } of scripts)
      if (sourceURL.startsWith(`${ours}/`)) found['OWN'] = (found['OWN'] ?? 0) + duration
  })

  const report = () => {
    if (document.visibilityState !== 'hidden') return
    document.removeEventListener('visibilitychange', report)
    for (const [name, value] of Object.entries(found)) outbox.add('vital', name, { value })
  }
  // Before the outbox, which listens on the window.
  document.addEventListener('visibilitychange', report)
}

type Observe = <E extends PerformanceEntry>(type: string, each: (entry: E) => void) => void

/** CLS: the largest sum of shifts within a second of each other, and within five seconds. */
function observeShifts(observe: Observe, report: (score: number) => void): void {
  let score = 0
  let [first, last] = [0, -5000]
  if (PerformanceObserver.supportedEntryTypes.includes('layout-shift')) report(0)
  observe<Shift>('layout-shift', ({ value, hadRecentInput, startTime }) => {
    if (hadRecentInput) return
    if (startTime - last > 1000 || startTime - first > 5000) [score, first] = [0, startTime]
    last = startTime
    report((score += value))
  })
}
