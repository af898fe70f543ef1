import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Dimension, Segment } from '../endpoints-studio.ts'

// The one definition of views, visits and visitors: the roll-up, the dashboard and all other figures use it.

/** All that is counted: the dimensions, and `view` and `visit` for totals. */
export type Counted = Dimension | 'view' | 'visit'

/** A time as PostgreSQL reads it, with its microseconds. */
export type Time = string

/** Who looks up which events: the alias of an event in a statement. */
const DAY = (at: RawBuilder<unknown>) => sql`date_trunc('day', ${at}, 'UTC')`

/** What an event counts for: `of_visit` rows are those of a visit's first event. */
const ROWS = sql`(values
    ('view', '', f.kind = 'view', false),
    ('page', f.path, f.kind = 'view', false),
    ('event', f.name, f.kind = 'event', false),
    ('link', f.name, f.kind = 'link', false),
    ('download', f.name, f.kind = 'download', false),
    ('missing', f.path, f.kind = 'missing', false),
    ('block', f.name, f.kind = 'block', false),
    ('visit', '', f.is_entry, true),
    ('entry', f.path, f.is_entry, true),
    ('source', f.source, f.is_entry, true),
    ('medium', f.medium, f.is_entry, true),
    ('campaign', f.campaign, f.is_entry, true),
    ('country', f.country, f.is_entry, true),
    ('device', f.device, f.is_entry, true),
    ('browser', f.browser, f.is_entry, true),
    ('system', f.system, f.is_entry, true),
    ('site', f.site, f.is_entry, true)
  ) as r (dimension, value, applies, of_visit)`

/** Whether an event starts a visit: the visitor had none in the 30 minutes before, on the same day (UTC). */
const IS_ENTRY = sql`coalesce(e.at - e.before > interval '30 minutes', true)`
const BEFORE = sql`lag(at) over (partition by visitor, ${DAY(sql`at`)} order by at, id) as before`

/**
 * What the events from `from` to before `to` count for: `at`, `dimension`, `value`, `is_first` (the first time that day for the visitor). Reads no more than
 * half an hour of other events, and one visitor's events of the day for each row.
 */
export function countedEvents(
  tenant: string,
  from: RawBuilder<unknown>,
  to: RawBuilder<unknown>,
  dimensions: readonly Counted[],
) {
  return sql`(
    select f.at, r.dimension, r.value, r.dimension <> 'view' and not exists (
      select from app.analytics_events x
      where x.tenant_id = ${tenant} and x.visitor = f.visitor and x.kind <> 'vital'
        and x.at >= ${DAY(sql`f.at`)} and x.at <= f.at and (x.at, x.id) < (f.at, f.id)
        and (r.of_visit or x.kind = f.kind and case when f.kind in ('view', 'missing') then x.path = f.path else x.name = f.name end)
    ) as is_first
    from (
      select e.*, ${IS_ENTRY} as is_entry
      from (
        select *, ${BEFORE} from app.analytics_events
        where tenant_id = ${tenant} and at >= ${from} - interval '30 minutes' and at < ${to} and kind <> 'vital'
      ) e where e.at >= ${from}
    ) f cross join lateral ${ROWS}
    where r.applies and r.dimension = any (${dimensions}))`
}

/** Columns of the first event, by condition of a segment. */
const OF_ENTRY = ['source', 'medium', 'campaign', 'country', 'device', 'browser', 'system', 'site'] as const

/** Whether a segment chooses at all. */
export const isSegment = (segment: Segment): boolean =>
  Object.values(segment).some((value) => value !== undefined)

/** Conditions on the visits of `visitedEvents`. */
function conditions(segment: Segment): RawBuilder<unknown> {
  const found: RawBuilder<unknown>[] = OF_ENTRY.flatMap((name) =>
    segment[name] === undefined ? [] : [sql`v.${sql.ref(`v_${name}`)} = ${segment[name]}`],
  )
  if (segment.entry !== undefined) found.push(sql`v.v_path = ${segment.entry}`)
  if (segment.page !== undefined) found.push(sql`v.has_page`)
  if (segment.event !== undefined) found.push(sql`v.has_event`)
  return found.length ? sql.join(found, sql` and `) : sql`true`
}

/**
 * All events of the days (UTC) that the time from `from` to `to` touches, whose visit is in the segment. `visit` numbers the visits of a visitor on a
 * day; `v_…` are columns of its first event, `v_at` when it started. So a visit is in the segment as a whole, or not.
 */
export function visitedEvents(tenant: string, from: Time, to: Time, segment: Segment) {
  const ofVisit = sql`partition by visitor, day, visit`
  return sql`(
    select v.* from (
      select n.*, ${sql.join(
        [...OF_ENTRY, 'path' as const, 'at' as const].map(
          (name) => sql`first_value(n.${sql.ref(name)}) over first as ${sql.ref(`v_${name}`)}`,
        ),
      )},
        bool_or(n.kind = 'view' and n.path = ${segment.page ?? ''}) over (${ofVisit}) as has_page,
        bool_or(n.kind = 'event' and n.name = ${segment.event ?? ''}) over (${ofVisit}) as has_event
      from (
        select e.*, ${IS_ENTRY} as is_entry, sum((${IS_ENTRY})::integer) over (partition by e.visitor, e.day order by e.at, e.id) as visit
        from (
          select *, ${DAY(sql`at`)} as day, ${BEFORE} from app.analytics_events
          where tenant_id = ${tenant} and kind <> 'vital' and at >= ${DAY(sql`${from}::timestamptz`)}
            and at < ${DAY(sql`${to}::timestamptz - interval '1 microsecond'`)} + interval '1 day'
        ) e
      ) n
      window first as (${ofVisit} order by at, id)
    ) v where ${conditions(segment)})`
}

/** The same as `countedEvents`, for the visits of a segment. Visitors count once per day (UTC) among those visits. */
export function countedInSegment(
  tenant: string,
  from: Time,
  to: Time,
  segment: Segment,
  dimensions: readonly Counted[],
) {
  return sql`(
    select g.at, g.dimension, g.value, g.is_first from (
      select f.at, r.dimension, r.value, r.dimension <> 'view' and row_number() over (
        partition by f.visitor, f.day, r.dimension, case when r.of_visit then '' else r.value end order by f.at, f.id) = 1 as is_first
      from ${visitedEvents(tenant, from, to, segment)} f cross join lateral ${ROWS}
      where r.applies and r.dimension = any (${dimensions})
    ) g where g.at >= ${from}::timestamptz and g.at < ${to}::timestamptz)`
}
