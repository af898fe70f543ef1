import type { MeasureCall, startMeasure } from '../measure/measure.ts'
import { note } from './note.ts'
import type { Page } from './page.ts'

declare const __BB_STATS_HASH__: string

/** Calls that wait for the third chunk, on pages that may never need it. */
const MOST_CALLS = 100

export interface Measuring {
  /** Loads the third chunk and starts it, once: the first tenant of the page that measures. */
  start: (tenant: string, needsConsent: boolean) => void
  call: (call: MeasureCall) => void
}

/** Loads what counts views, when a frame reports that its tenant measures them. Part of the loader's second chunk. */
export function makeMeasuring(page: Page): Measuring {
  const calls: MeasureCall[] = []
  let isStarted = false
  return {
    start(tenant, needsConsent) {
      if (isStarted) return
      isStarted = true
      const address = import.meta.url.replace('bb-more', 'bb-stats')
      // A page that pins the script by its hash gets the chunks of the same release.
      if (document.querySelector('script[integrity][src*="/bb.js"]')) {
        const link = document.createElement('link')
        Object.assign(link, { rel: 'modulepreload', href: address, integrity: __BB_STATS_HASH__ })
        document.head.append(link)
      }
      import(/* @vite-ignore */ address).then(
        (part: { startMeasure: typeof startMeasure }) => part.startMeasure(page, tenant, needsConsent, calls),
        note,
      )
    },
    call: (call) => void (calls.length < MOST_CALLS && calls.push(call)),
  }
}
