import type { StatsDays, StatsSeries, TenantStats } from '../endpoints.ts'

export type StatsTab = 'sales' | 'orders' | 'sign-ups'

/** What the section shows, as it stands in the address. */
export interface StatsView {
  tab: StatsTab
  days: StatsDays
  /** Empty: the one with most orders. */
  currency: string
}

const TABS: readonly StatsTab[] = ['sales', 'orders', 'sign-ups']
export const PERIODS: readonly StatsDays[] = [7, 30, 90]

/** Reads tab, period and currency out of a query; what is unknown is the usual. */
export function readStatsView(query: URLSearchParams): StatsView {
  const currency = query.get('currency') ?? ''
  return {
    tab: TABS.find((name) => name === query.get('numbers')) ?? 'sales',
    days: PERIODS.find((days) => String(days) === query.get('days')) ?? 30,
    currency: /^[a-z]{3}$/.test(currency) ? currency : '',
  }
}

/** The query that shows `view`; the usual is left out, and what belongs to others stays. */
export function writeStatsView(query: URLSearchParams, view: StatsView): string {
  const result = new URLSearchParams(query)
  const set = (name: string, value: string, usual: string) =>
    value === usual ? result.delete(name) : result.set(name, value)
  set('numbers', view.tab, 'sales')
  set('days', String(view.days), '30')
  set('currency', view.currency, '')
  return result.size ? `?${result}` : ''
}

/** Sales in the chosen currency, in the first one where that has none; nothing sold yet is nothing in euros. */
export function salesOf(stats: TenantStats, currency: string): StatsSeries & { currency: string } {
  return (
    stats.sales.find((each) => each.currency === currency) ??
    stats.sales[0] ?? { currency: 'eur', now: noDays(stats), before: noDays(stats), before_so_far: 0 }
  )
}

const noDays = ({ days }: TenantStats) => Array.from({ length: days }, () => 0)

/** The sum of a period, in the unit of its days. */
export const totalOf = ({ now }: StatsSeries): number => now.reduce((sum, each) => sum + each, 0)

/** How a period's sum stands to the one before, in whole per cent; undefined where there was nothing before. */
export function changeOf(series: StatsSeries): number | undefined {
  if (series.before_so_far === 0) return undefined
  return Math.round((totalOf(series) / series.before_so_far - 1) * 100)
}

/** A tenant as far as its first entry is concerned. */
export interface Beginner {
  public_key: string | null
  stripe_mode: 'test' | 'live'
  stripe_account_id: string | null
}

/**
 * Where the first entry of an empty chart is made: the tenant's own Pay Block with a test card, once it can be paid;
 * before that, and for people, the embed code. Undefined while there is no key.
 */
export function firstStep(tab: StatsTab, tenant: Beginner): { to: string } | 'embed' | undefined {
  const { public_key, stripe_mode, stripe_account_id } = tenant
  if (!public_key) return undefined
  return tab !== 'sign-ups' && stripe_mode === 'test' && stripe_account_id
    ? { to: `${PLAYGROUND}?${new URLSearchParams({ block: 'checkout', mode: 'live', pk: public_key })}` }
    : 'embed'
}

export const PLAYGROUND = '/playground'
