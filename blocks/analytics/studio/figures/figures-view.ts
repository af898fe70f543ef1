import { blockPlaces } from '#blocks/registry.ts'
import type { Counts, Period, Segment } from '#blocks/analytics/endpoints-studio.ts'

export type FigureTab = 'visits' | 'visitors' | 'views'

/** What the screen shows, which is part of its address. */
export interface FiguresView {
  tab: FigureTab
  days: number
  segment: Segment
}

export const PERIODS = [1, 7, 30, 90, 365] as const
const TABS: readonly FigureTab[] = ['visits', 'visitors', 'views']
/** Filters that rows of lists set. */
export const FILTERS = {
  source: 'Source',
  campaign: 'Campaign',
  country: 'Country',
  device: 'Device',
  browser: 'Browser',
  entry: 'First page',
  page: 'Page',
  event: 'Event',
} as const satisfies Partial<Record<keyof Segment, string>>
export type FilterName = keyof typeof FILTERS
const NAMES = Object.keys(FILTERS) as FilterName[]

/** Reads an address. Unknown values become the defaults. */
export function readFiguresView(query: URLSearchParams): FiguresView {
  const segment: Segment = {}
  for (const name of NAMES) {
    const value = query.get(name)
    if (value !== null) segment[name] = value
  }
  return {
    tab: TABS.find((name) => name === query.get('figure')) ?? 'visits',
    days: PERIODS.find((days) => String(days) === query.get('days')) ?? 30,
    segment,
  }
}

/** The query of an address that shows a view. Other parameters stay. */
export function writeFiguresView(query: URLSearchParams, { tab, days, segment }: FiguresView): string {
  const result = new URLSearchParams(query)
  const set = (name: string, value: string | undefined, initial?: string) =>
    value === undefined || value === initial ? result.delete(name) : result.set(name, value)
  set('figure', tab, 'visits')
  set('days', String(days), '30')
  for (const name of NAMES) set(name, segment[name])
  return result.size ? `?${result}` : ''
}

const DAY_MS = 86_400_000

/** @param today in the browser's zone, as YYYY-MM-DD; the last day of the period */
export function periodOf(today: string, days: number): Pick<Period, 'from' | 'to'> {
  return { from: new Date(Date.parse(today) - (days - 1) * DAY_MS).toISOString().slice(0, 10), to: today }
}

/** Change from the days before in whole percent; undefined if there was nothing. */
export const changeOf = (now: number, before: number): number | undefined =>
  before === 0 ? undefined : Math.round((now / before - 1) * 100)

export const figureOf = (counts: Counts, tab: FigureTab): number => counts[tab]

/** How a value of a list is named, where an empty one has a meaning. */
export function nameOf(dimension: string, value: string): string {
  if (dimension === 'country' && value) return countryName(value)
  if (dimension === 'block') return blockStep(value)
  if (dimension === 'device' && value) return value[0]!.toUpperCase() + value.slice(1)
  if (value) return value
  return dimension === 'source' ? 'Direct' : dimension === 'campaign' ? 'None' : 'Unknown'
}

/** `pay:opened` is **Products: opened**. */
function blockStep(value: string): string {
  const [name, step] = value.split(':')
  const place = blockPlaces.find((each) => each.name === name)
  return place && step ? `${place.title}: ${step}` : value
}

function countryName(code: string): string {
  try {
    return new Intl.DisplayNames('en', { type: 'region' }).of(code) ?? code
  } catch {
    return code
  }
}
