import { scaleLinear } from 'd3-scale'

/** Rules of the vertical axis, the first at 0. */
export interface ValueTicks {
  /** Value at the top of the drawing. */
  top: number
  ticks: number[]
}

/** Steps between rules, about. */
const STEPS = 4
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
  const scale = scaleLinear([0, largest > 0 && !whole ? largest : Math.max(largest, least)], [0, 1]).nice(
    STEPS,
  )
  const ticks = scale.ticks(STEPS).filter((tick) => !whole || Number.isInteger(tick))
  return { top: scale.domain()[1]! * unit, ticks: ticks.map((tick) => tick * unit) }
}

/** Places of the dates that are written out: every so many days from the first, at most `most` of them. */
export function dateTicks(count: number, most: number): number[] {
  const step = DATE_STEPS.find((each) => Math.ceil(count / each) <= most) ?? Math.ceil(count / most)
  return Array.from({ length: Math.ceil(count / step) }, (_, n) => n * step)
}
