import { sql } from 'kysely'
import { sqlState } from '#kernel/db/database-error.ts'
import type { Db } from '#kernel/db/database.ts'
import { tenantWith } from '#kernel/tenant-with.ts'
import type { StatsDays, StatsSeries, TenantStats } from './endpoints.ts'
import { statsErrors } from './errors.ts'

export interface StatsQuery {
  tenantId: string
  mode: 'test' | 'live'
  days: StatsDays
  zone: string
}

/** The totals of one day and currency. `late` marks rows after the current time of day, `days` days ago. */
export interface DayRow {
  today: string
  /** 0 is the first day of the previous period; 2 × days − 1 is today. */
  day: number
  late: boolean
  /** Null in rows of sign-ups. */
  currency: string | null
  things: number
  /** Minor units. */
  amount: number
}

/**
 * Returns orders, sales and sign-ups of the caller's own tenant per day of a time zone, over a period and the
 * previous one.
 * @throws {AppError} tenant_not_found, unknown_zone
 */
export async function statsOf(db: Db, query: StatsQuery): Promise<TenantStats> {
  const tenant = await tenantWith(db, query.tenantId, 'orders')
  const rows = await readDays(db, { ...query, tenantId: tenant.id })
  return seriesByDay(rows, query)
}

/**
 * Builds the statement. A day is a day of the zone, by the database's clock. Both halves read only rows of
 * the two periods, each through an index that starts with the tenant. A last row returns today's date even if
 * nothing happened.
 */
export function daysStatement({ tenantId, mode, days, zone }: StatsQuery) {
  const here = sql`(now() at time zone ${zone})`
  const first = sql`(${here}::date - ${2 * days - 1}::int)`
  // Inlined into the comparison, so that the planner can estimate how few rows of a long history match.
  const since = sql`(${first}::timestamp at time zone ${zone})`
  // Comparing with one timestamp is cheaper than with each row's time of day, and gives the same result on
  // that day.
  const soFar = sql`((${here} - make_interval(days => ${days}::int)) at time zone ${zone})`
  return sql<DayRow>`
    select ${here}::date::text as today, day - ${first} as day, late, currency, things, amount
    from (
      select (paid_at at time zone ${zone})::date as day,
        paid_at > ${soFar} as late, currency, count(*) as things,
        sum(case when dispute_status = 'lost' then 0 else amount_total - amount_refunded end)::int8 as amount
      from public.orders
      where tenant_id = ${tenantId} and mode = ${mode} and paid_at >= ${since} and status in ('paid', 'refunded')
      group by 1, 2, 3
      union all
      select day, late, null, people, 0 from app.sign_ups_by_day(${tenantId}, ${zone}, ${since})
      union all
      select ${here}::date, false, null, 0, 0
    ) as what (day, late, currency, things, amount)
    where day <= ${here}::date`
}

async function readDays(db: Db, query: StatsQuery): Promise<DayRow[]> {
  try {
    return (await daysStatement(query).execute(db)).rows
  } catch (error) {
    if (sqlState(error) === INVALID_PARAMETER) throw statsErrors.unknown_zone({ cause: error })
    throw error
  }
}

/** PostgreSQL's SQLSTATE for an unknown time zone. */
const INVALID_PARAMETER = '22023'

/** Sorts the rows into one number per day. Days without rows are 0. */
export function seriesByDay(rows: DayRow[], { mode, days }: Pick<StatsQuery, 'mode' | 'days'>): TenantStats {
  const orders = emptySeries(days)
  const sign_ups = emptySeries(days)
  const sales = new Map<string, StatsSeries & { currency: string; things: number }>()
  for (const row of rows) {
    if (row.currency === null) {
      add(sign_ups, row, row.things, days)
      continue
    }
    const series = sales.get(row.currency) ?? { currency: row.currency, things: 0, ...emptySeries(days) }
    sales.set(row.currency, series)
    series.things += row.things
    add(series, row, row.amount, days)
    add(orders, row, row.things, days)
  }
  return {
    mode,
    days,
    today: rows[0]!.today,
    sales: [...sales.values()]
      .sort((a, b) => b.things - a.things || (a.currency < b.currency ? -1 : 1))
      .map(({ currency, now, before, before_so_far }) => ({ currency, now, before, before_so_far })),
    orders,
    sign_ups,
  }
}

const emptySeries = (days: number): StatsSeries => ({
  now: Array.from({ length: days }, () => 0),
  before: Array.from({ length: days }, () => 0),
  before_so_far: 0,
})

function add(series: StatsSeries, { day, late }: DayRow, amount: number, days: number): void {
  if (day >= days) {
    series.now[day - days]! += amount
    return
  }
  series.before[day]! += amount
  if (day < days - 1 || !late) series.before_so_far += amount
}
