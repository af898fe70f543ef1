/** Grid lines of the vertical axis, the first at 0. */
export interface ValueTicks {
  /** Value at the top of the chart. */
  top: number
  ticks: number[]
}

/** Approximate number of steps between grid lines. */
const STEPS = 4
/** Lower bounds for rounding a step to 10, 5, 2 or 1, nearest by ratio: the square roots of 50, 10 and 2. */
const ROUND = [
  [7.0711, 10],
  [3.1623, 5],
  [1.4142, 2],
  [0, 1],
] as const
/** Familiar intervals between dates, in days. */
const DATE_STEPS = [1, 2, 7, 14, 21, 28]

/**
 * Computes an axis from 0 to just above the largest value, with four or five round steps.
 * @param unit how many value units make one axis unit: 100 for cents shown as euros
 * @param whole only whole values become ticks, for counts
 */
export function valueTicks(
  values: readonly number[],
  { unit = 1, whole = false }: { unit?: number; whole?: boolean } = {},
): ValueTicks {
  const largest = Math.max(0, ...values) / unit
  // An empty chart has grid lines too, and counts need whole steps.
  const least = whole ? STEPS : 1
  const reach = largest > 0 && !whole ? largest : Math.max(largest, least)
  const perOne = stepsPerOne(reach / STEPS)
  const steps = Math.ceil(reach * perOne)
  // Divide only at the end: adding tenths would accumulate rounding errors.
  const ticks = Array.from({ length: steps + 1 }, (_, step) => (step * unit) / perOne)
  return { top: ticks.at(-1)!, ticks: ticks.filter((tick) => !whole || Number.isInteger(tick)) }
}

/**
 * Returns how many round steps (1, 2 or 5 times a power of ten) make one unit, for steps of about this size.
 * @returns less than 1 if a step is larger than one unit
 */
function stepsPerOne(about: number): number {
  const power = Math.floor(Math.log10(about))
  const rest = about / 10 ** power
  const times = ROUND.find(([from]) => rest >= from)![1]
  return power < 0 ? 10 ** -power / times : 1 / (times * 10 ** power)
}

/** Indexes of the dates to label, at equal intervals from the first, at most `most` of them. */
export function dateTicks(count: number, most: number): number[] {
  const step = DATE_STEPS.find((each) => Math.ceil(count / each) <= most) ?? Math.ceil(count / most)
  return Array.from({ length: Math.ceil(count / step) }, (_, n) => n * step)
}
