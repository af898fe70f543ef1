const SYMBOLS: Record<string, string> = { eur: '€', usd: '$', gbp: '£' }

/** Number of decimals of a currency (ISO 4217), for example 2 for eur, 0 for jpy, 3 for kwd. */
export function currencyExponent(currency: string): number {
  const options = new Intl.NumberFormat('en-US', { style: 'currency', currency }).resolvedOptions()
  return options.maximumFractionDigits ?? 2
}

/**
 * Shows an amount of minor units as people read it: `formatPrice(1000, 'eur')` is `€10.00`; a currency without
 * a symbol of ours shows its code: `CHF 10.00`.
 */
export function formatPrice(minorUnits: number, currency: string, locale = 'en-US'): string {
  const digits = currencyExponent(currency)
  const amount = (minorUnits / 10 ** digits).toLocaleString(locale, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  const symbol = SYMBOLS[currency.toLowerCase()]
  return symbol ? `${symbol}${amount}` : `${currency.toUpperCase()} ${amount}`
}

/** Largest price in minor units that the card provider takes (eight digits). */
export const MAX_PRICE_CENTS = 99_999_999

/**
 * Reads a price that a person typed, in major units, into minor units without floating point.
 * Symbols € $ £, commas and blanks are stripped; a third decimal rounds half up.
 * @returns the cents, or the text of spec §5
 */
export function parsePrice(text: string): { cents: number } | { error: 'Invalid price format' } {
  const match = /^(\d{1,9})?(?:\.(\d{0,9}))?$/.exec(text.replace(/[€$£,\s]/g, ''))
  if (!match || (!match[1] && !match[2])) return { error: 'Invalid price format' }
  const decimals = (match[2] ?? '').padEnd(3, '0')
  const cents =
    Number(match[1] ?? '0') * 100 + Number(decimals.slice(0, 2)) + (decimals.charCodeAt(2) >= 53 ? 1 : 0)
  return cents <= MAX_PRICE_CENTS ? { cents } : { error: 'Invalid price format' }
}
