import type Stripe from 'stripe'

export type Interval = Stripe.Price.Recurring['interval']

export const HOUR = 60 * 60
export const DAY = 24 * HOUR

/**
 * The end of the billing period that starts at `start`. Months are counted from the anchor, so that after a
 * short month the day is the 31st again. All times in seconds since 1970, in UTC.
 */
export function periodEnd(anchor: number, start: number, interval: Interval, count: number): number {
  for (let periods = 1; ; periods += 1) {
    const end = later(anchor, interval, periods * count)
    if (end > start) return end
  }
}

function later(from: number, interval: Interval, count: number): number {
  if (interval === 'day') return from + count * DAY
  if (interval === 'week') return from + count * 7 * DAY
  const months = interval === 'year' ? count * 12 : count
  const date = new Date(from * 1000)
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + months)
  const days = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(day, days))
  return Math.floor(date.getTime() / 1000)
}

/** Formats a billing interval: `month` or `3 months`. */
export function intervalText(recurring: Stripe.Price.Recurring): string {
  const { interval, interval_count: count } = recurring
  return count === 1 ? interval : `${count} ${interval}s`
}
