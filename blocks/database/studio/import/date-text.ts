/** Order of day, month and year in a column of dates. */
export const DATE_ORDERS = ['ymd', 'dmy', 'mdy'] as const
export type DateOrder = (typeof DATE_ORDERS)[number]

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const NUMBERS = /^(\d{1,4})\s?(?:[./年-]|\. )\s?(\d{1,2})\s?(?:[./月-]|\. )\s?(\d{1,4})[.日]?/
const DAY_FIRST = /^(?:[a-z]{3,9},? )?(\d{1,2})(?:st|nd|rd|th|\.)?[ -]([a-z]{3,9})\.?,?[ -](\d{2,4})/i
const MONTH_FIRST = /^(?:[a-z]{3,9},? )?([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})/i
const TIME =
  /^[T ,]+(\d{1,2})[:.h](\d{2})(?:[:.](\d{2})(?:[.,](\d{1,9}))?)?\s*([ap]\.?m\.?)?\s*(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?$/i

/**
 * A date of any of the usual forms as ISO text, with its time if it has one: `1.3.2026 9:30` is `2026-03-01T09:30:00`.
 * Years of two digits are 1970 to 2069.
 * @returns undefined if the text is no date in this order
 */
export function isoDate(text: string, order: DateOrder): string | undefined {
  const trimmed = text.trim()
  const found = readDay(trimmed, order)
  if (!found) return undefined
  const { year, month, day, length } = found
  const at = new Date(Date.UTC(year, month - 1, day))
  if (month < 1 || month > 12 || at.getUTCDate() !== day) return undefined
  const date = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`
  const rest = trimmed.slice(length)
  if (rest === '') return date
  const time = readTime(rest)
  return time && `${date}T${time}`
}

const two = (number: number) => String(number).padStart(2, '0')

function readDay(text: string, order: DateOrder) {
  const numbers = NUMBERS.exec(text)
  if (numbers) {
    const [whole, a, b, c] = numbers as unknown as [string, string, string, string]
    // A year of four digits comes first in no other order.
    const isYearFirst = a.length > 2
    if (isYearFirst !== (order === 'ymd') || (!isYearFirst && c.length !== 2 && c.length !== 4))
      return undefined
    if (a.length === 3 || (isYearFirst && c.length > 2)) return undefined
    const [year, month, day] = order === 'ymd' ? [a, b, c] : order === 'dmy' ? [c, b, a] : [c, a, b]
    return { year: fullYear(year), month: Number(month), day: Number(day), length: whole.length }
  }
  const dayFirst = DAY_FIRST.exec(text)
  const monthFirst = dayFirst ? null : MONTH_FIRST.exec(text)
  const found = dayFirst ?? monthFirst
  if (!found) return undefined
  const [day, name] = dayFirst ? [found[1]!, found[2]!] : [found[2]!, found[1]!]
  const month = MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1
  return { year: fullYear(found[3]!), month, day: Number(day), length: found[0].length }
}

function fullYear(digits: string): number {
  const year = Number(digits)
  return digits.length > 2 ? year : year < 70 ? 2000 + year : 1900 + year
}

function readTime(text: string): string | undefined {
  const found = TIME.exec(text)
  if (!found) return undefined
  const [, hours, minutes, seconds = '00', fraction, half, zone = ''] = found
  const isAfternoon = half?.toLowerCase().startsWith('p')
  const hour = half ? (Number(hours) % 12) + (isAfternoon ? 12 : 0) : Number(hours)
  if (
    hour > 23 ||
    Number(minutes) > 59 ||
    Number(seconds) > 59 ||
    (half && (Number(hours) > 12 || hours === '0'))
  )
    return undefined
  const part = fraction ? `.${fraction.slice(0, 3)}` : ''
  return `${two(hour)}:${minutes}:${seconds}${part}${/^(utc|gmt|z)$/i.test(zone) ? 'Z' : zone}`
}

/** The orders in which every one of the texts is a date. More than one: only the author of the file knows. */
export function possibleOrders(texts: readonly string[]): DateOrder[] {
  const orders = DATE_ORDERS.filter((order) => texts.every((text) => isoDate(text, order) !== undefined))
  // Written with a point or a dash, days come first everywhere; month names leave no question.
  const isAmbiguous = orders.includes('dmy') && orders.includes('mdy')
  const isDayFirst = texts.every((text) => !/^\s*\d{1,2}\s?\//.test(text))
  return isAmbiguous && isDayFirst ? orders.filter((order) => order === 'dmy') : orders
}
