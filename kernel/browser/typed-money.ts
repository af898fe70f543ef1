import { MAX_PRICE_CENTS, currencyExponent } from './money.ts'

export type DecimalSign = '.' | ','

/** The decimal sign of the browser's language; a point on a server. */
export function decimalSign(): DecimalSign {
  if (typeof document === 'undefined') return '.'
  const parts = numberFormat(navigator.language).formatToParts(1.5)
  return parts.find(({ type }) => type === 'decimal')?.value === ',' ? ',' : '.'
}

/** Some browsers report a language that `Intl` refuses, such as `en-US@posix`. */
function numberFormat(language: string): Intl.NumberFormat {
  try {
    return new Intl.NumberFormat(language)
  } catch {
    return new Intl.NumberFormat()
  }
}

/** Digits with optional commas between thousands, then an optional point and decimals. */
const PRICE = /^(\d{1,9}|\d{1,3}(?:,\d{3}){1,2})?(?:\.(\d{0,9}))?$/

/**
 * Rewrites a price with a decimal comma to one with a decimal point. A point or comma before exactly three digits could
 * separate thousands or decimals: reading `1.234` as 1.23 would charge a thousandth of the price.
 * @returns undefined if it is ambiguous
 */
function withPoint(text: string, digits: number): string | undefined {
  if (/^\d{1,3}(?:\.\d{3})+(?:,\d*)?$/.test(text))
    return /[.,]\d{3}$/.test(text) && !/\..*[.,]/.test(text)
      ? undefined
      : text.replaceAll('.', '').replace(',', '.')
  if (/^\d*,\d*$/.test(text)) return digits < 3 && /,\d{3}$/.test(text) ? undefined : text.replace(',', '.')
  return text
}

/**
 * Parses a typed price in major units into minor units of the currency, without floating point. The symbols € $ £,
 * blanks and separators of thousands are stripped; one decimal too many rounds half up. With a decimal point a comma
 * anywhere but between thousands is refused: reading `10,50` as 1,050 would charge a hundred times the price.
 * @param decimal the decimal sign of the person who types; with a comma, `45.50` is read as well
 * @returns the cents, or the error text of spec §5
 */
export function parsePrice(
  text: string,
  currency = 'eur',
  decimal: DecimalSign = '.',
): { cents: number } | { error: 'Invalid price format' } {
  const digits = currencyExponent(currency)
  const plain = text.replace(/[€$£\s]/g, '')
  const match = PRICE.exec((decimal === ',' ? withPoint(plain, digits) : plain) ?? '')
  if (!match || (!match[1] && !match[2])) return { error: 'Invalid price format' }
  const decimals = (match[2] ?? '').padEnd(digits + 1, '0')
  const whole = Number((match[1] ?? '0').replaceAll(',', ''))
  const up = decimals.charCodeAt(digits) >= 53 ? 1 : 0
  const cents = whole * 10 ** digits + Number(decimals.slice(0, digits)) + up
  return cents <= MAX_PRICE_CENTS ? { cents } : { error: 'Invalid price format' }
}

/** Formats an amount for an input field: `1905` of eur is `19.05`, with a decimal comma `19,05`. */
export function typedAmount(minorUnits: number, currency: string, decimal: DecimalSign = '.'): string {
  const digits = currencyExponent(currency)
  return (minorUnits / 10 ** digits).toFixed(digits).replace('.', decimal)
}
