import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db } from '#kernel/db/database.ts'
import type { Cohort, Goal } from '../endpoints-studio.ts'
import { boundsOf } from './periods.ts'
import { segmentOf } from './read-figures.ts'
import type { FiguresOf } from './read-figures.ts'
import { visitedEvents } from './visits.ts'

// Figures of whole visits: those that started in the period.

/** Events of a segment's visits that started in the period, with `visitor`, `day` and `visit`, which name a visit. */
async function visitsOf(db: Db, query: FiguresOf): Promise<RawBuilder<unknown>> {
  const { starts } = await boundsOf(db, query)
  const [from, to] = [starts[0]!, starts.at(-1)!]
  return sql`(select * from ${visitedEvents(query.tenant, from, to, segmentOf(query))} w
    where w.v_at >= ${from}::timestamptz and w.v_at < ${to}::timestamptz)`
}

const VISIT = sql`(e.visitor, e.day, e.visit)`

/** Whether an event `e` fulfils a goal. `/shop/*` is `/shop` and everything below. */
function fulfils({ kind, match }: Goal): RawBuilder<unknown> {
  if (kind !== 'view') return sql`e.kind = ${kind} and e.name = ${match}`
  if (!match.endsWith('/*')) return sql`e.kind = 'view' and e.path = ${match}`
  const base = match.slice(0, -2)
  return sql`e.kind = 'view' and (e.path = ${base || '/'} or starts_with(e.path, ${`${base}/`}))`
}

/** Visits in all, and those with each goal. */
export async function goalVisits(
  db: Db,
  query: FiguresOf,
  goals: readonly Goal[],
): Promise<{ visits: number; reached: number[] }> {
  const events = await visitsOf(db, query)
  const counts = goals.map((goal) => sql`count(distinct ${VISIT}) filter (where ${fulfils(goal)})::int8`)
  const { rows } = await sql<{ reached: number[] }>`
    select array[${sql.join([sql`count(distinct ${VISIT})::int8`, ...counts])}] as reached from ${events} e`.execute(
    db,
  )
  const [visits = 0, ...reached] = rows[0]!.reached.map(Number)
  return { visits, reached }
}

/**
 * Visits that reached each step in order: an event counts for a step only after the one that counted for the step before. Each step is one pass over the
 * events, because the planner joins what it cannot estimate in quadratic time.
 */
export async function funnelVisits(db: Db, query: FiguresOf, steps: readonly Goal[]): Promise<number[]> {
  const events = await visitsOf(db, query)
  const ofVisit = sql`partition by visitor, day, visit`
  const fits = steps.map((step, place) => sql`${fulfils(step)} as ${sql.ref(`fits${place}`)}`)
  /** Adds the number of the first event of the visit that fits the step and comes after that of the step before. */
  const parts = steps.map((_, place) => {
    const [before, reached] = [sql.ref(`reached${place - 1}`), sql.ref(`reached${place}`)]
    const later = place === 0 ? sql`` : sql`and number > ${before}`
    return sql`${sql.ref(`step${place}`)} as (
      select *, min(number) filter (where ${sql.ref(`fits${place}`)} ${later}) over (${ofVisit}) as ${reached}
      from ${sql.ref(place === 0 ? 'numbered' : `step${place - 1}`)})`
  })
  const counts = steps.map(
    (_, place) => sql`count(*) filter (where number = 1 and ${sql.ref(`reached${place}`)} is not null)::int8`,
  )
  const { rows } = await sql<{ reached: number[] }>`
    with numbered as (
      select e.visitor, e.day, e.visit, row_number() over (${ofVisit} order by e.at, e.id) as number, ${sql.join(fits)} from ${events} e),
    ${sql.join(parts)}
    select array[${sql.join(counts)}] as reached from ${sql.ref(`step${steps.length - 1}`)}`.execute(db)
  return rows[0]!.reached.map(Number)
}

/** Steps from a page to the next one of the visit; the last page leads nowhere. */
export async function journeysOf(db: Db, query: FiguresOf, most = 100) {
  const events = await visitsOf(db, query)
  const { rows } = await sql<{ from: string; to: string | null; visits: number }>`
    select path as "from", next as "to", count(*)::int8 as visits from (
      select e.path, lead(e.path) over (partition by e.visitor, e.day, e.visit order by e.at, e.id) as next
      from ${events} e where e.kind = 'view'
    ) s where next is distinct from path group by 1, 2 order by 3 desc, 1, 2 nulls last limit ${most}`.execute(
    db,
  )
  return rows
}

/** Visitors who agreed to an id, by the week (Monday, in the zone) of their first visit in the period. */
export async function retentionOf(db: Db, query: FiguresOf): Promise<Cohort[]> {
  const events = await visitsOf(db, query)
  const { rows } = await sql<{ week: string; later: number; visitors: number }>`
    with seen as (
      select distinct e.known, date_trunc('week', e.v_at at time zone ${query.zone})::date as week from ${events} e where e.known is not null),
    cohorts as (select known, min(week) as first from seen group by 1)
    select c.first::text as week, (s.week - c.first) / 7 as later, count(*)::int8 as visitors
    from seen s join cohorts c using (known) group by 1, 2 order by 1, 2`.execute(db)
  return [...Map.groupBy(rows, ({ week }) => week)].map(([week, found]) => {
    const weeks = Math.max(...found.map(({ later }) => later))
    const inWeek = (number: number) => found.find(({ later }) => later === number)?.visitors ?? 0
    return { week, visitors: inWeek(0), again: Array.from({ length: weeks }, (_, at) => inWeek(at + 1)) }
  })
}

/** 75th percentiles of what browsers measured in the period. */
export async function vitalsOf(db: Db, query: FiguresOf) {
  const { starts } = await boundsOf(db, query)
  const { rows } = await sql<{ name: string; value: number; samples: number }>`
    select name, percentile_cont(0.75) within group (order by value) as value, count(*)::int8 as samples
    from app.analytics_events
    where tenant_id = ${query.tenant} and kind = 'vital' and value is not null
      and at >= ${starts[0]}::timestamptz and at < ${starts.at(-1)}::timestamptz
    group by 1 order by 1`.execute(db)
  return rows
}
