import { currencyExponent, currencySign, formatPrice } from '#kernel/browser/money.ts'
import type { StatsDays } from '../endpoints.ts'

const DAY_MS = 86_400_000
const MAX_PERCENT = 999
/** From this amount on the axis uses compact numbers. */
const COMPACT_FROM = 100_000

const FORMAT = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})

/** Labels of the days up to and including `today` (YYYY-MM-DD), which is not over yet. */
export function dayPoints(today: string, count: number): { name: string; short: string }[] {
  const last = Date.parse(`${today}T00:00:00Z`)
  return Array.from({ length: count }, (_, place) => {
    const parts = Object.fromEntries(
      FORMAT.formatToParts(last - (count - 1 - place) * DAY_MS).map(({ type, value }) => [type, value]),
    )
    const short = `${parts.day} ${parts.month}`
    const name = `${parts.weekday}, ${short} ${parts.year}`
    return { name: place === count - 1 ? `${name}, so far` : name, short }
  })
}

/** Formats a change as `+40%`, with a real minus sign and at most 999%. */
export function changeWords(percent: number): string {
  const size = Math.min(Math.abs(percent), MAX_PERCENT)
  return `${percent > 0 ? '+' : percent < 0 ? '−' : ''}${size}%`
}

export const beforeName = (days: StatsDays): string => `Previous ${days} days`

/**
 * Formats minor units for the axis: without decimals if none of the axis's values (`all`) needs them, and
 * with shortened thousands and millions.
 */
export function axisMoney(
  minorUnits: number,
  currency: string,
  all: readonly number[] = [minorUnits],
): string {
  const major = minorUnits / 10 ** currencyExponent(currency)
  const sign = currencySign(currency) || `${currency.toUpperCase()} `
  if (major >= COMPACT_FROM)
    return `${sign}${new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 }).format(major)}`
  return all.every((value) => value % 10 ** currencyExponent(currency) === 0)
    ? `${sign}${major.toLocaleString('en-US')}`
    : formatPrice(minorUnits, currency)
}

export const count = (value: number): string => value.toLocaleString('en-US')
