// Third chunk of the loader: reports views and what visitors do with the blocks. Loaded only if the tenant measures, and sends nothing before the
// visitor agreed, where the tenant requires that. It stores nothing in the browser without consent.
import { countClicks } from './clicks.ts'
import { createOutbox } from './outbox.ts'
import { allowed, setConsent } from './permission.ts'
import { countSteps } from './steps.ts'
import { countViews } from './views.ts'
import { measureVitals } from './vitals.ts'
import type { MeasuredPage } from './measured-page.ts'

/** A call that came before this chunk, or comes later: `bb('track', …)`, `bb('consent', …)`, or a step of a block. */
export type MeasureCall = ['track', name: unknown] | ['consent', given: unknown] | ['step', name: string]

/** @param needsConsent nothing is sent until `bb('consent', true)` */
export function startMeasure(
  page: MeasuredPage,
  tenant: string,
  needsConsent: boolean,
  calls: MeasureCall[],
): void {
  const outbox = createOutbox(`${page.origin}/functions/v1/analytics-events?apikey=${tenant}`)
  /** What the page reported before the visitor agreed. */
  const waiting: MeasureCall[] = []
  let isRunning = false

  /** Starts once, as soon as the visitor may be counted. */
  function run(hasConsent: boolean): void {
    outbox.open(hasConsent)
    if (isRunning) return
    isRunning = true
    countViews(outbox)
    countClicks(outbox)
    countSteps(outbox, page)
    measureVitals(outbox, page.origin)
    for (const call of waiting.splice(0)) handle(call)
  }

  function handle([what, value]: MeasureCall): void {
    if (what === 'consent') {
      setConsent(value === true)
      if (value === true && allowed()) run(true)
      else outbox.close()
    } else if (isRunning) {
      if (what === 'step') outbox.add('block', value)
      // A page may pass anything.
      else if (typeof value === 'string' && value) outbox.add('event', value)
    } else waiting.push([what, value] as MeasureCall)
  }

  if (!needsConsent && allowed()) run(false)
  for (const call of calls.splice(0)) handle(call)
  calls.push = (...more) => {
    for (const call of more) handle(call)
    return 0
  }
}
