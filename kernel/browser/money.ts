const SYMBOLS: Record<string, string> = { eur: '€', usd: '$', gbp: '£' }

/** Symbol in front of an amount field: `€`. Empty for a currency without a known symbol. */
export const currencySign = (currency: string): string => SYMBOLS[currency.toLowerCase()] ?? ''

/** What an amount field shows in front of its amount: `€`, `CHF`. */
export const priceSign = (currency: string): string => currencySign(currency) || currency.toUpperCase()

const NO_DECIMALS = 'bif clp djf gnf isk jpy kmf krw mga pyg rwf ugx vnd vuv xaf xof xpf'.split(' ')
const THREE_DECIMALS = 'bhd iqd jod kwd lyd omr tnd'.split(' ')

/**
 * Number of decimals of the card provider's amounts, for example 2 for eur, 0 for jpy, 3 for kwd. `Intl` cannot be used:
 * it has the decimals of everyday prices (0 for huf, where the provider counts hundredths) and browsers differ.
 * @see https://docs.stripe.com/currencies#zero-decimal
 */
export function currencyExponent(currency: string): number {
  const code = currency.toLowerCase()
  return NO_DECIMALS.includes(code) ? 0 : THREE_DECIMALS.includes(code) ? 3 : 2
}

/**
 * Formats an amount of minor units: `formatPrice(1000, 'eur')` is `€10.00`. A currency without a known symbol shows
 * its code: `CHF 10.00`.
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

/** Largest price in minor units that the card provider accepts (eight digits). */
export const MAX_PRICE_CENTS = 99_999_999

/**
 * Whether the card provider accepts this amount: whole minor units up to its maximum. For currencies with three
 * decimals the last digit must be 0.
 * @see https://docs.stripe.com/currencies#three-decimal
 */
export function isChargeable(minorUnits: number, currency: string): boolean {
  if (!Number.isInteger(minorUnits) || minorUnits < 0 || minorUnits > MAX_PRICE_CENTS) return false
  return currencyExponent(currency) < 3 || minorUnits % 10 === 0
}
