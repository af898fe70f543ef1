/** Rules of the vertical axis, the first at 0. */
export interface ValueTicks {
  /** Value at the top of the drawing. */
  top: number
  ticks: number[]
}

/** Steps between rules, about. */
const STEPS = 4
/** From which rest on which multiple is nearest, by ratio: the square roots of 50, 10 and 2. */
const ROUND = [
  [7.0711, 10],
  [3.1623, 5],
  [1.4142, 2],
  [0, 1],
] as const
/** Steps between dates that people count in: days, weeks. */
const DATE_STEPS = [1, 2, 7, 14, 21, 28]

/**
 * A scale from 0 past the largest value, with four or five round steps.
 * @param unit how many of the values make one on the axis: 100 for cents that are shown as euros
 * @param whole only whole values are ticks: counts have no halves
 */
export function valueTicks(
  values: readonly number[],
  { unit = 1, whole = false }: { unit?: number; whole?: boolean } = {},
): ValueTicks {
  const largest = Math.max(0, ...values) / unit
  // An empty drawing has its rules as well, and counts have no halves between them.
  const least = whole ? STEPS : 1
  const reach = largest > 0 && !whole ? largest : Math.max(largest, least)
  const perOne = stepsPerOne(reach / STEPS)
  const steps = Math.ceil(reach * perOne)
  // Divided once, at the end: a sum of tenths would not come out round.
  const ticks = Array.from({ length: steps + 1 }, (_, step) => (step * unit) / perOne)
  return { top: ticks.at(-1)!, ticks: ticks.filter((tick) => !whole || Number.isInteger(tick)) }
}

/**
 * How many round steps (1, 2 or 5 times a power of ten) make one, where a step is about this large.
 * @returns less than 1 where a step is more than one
 */
function stepsPerOne(about: number): number {
  const power = Math.floor(Math.log10(about))
  const rest = about / 10 ** power
  const times = ROUND.find(([from]) => rest >= from)![1]
  return power < 0 ? 10 ** -power / times : 1 / (times * 10 ** power)
}

/** Places of the dates that are written out: every so many days from the first, at most `most` of them. */
export function dateTicks(count: number, most: number): number[] {
  const step = DATE_STEPS.find((each) => Math.ceil(count / each) <= most) ?? Math.ceil(count / most)
  return Array.from({ length: Math.ceil(count / step) }, (_, n) => n * step)
}
