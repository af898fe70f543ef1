import type { StatsDays, StatsSeries, TenantStats } from '../endpoints.ts'

export type StatsTab = 'sales' | 'orders' | 'sign-ups'

/** The view of the section, which is part of the URL. */
export interface StatsView {
  tab: StatsTab
  days: StatsDays
  /** Empty for the currency with the most orders. */
  currency: string
}

const TABS: readonly StatsTab[] = ['sales', 'orders', 'sign-ups']
export const PERIODS: readonly StatsDays[] = [7, 30, 90]

/** Reads tab, period and currency from a query. Unknown values become the defaults. */
export function readStatsView(query: URLSearchParams): StatsView {
  const currency = query.get('currency') ?? ''
  return {
    tab: TABS.find((name) => name === query.get('numbers')) ?? 'sales',
    days: PERIODS.find((days) => String(days) === query.get('days')) ?? 30,
    currency: /^[a-z]{3}$/.test(currency) ? currency : '',
  }
}

/** Returns the query string that shows `view`. Defaults are left out, and other parameters stay. */
export function writeStatsView(query: URLSearchParams, view: StatsView): string {
  const result = new URLSearchParams(query)
  const set = (name: string, value: string, defaultValue: string) =>
    value === defaultValue ? result.delete(name) : result.set(name, value)
  set('numbers', view.tab, 'sales')
  set('days', String(view.days), '30')
  set('currency', view.currency, '')
  return result.size ? `?${result}` : ''
}

/**
 * Returns sales in the chosen currency, or in the first one if it has none. Without any sales it is zero
 * euros.
 */
export function salesOf(stats: TenantStats, currency: string): StatsSeries & { currency: string } {
  return (
    stats.sales.find((each) => each.currency === currency) ??
    stats.sales[0] ?? { currency: 'eur', now: noDays(stats), before: noDays(stats), before_so_far: 0 }
  )
}

const noDays = ({ days }: TenantStats) => Array.from({ length: days }, () => 0)

/** Returns the value of the current day, which is not over yet. */
export const todayOf = ({ now }: StatsSeries): number => now.at(-1) ?? 0

/** Returns the sum of a period. */
export const totalOf = ({ now }: StatsSeries): number => now.reduce((sum, each) => sum + each, 0)

/** Returns the change from the previous period in whole percent; undefined if that period's sum is 0. */
export function changeOf(series: StatsSeries): number | undefined {
  if (series.before_so_far === 0) return undefined
  return Math.round((totalOf(series) / series.before_so_far - 1) * 100)
}

/** The columns of a tenant that determine its first step. */
export interface Beginner {
  public_key: string | null
  stripe_mode: 'test' | 'live'
  stripe_account_id: string | null
}

/**
 * Returns where the creator gets the first entry of an empty chart: the tenant's own Pay Block with a test
 * card if payments are connected, otherwise, and for sign-ups, the embed code. Undefined while there is no
 * key.
 */
export function firstStep(tab: StatsTab, tenant: Beginner): { to: string } | 'embed' | undefined {
  const { public_key, stripe_mode, stripe_account_id } = tenant
  if (!public_key) return undefined
  return tab !== 'sign-ups' && stripe_mode === 'test' && stripe_account_id
    ? { to: `${PLAYGROUND}?${new URLSearchParams({ block: 'checkout', mode: 'live', pk: public_key })}` }
    : 'embed'
}

export const PLAYGROUND = '/playground'

/** The sums up to each day. */
export function addedUp(values: readonly number[]): number[] {
  let sum = 0
  return values.map((value) => (sum += value))
}
