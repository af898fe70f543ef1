// Part of the loader's third chunk: reports views and what visitors do with the blocks. Loaded only if the tenant measures, and sends nothing before the
// visitor agreed, where the tenant requires that. It stores nothing in the browser without consent.
import { countClicks } from './clicks.ts'
import { createOutbox } from './outbox.ts'
import { allowed, setConsent } from './permission.ts'
import { countSteps } from './steps.ts'
import { countViews } from './views.ts'
import { measureVitals } from './vitals.ts'
import type { MeasuredPage } from './measured-page.ts'

/**
 * A call that came before this chunk, or comes later: what the tenant chose, `bb('track', …)`, `bb('consent', …)`, or a
 * step of a block.
 */
export type MeasureCall =
  | [what: 'measure', needsConsent: boolean, tenant: string]
  | [what: 'track' | 'consent', value: unknown]
  | [what: 'step', name: string]

/** Starts with the first tenant of the page that counts views. Once; later calls of it do nothing. */
export function startMeasure(page: MeasuredPage, calls: MeasureCall[]): void {
  const chosen = calls.find((call) => call[0] === 'measure')
  if (!chosen) return
  const [, needsConsent, tenant] = chosen
  const outbox = createOutbox(`${page.origin}/functions/v1/analytics-events?apikey=${tenant}`)
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
  }

  /** What happens before the visitor may be counted is dropped. */
  function handle([what, value]: MeasureCall): void {
    if (what === 'consent') {
      setConsent(value === true)
      if (value === true && allowed()) run(true)
      else outbox.close()
    } else if (isRunning && typeof value === 'string' && value) {
      // A page may pass anything.
      outbox.add(what === 'step' ? 'block' : 'event', value)
    }
  }

  if (!needsConsent && allowed()) run(false)
  for (const call of calls.splice(0)) handle(call)
  calls.push = (...more) => {
    for (const call of more) handle(call)
    return 0
  }
}
