import { endpoint } from '#kernel/browser/endpoint.ts'
import type { FigureName } from './endpoints.ts'

// What the staff call. Figures need the right `see`; those of money and members need `orders`.

/** Visits that have all of these. Empty strings are values: a direct visit has the source "". */
export interface Segment {
  source?: string
  medium?: string
  campaign?: string
  country?: string
  device?: string
  browser?: string
  system?: string
  site?: string
  /** Path of the visit's first page. */
  entry?: string
  /** Path of any page that it viewed. */
  page?: string
  /** Name of any event that it has. */
  event?: string
}

/** Days of a time zone, both included, and the visits that count. */
export interface Period extends Segment {
  tenantId: string
  /** YYYY-MM-DD. */
  from: string
  to: string
  /** An IANA name, for example Europe/Berlin. */
  zone: string
}

export interface Counts {
  views: number
  /** A visit ends after 30 minutes without events, and at midnight UTC. */
  visits: number
  /** A visitor counts once per day (UTC), when their first visit starts. */
  visitors: number
}

export interface Sales {
  currency: string
  orders: number
  /** Minor units, refunds and lost disputes subtracted. */
  amount: number
}

export interface Figures {
  /** One for each day or, for a single day, for each hour of it. `at` is when it starts (ISO 8601). */
  series: (Counts & { at: string })[]
  total: Counts
  /** Of as many days before, up to the same time of day if the period contains today. */
  before: Counts
  sign_ups?: { now: number; before: number }
  /** By currency, most orders first. Absent without the right to orders. */
  sales?: (Sales & { before: number })[]
  notes: { id: string; day: string; text: string }[]
}

/** Errors of all figures: 400 bad_period, unknown_zone; 404 tenant_not_found. */
export const readFigures = endpoint<Period, Figures>('GET', '/analytics/:tenantId/figures')

export const DIMENSIONS = [
  'page',
  'entry',
  'source',
  'medium',
  'campaign',
  'country',
  'device',
  'browser',
  'system',
  'site',
  'event',
  'link',
  'download',
  'missing',
  'block',
] as const
export type Dimension = (typeof DIMENSIONS)[number]

export interface ListRow {
  value: string
  /** Views of a page; visits of an entry, a source, a country and the like; events of the others. */
  count: number
  /** Each visitor once per day (UTC) and value. */
  visitors: number
}

/** The 100 most frequent values of a dimension. */
export const readList = endpoint<Period & { dimension: Dimension }, { rows: ListRow[] }>(
  'GET',
  '/analytics/:tenantId/list',
)

/** From the visit to the money, by source. Orders count when they were paid, members when they signed up. */
export interface SourceRow {
  source: string
  visits: number
  sign_ups: number
  orders: number
  sales: Sales[]
}
export const readSources = endpoint<Period, { rows: SourceRow[] }>('GET', '/analytics/:tenantId/sources')

export interface Live {
  /** Visitors with an event in the last five minutes. */
  visitors: number
  /** Views of each of the last 30 minutes, oldest first. */
  minutes: number[]
  pages: { value: string; visitors: number }[]
  sources: { value: string; visitors: number }[]
}
export const readLive = endpoint<{ tenantId: string }, Live>('GET', '/analytics/:tenantId/live')

/** `match` is a path, `/shop/*` for all below, or the name of an event, a link, a download or a step of a block (`pay:done`). */
export interface Goal {
  kind: 'view' | 'event' | 'link' | 'download' | 'block'
  match: string
}
export interface GoalRow {
  id: string
  name: string
  goal: Goal
  /** Visits of the period with it. */
  visits: number
}
export const readGoals = endpoint<Period, { goals: GoalRow[]; visits: number }>(
  'GET',
  '/analytics/:tenantId/goals',
)
/** With `id`, changes it. Errors: 402 plan_required, 404 goal_not_found, 409 most_reached (50). */
export const saveGoal = endpoint<{ tenantId: string; id?: string; name: string; goal: Goal }, { id: string }>(
  'POST',
  '/analytics/:tenantId/goals',
)
export const deleteGoal = endpoint<{ tenantId: string; id: string }, { success: true }>(
  'DELETE',
  '/analytics/:tenantId/goals/:id',
)

export interface FunnelRow {
  id: string
  name: string
  steps: Goal[]
  /** Visits that reached each step, in order, within the visit. */
  visits: number[]
}
export const readFunnels = endpoint<Period, { funnels: FunnelRow[] }>('GET', '/analytics/:tenantId/funnels')
/** With `id`, changes it. 2 to 8 steps. Errors: 402 plan_required, 404 funnel_not_found, 409 most_reached (20). */
export const saveFunnel = endpoint<
  { tenantId: string; id?: string; name: string; steps: Goal[] },
  { id: string }
>('POST', '/analytics/:tenantId/funnels')
export const deleteFunnel = endpoint<{ tenantId: string; id: string }, { success: true }>(
  'DELETE',
  '/analytics/:tenantId/funnels/:id',
)

/** Visitors who agreed to an id, by the week (Monday) of their first visit in the period, and in how many later weeks they came again. */
export interface Cohort {
  week: string
  visitors: number
  /** In the weeks after it, in order. */
  again: number[]
}
export const readRetention = endpoint<Period, { cohorts: Cohort[] }>('GET', '/analytics/:tenantId/retention')

/** Steps from one page to the next within visits, most frequent first; `to` is null where visits end. */
export const readJourneys = endpoint<
  Period,
  { steps: { from: string; to: string | null; visits: number }[] }
>('GET', '/analytics/:tenantId/journeys')

/** 75th percentiles. `OWN`: milliseconds that our script kept the page busy. */
export const readVitals = endpoint<Period, { vitals: { name: string; value: number; samples: number }[] }>(
  'GET',
  '/analytics/:tenantId/vitals',
)

export interface Settings {
  collection: 'off' | 'on' | 'consent'
  raw_days: number
  own_networks: string[]
  public_figures: FigureName[]
  /** Whether a link to the figures exists. */
  is_shared: boolean
}
export const readSettings = endpoint<{ tenantId: string }, Settings>('GET', '/analytics/:tenantId/settings')
/** Errors: 402 plan_required. */
export const saveSettings = endpoint<{ tenantId: string } & Omit<Settings, 'is_shared'>, Settings>(
  'PUT',
  '/analytics/:tenantId/settings',
)

export const addNote = endpoint<{ tenantId: string; day: string; text: string }, { id: string }>(
  'POST',
  '/analytics/:tenantId/notes',
)
export const deleteNote = endpoint<{ tenantId: string; id: string }, { success: true }>(
  'DELETE',
  '/analytics/:tenantId/notes/:id',
)

/** Makes a new link, which ends the one before. The token is shown once. */
export const shareFigures = endpoint<{ tenantId: string }, { token: string }>(
  'POST',
  '/analytics/:tenantId/share',
)
export const endShare = endpoint<{ tenantId: string }, { success: true }>(
  'DELETE',
  '/analytics/:tenantId/share',
)
/** What a share link shows: no money, no members. Errors: 404 not_shared. */
export const readShared = endpoint<
  { token: string; from: string; to: string; zone: string },
  Pick<Figures, 'series' | 'total' | 'before'> & {
    name: string
    pages: ListRow[]
    sources: ListRow[]
    countries: ListRow[]
  }
>('GET', '/analytics-shared')

/** A dimension as CSV. Cells that a spreadsheet would run as a formula are made text. */
export const exportList = endpoint<Period & { dimension: Dimension }, string>(
  'GET',
  '/analytics/:tenantId/export',
)
