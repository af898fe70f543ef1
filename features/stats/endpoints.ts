import { endpoint } from '#kernel/browser/endpoint.ts'

/** The days in a period. It is compared with as many days before it. */
export type StatsDays = 7 | 30 | 90

/** One number per day, oldest first. Each list is as long as the period. */
export interface StatsSeries {
  now: number[]
  before: number[]
  /**
   * The sum of `before`, with its last day counted only up to the current time of day, because today is not
   * over.
   */
  before_so_far: number
}

export interface TenantStats {
  mode: 'test' | 'live'
  days: StatsDays
  /** The last day of the period as YYYY-MM-DD, which is today in the zone. */
  today: string
  /**
   * The amount paid minus refunds, in minor units, per currency. The currency with the most orders is first.
   */
  sales: (StatsSeries & { currency: string })[]
  /** Paid orders, including renewals of recurring ones. */
  orders: StatsSeries
  /** New users; the same in both modes. */
  sign_ups: StatsSeries
}

/** Orders, sales and sign-ups of a tenant by day. 400 unknown_zone, 404 tenant_not_found. */
export const readStats = endpoint<
  {
    tenantId: string
    mode: 'test' | 'live'
    days: StatsDays
    /** An IANA name, for example Europe/Berlin. */
    zone: string
  },
  TenantStats
>('GET', '/tenant-stats/:tenantId')
