// Amounts and counts as they are typed, for the forms of events and codes.
import { isChargeable } from '#kernel/browser/money.ts'
import { decimalSign, parsePrice } from '#kernel/browser/typed-money.ts'

/** Minor units of a typed price; 0 while it is not one. */
export function centsOf(price: string, currency: string): number {
  const parsed = parsePrice(price, currency, decimalSign())
  return 'cents' in parsed ? parsed.cents : 0
}

/** Why the card provider cannot charge a typed price; undefined if it can. @param missing for a text that is no price */
export function priceFault(price: string, currency: string, missing: string): string | undefined {
  const parsed = parsePrice(price, currency, decimalSign())
  if ('error' in parsed) return missing
  return isChargeable(parsed.cents, currency)
    ? undefined
    : `The third decimal of ${currency.toUpperCase()} must be 0.`
}

/** Whether a text is a whole number of at least `least` and at most `most`. */
export const isCount = (text: string, least: number, most: number): boolean =>
  /^\d{1,7}$/.test(text.trim()) && Number(text) >= least && Number(text) <= most
