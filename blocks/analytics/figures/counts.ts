import { sql } from 'kysely'
import type { Db } from '#kernel/db/database.ts'
import type { Segment } from '../endpoints-studio.ts'
import { countedEvents, countedInSegment, isSegment } from './visits.ts'
import type { Counted, Time } from './visits.ts'

export interface CountRow {
  /** 1 for the time from the first to the second start. */
  bucket: number
  dimension: Counted
  value: string
  count: number
  visitors: number
}

export interface CountQuery {
  tenant: string
  /** Two or more, ascending. */
  starts: readonly Time[]
  dimensions: readonly Counted[]
  segment: Segment
}

const HOUR_MS = 3_600_000
const hourOf = (time: number) => Math.floor(time / HOUR_MS) * HOUR_MS
const iso = (time: number) => new Date(time).toISOString()

/**
 * Hours whose events are read instead of their counts: those that are dirty, and those that the start of a bucket cuts, as long as their events are stored.
 * @returns their events' times: the parts of these hours within the period
 */
async function rawHours(db: Db, tenant: string, starts: readonly number[]): Promise<number[]> {
  const [first, last] = [starts[0]!, starts.at(-1)!]
  const { rows } = await sql<{ hour: Date; raw_from: Date }>`
    select d.hour, null as raw_from from app.analytics_dirty d
    where d.tenant_id = ${tenant} and d.hour >= ${iso(hourOf(first))} and d.hour < ${iso(last)}
    union all
    select null, now() - make_interval(days => coalesce(
      (select raw_days from public.analytics_settings s where s.tenant_id = ${tenant}), 365))`.execute(db)
  const rawFrom = rows.find(({ raw_from }) => raw_from)!.raw_from.getTime()
  const cut = starts.filter((time) => time % HOUR_MS !== 0 && time >= rawFrom).map(hourOf)
  const dirty = rows.flatMap(({ hour }) => (hour ? [hour.getTime()] : []))
  return [...new Set([...dirty, ...cut])]
}

/**
 * Counts by bucket, dimension and value. Without a segment, from counts by hour and the events of few hours; with one, from events.
 * @param order what follows the counts, such as an order and a limit
 */
export async function countsOf(db: Db, query: CountQuery, order = sql``): Promise<CountRow[]> {
  const { tenant, starts, dimensions, segment } = query
  const bounds = sql`${starts}::timestamptz[]`
  const counted = isSegment(segment)
    ? sql`select width_bucket(c.at, ${bounds}) as bucket, c.dimension, c.value, 1 as count, c.is_first::integer as visitors
        from ${countedInSegment(tenant, starts[0]!, starts.at(-1)!, segment, dimensions)} c`
    : await withoutSegment(db, query)
  const { rows } = await sql<CountRow>`
    select bucket, dimension, value, sum(count)::int8 as count, sum(visitors)::int8 as visitors
    from (${counted}) c group by 1, 2, 3 ${order}`.execute(db)
  return rows
}

async function withoutSegment(db: Db, { tenant, starts, dimensions }: CountQuery) {
  const bounds = sql`${starts}::timestamptz[]`
  const times = starts.map((time) => Date.parse(time.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')))
  const [first, last] = [times[0]!, times.at(-1)!]
  const raw = await rawHours(db, tenant, times)
  const from = raw.map((hour) => iso(Math.max(hour, first)))
  const to = raw.map((hour) => iso(Math.min(hour + HOUR_MS, last)))
  return sql`
    select width_bucket(greatest(h.hour, ${iso(first)}), ${bounds}) as bucket, h.dimension, h.value, h.count, h.visitors
    from app.analytics_hours h
    where h.tenant_id = ${tenant} and h.dimension = any (${dimensions})
      and h.hour >= ${iso(hourOf(first))} and h.hour < ${iso(last)} and h.hour <> all (${raw.map(iso)}::timestamptz[])
    union all
    select width_bucket(c.at, ${bounds}), c.dimension, c.value, 1, c.is_first::integer
    from unnest(${from}::timestamptz[], ${to}::timestamptz[]) as s (start, stop)
    cross join lateral ${countedEvents(tenant, sql`s.start`, sql`s.stop`, dimensions)} c`
}
