// On which days an event is repeated. Pure.

export type Every = 'day' | 'week' | 'two weeks' | 'month'

export const EVERY: { value: Every; label: string }[] = [
  { value: 'day', label: 'Every day' },
  { value: 'week', label: 'Every week' },
  { value: 'two weeks', label: 'Every two weeks' },
  { value: 'month', label: 'Every month, on the same day' },
]

const DAY_MS = 86_400_000
/** As the server takes them. */
export const MOST_TIMES = 60
const MOST_DAYS = 730
const STEP: Record<Exclude<Every, 'month'>, number> = { day: 1, week: 7, 'two weeks': 14 }

/**
 * How many days after the event its repeats are, at most two years. A month that has no such day is left out.
 * @param start local date of the event: 2026-12-05
 * @param taken days after the event on which the series has a date already
 */
export function planDays(
  start: string,
  every: Every,
  times: number,
  taken: readonly number[] = [],
): number[] {
  const days: number[] = []
  for (let step = 1; days.length < Math.min(times, MOST_TIMES); step++) {
    const day = every === 'month' ? daysToMonth(start, step) : step * STEP[every]
    if (day === undefined) continue
    if (day > MOST_DAYS) break
    if (!taken.includes(day)) days.push(day)
  }
  return days
}

function daysToMonth(start: string, months: number): number | undefined {
  const first = new Date(`${start}T00:00:00Z`)
  const date = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + months, first.getUTCDate()))
  return date.getUTCDate() === first.getUTCDate()
    ? Math.round((date.getTime() - first.getTime()) / DAY_MS)
    : undefined
}

/** Days between two local dates. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS)

/** `Sat, 5 Dec 2026`, some days after a local date. */
export const dayText = (start: string, days: number): string =>
  new Date(Date.parse(`${start}T00:00:00Z`) + days * DAY_MS).toLocaleDateString('en-GB', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  })
