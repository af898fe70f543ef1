// Amounts, days and numbers as the visitor of a page writes them. The page's tag says how, its region included.
import { formatDate } from './dates.ts'
import { languageOfTag } from './languages.ts'
import { currencyExponent, formatPrice } from './money.ts'

let tag = 'en'

/** Turns to the tag of a page (BCP 47); takes effect at once, for one page of the server as for a page in the browser. */
export function speakLocally(next: string): void {
  tag = languageOfTag(next) ? next : 'en'
}

/** English ones are written as the rest of the product writes them. */
const isEnglish = () => languageOfTag(tag) === 'en'

/** An amount of minor units: `€10.00`, `10,00 €`. */
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

/** The same without decimals where they say nothing: `€19`, `19 €`, but `€19.50`. */
export function wholeMoney(minorUnits: number, currency: string): string {
  if (minorUnits % 10 ** currencyExponent(currency)) return money(minorUnits, currency)
  if (isEnglish()) return formatPrice(minorUnits, currency).replace(/\.0+$/, '')
  const major = minorUnits / 10 ** currencyExponent(currency)
  return new Intl.NumberFormat(tag, { style: 'currency', currency, maximumFractionDigits: 0 }).format(major)
}

/** A day in the visitor's own time zone: `3 Mar 2026`, `03.03.2026`; empty for text that is no date. */
export function day(iso: string): string {
  const date = new Date(iso)
  if (isEnglish() || Number.isNaN(date.getTime())) return formatDate(iso)
  return date.toLocaleDateString(tag, { dateStyle: 'medium' })
}

/** A whole number in the digits of the language. */
export const number = (value: number): string => value.toLocaleString(isEnglish() ? 'en-US' : tag)

/** Forms of a phrase by number, as the language tells them apart (CLDR plural rules); `#` stands for the number. */
export type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }

/** The form that fits: `plural(3, { one: '# day', other: '# days' })` is `3 days`. */
export function plural(count: number, forms: PluralForms): string {
  const form = forms[new Intl.PluralRules(tag).select(count)] ?? forms.other
  return form.replace('#', number(count))
}

/** Digits of any script that Unicode calls decimal, as `0` to `9`: people type codes in those of their keyboard. */
export const plainDigits = (text: string): string =>
  text.replace(/[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g, (sign) => `${sign.charCodeAt(0) & 15}`)

/** A value within words of the other direction (names, addresses), held apart from them (Unicode FSI and PDI). */
export const isolated = (value: string): string => `\u2068${value}\u2069`

/** A month in the visitor's own time zone: `March 2026`; empty for text that is no date. */
export function month(iso: string): string {
  const date = new Date(iso)
  if (Number.isNaN(date.getTime())) return ''
  return date.toLocaleDateString(isEnglish() ? 'en-US' : tag, { month: 'long', year: 'numeric' })
}
