import type { MeasureCall } from '../measure/measure.ts'

export type Measure = (...call: MeasureCall) => void

/**
 * Passes calls to what counts views, and loads it once a tenant of the page counts them. Where the visitor must agree first, it is not
 * even requested before. Part of the loader's second chunk.
 */
export function makeMeasuring(load: (calls: MeasureCall[]) => void): Measure {
  const calls: MeasureCall[] = []
  /** Bits: a tenant counts (1), and it may (2). */
  let state = 0
  return (...call) => {
    calls.push(call)
    const [what, value] = call
    if (what === 'measure') state |= value ? 1 : 3
    if (what === 'consent' && value === true) state |= 2
    if (state === 3) load(calls)
  }
}
