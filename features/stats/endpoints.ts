import { endpoint } from '#kernel/browser/endpoint.ts'

/** Days that one look covers; as many before it are what it is compared with. */
export type StatsDays = 7 | 30 | 90

/** One number a day, oldest first, each list as long as the period. */
export interface StatsSeries {
  now: number[]
  before: number[]
  /** Sum of `before` up to the time of day that it is now on its last day: what a day that is not over compares with. */
  before_so_far: number
}

export interface TenantStats {
  mode: 'test' | 'live'
  days: StatsDays
  /** The last day of the period, as YYYY-MM-DD: the day that it is now in the zone. */
  today: string
  /** What was paid less what was given back of it, in minor units, the currency with most orders first. Never summed. */
  sales: (StatsSeries & { currency: string })[]
  /** Orders that were paid, later payments of recurring ones included. */
  orders: StatsSeries
  /** People who joined; the same in both modes. */
  sign_ups: StatsSeries
}

/** Orders, sales and sign-ups of a tenant by day. 400 unknown_zone, 404 tenant_not_found. */
export const readStats = endpoint<
  {
    tenantId: string
    mode: 'test' | 'live'
    days: StatsDays
    /** IANA name, for example Europe/Berlin. */ zone: string
  },
  TenantStats
>('GET', '/tenant-stats/:tenantId')
