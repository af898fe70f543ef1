import type { AskedField } from '#kernel/browser/forms/form-design.ts'

/** `2026-11-27`: a day of the calendar, which has no time zone. */
export type Day = string
/** `2026-11`. */
export type Month = string

/** Times are placed in UTC until the page runs in the visitor's browser, so that both render the same first. */
export type Zone = 'UTC' | undefined

const dateOf = (day: Day) => new Date(`${day.length === 7 ? `${day}-01` : day}T00:00:00Z`)
const dayOf = (date: Date): Day => date.toISOString().slice(0, 10)
const two = (value: number) => String(value).padStart(2, '0')

export function addDays(day: Day, count: number): Day {
  const date = dateOf(day)
  date.setUTCDate(date.getUTCDate() + count)
  return dayOf(date)
}

export function addMonths(month: Month, count: number): Month {
  const date = dateOf(month)
  date.setUTCMonth(date.getUTCMonth() + count)
  return dayOf(date).slice(0, 7)
}

/** The same day in another month, or its last one. */
export function moveMonth(day: Day, count: number): Day {
  const month = addMonths(day.slice(0, 7), count)
  const last = addDays(`${addMonths(month, 1)}-01`, -1)
  const same = `${month}${day.slice(7)}`
  return same > last ? last : same
}

/** Today in the visitor's time zone. */
export const today = (now = new Date()): Day => localDay(now)

const localDay = (date: Date): Day =>
  `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`

/** The day of a value: a date is the same day everywhere, a time that of the zone. */
export function dayOfValue({ kind }: Pick<AskedField, 'kind'>, value: unknown, zone: Zone): Day | undefined {
  if (typeof value !== 'string') return undefined
  if (kind === 'date' || zone === 'UTC') return value.slice(0, 10)
  return localDay(new Date(value))
}

/** First and next day or time of a month, as the server compares them. */
export function rangeOf({ kind }: Pick<AskedField, 'kind'>, month: Month): { from: string; until: string } {
  const [from, until] = [month, addMonths(month, 1)].map((start) =>
    // A time without a zone is read as the visitor's.
    kind === 'date' ? `${start}-01` : new Date(`${start}-01T00:00:00`).toISOString(),
  )
  return { from: from!, until: until! }
}

/** Weeks start on Saturday in Arabic, on Sunday in English, Japanese and Portuguese of their largest countries, else on Monday. */
export function firstWeekday(tag: string): 0 | 1 | 6 {
  if (tag.startsWith('ar')) return 6
  return /^(?:en(?:-(?:US|CA|IN|ZA|PH))?|ja.*|pt(?:-BR)?)$/.test(tag) ? 0 : 1
}

/** The weeks of a month from the first weekday on; places outside of the month are undefined. */
export function weeksOf(month: Month, first: number): (Day | undefined)[][] {
  const start = `${month}-01`
  const before = (dateOf(start).getUTCDay() - first + 7) % 7
  const count = dateOf(addDays(`${addMonths(month, 1)}-01`, -1)).getUTCDate()
  const weeks = Math.ceil((before + count) / 7)
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: 7 }, (__, at) => {
      const number = week * 7 + at - before
      return number >= 0 && number < count ? addDays(start, number) : undefined
    }),
  )
}

/** Where a key moves from a day, as in calendars of the ARIA practices; undefined for other keys. */
export function moveDay(day: Day, key: string, first: number, isRtl: boolean): Day | undefined {
  const ahead = isRtl ? -1 : 1
  const inWeek = (dateOf(day).getUTCDay() - first + 7) % 7
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -ahead)
    case 'ArrowRight':
      return addDays(day, ahead)
    case 'ArrowUp':
      return addDays(day, -7)
    case 'ArrowDown':
      return addDays(day, 7)
    case 'Home':
      return addDays(day, -inWeek)
    case 'End':
      return addDays(day, 6 - inWeek)
    case 'PageUp':
      return moveMonth(day, -1)
    case 'PageDown':
      return moveMonth(day, 1)
    default:
      return undefined
  }
}
