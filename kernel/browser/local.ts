// Formats amounts, days and numbers for the visitor's locale, which the page's language tag and region determine.
import { formatDate, formatDateTime } from './dates.ts'
import { languageOfTag } from './languages.ts'
import { currencyExponent, formatPrice } from './money.ts'

let tag = 'en'

/** Sets the page's language tag (BCP 47). Takes effect immediately, on the server and in the browser. */
export function setFormatLanguage(next: string): void {
  tag = languageOfTag(next) ? next : 'en'
}

/** English is formatted like the rest of the product. */
const isEnglish = () => languageOfTag(tag) === 'en'

/** Formats an amount of minor units: `€10.00`, `10,00 €`. */
export function money(minorUnits: number, currency: string): string {
  if (isEnglish()) return formatPrice(minorUnits, currency)
  const digits = currencyExponent(currency)
  return new Intl.NumberFormat(tag, {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(minorUnits / 10 ** digits)
}

/** The same without zero decimals: `€19`, `19 €`, but `€19.50`. */
export function wholeMoney(minorUnits: number, currency: string): string {
  if (minorUnits % 10 ** currencyExponent(currency)) return money(minorUnits, currency)
  if (isEnglish()) return formatPrice(minorUnits, currency).replace(/\.0+$/, '')
  const major = minorUnits / 10 ** currencyExponent(currency)
  return new Intl.NumberFormat(tag, { style: 'currency', currency, maximumFractionDigits: 0 }).format(major)
}

/** Formats a day in the visitor's time zone: `3 Mar 2026`, `03.03.2026`. Empty if the text is not a date. */
export function day(iso: string): string {
  const date = new Date(iso)
  if (isEnglish() || Number.isNaN(date.getTime())) return formatDate(iso)
  return date.toLocaleDateString(tag, { dateStyle: 'medium' })
}

/** The same with hours and minutes: `3 Mar 2026, 16:05`. */
export function moment(iso: string): string {
  const date = new Date(iso)
  if (isEnglish() || Number.isNaN(date.getTime())) return formatDateTime(iso)
  return date.toLocaleString(tag, { dateStyle: 'medium', timeStyle: 'short' })
}

/** The tag of the language that values are formatted for, for other uses of `Intl`. */
export const formatTag = (): string => (isEnglish() ? 'en-US' : tag)

/** Formats a whole number in the digits of the language. */
export const number = (value: number): string => value.toLocaleString(isEnglish() ? 'en-US' : tag)

/** Plural forms of a phrase (CLDR plural rules); `#` is replaced by the number. */
export type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }

/** Picks the plural form: `plural(3, { one: '# day', other: '# days' })` is `3 days`. */
export function plural(count: number, forms: PluralForms): string {
  const form = forms[new Intl.PluralRules(tag).select(count)] ?? forms.other
  return form.replace('#', number(count))
}

/** Converts decimal digits of any Unicode script to `0` to `9`: users type codes on their own keyboards. */
export const plainDigits = (text: string): string =>
  text.replace(/[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g, (sign) => `${sign.charCodeAt(0) & 15}`)

/** Names as an enumeration: `Bread club or Friends`. */
export const list = (names: readonly string[]): string =>
  new Intl.ListFormat(tag, { type: 'disjunction' }).format(names)

/** Isolates a value (name, address) from surrounding text of the other direction (Unicode FSI and PDI). */
export const isolated = (value: string): string => `\u2068${value}\u2069`

/** Formats a month in the visitor's time zone: `March 2026`. Empty if the text is not a date. */
export function month(iso: string): string {
  const date = new Date(iso)
  if (Number.isNaN(date.getTime())) return ''
  return date.toLocaleDateString(isEnglish() ? 'en-US' : tag, { month: 'long', year: 'numeric' })
}

/**
 * Formats a moment in a time zone of its own, such as the place of an event: `Sat, 5 Dec 2026, 19:00`. With an end, as a range
 * without what both have in common. Empty if a text is not a date or the zone is unknown here.
 */
export function inZone(
  iso: string,
  zone: string,
  options: Omit<Intl.DateTimeFormatOptions, 'timeZone'>,
  until?: string,
): string {
  try {
    const format = new Intl.DateTimeFormat(isEnglish() ? 'en-GB' : tag, { timeZone: zone, ...options })
    return until ? format.formatRange(new Date(iso), new Date(until)) : format.format(new Date(iso))
  } catch {
    return ''
  }
}
