import type { PromptProvider } from '../endpoints-studio.ts'

const MILLION = 1_000_000

/**
 * An amount of the provider's bill. No API names its currency, so the text has none.
 * @param millionths of the currency; null: no price is known
 */
export function costText(millionths: number | null): string {
  if (millionths === null) return '–'
  const amount = millionths / MILLION
  if (amount > 0 && amount < 0.0001) return '< 0.0001'
  return amount.toLocaleString('en-US', {
    minimumFractionDigits: 2,
    maximumFractionDigits: amount === 0 || amount >= 1 ? 2 : 4,
  })
}

/**
 * The most that tokens can cost: all of them at the higher price. @returns millionths; null without a price
 */
export function mostCost(
  tokens: number,
  { price_in, price_out }: Pick<PromptProvider, 'price_in' | 'price_out'>,
): number | null {
  if (price_in === null && price_out === null) return null
  return Math.ceil((tokens * Math.max(price_in ?? 0, price_out ?? 0)) / MILLION)
}

/** A typed price of a million tokens, such as `0.15`. @returns millionths, null if empty; undefined if it is no price */
export function priceOf(typed: string): number | null | undefined {
  const text = typed.trim().replace(',', '.')
  if (text === '') return null
  if (!/^\d{1,4}(\.\d{1,6})?$/.test(text)) return undefined
  const millionths = Math.round(Number(text) * MILLION)
  return millionths <= 1_000_000_000 ? millionths : undefined
}

/** The reverse, for a field. */
export const typedPrice = (millionths: number | null): string =>
  millionths === null ? '' : String(millionths / MILLION)
