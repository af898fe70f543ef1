import { sql } from 'kysely'
import type { Db } from '#kernel/db/database.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { DIMENSIONS } from '../endpoints-studio.ts'
import { countedEvents } from './visits.ts'

/** Values of a dimension that an hour counts; the rest is `(other)`. */
const MOST_VALUES = 1000
const HOURS_AT_ONCE = 200

interface DirtyHour {
  tenant_id: string
  /** ISO 8601 in UTC. */
  hour: string
  version: number
}

/**
 * Counts hours that are over, oldest first.
 * @param minutes since the hour ended: events that are being stored while it is counted raise its version, so that it stays dirty
 */
export async function rollUp(kernel: Kernel, minutes = 2): Promise<void> {
  for (;;) {
    const hours = await kernel.database.asService('job: find hours of analytics to count', async (db) => {
      const { rows } = await sql<DirtyHour>`
        select tenant_id, to_char(hour at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as hour, version from app.analytics_dirty
        where hour < now() - make_interval(mins => ${60 + minutes}) order by tenant_id, hour limit ${HOURS_AT_ONCE}`.execute(
        db,
      )
      return rows
    })
    for (const dirty of hours)
      await kernel.database.asService('job: count an hour of analytics', (db) => countHour(db, dirty))
    if (hours.length < HOURS_AT_ONCE) return
  }
}

/** Replaces an hour's counts. The hour stays dirty if events were stored since its version was read. */
async function countHour(db: Db, { tenant_id: tenant, hour, version }: DirtyHour): Promise<void> {
  // Two workers would insert the same counts.
  await sql`select pg_advisory_xact_lock(hashtextextended('count ' || ${tenant} || ${hour}, 0))`.execute(db)
  const from = sql`${hour}::timestamptz`
  await sql`delete from app.analytics_hours where tenant_id = ${tenant} and hour = ${from}`.execute(db)
  await sql`
    insert into app.analytics_hours (tenant_id, dimension, hour, value, count, visitors)
    select t.id, r.dimension, ${from}, r.value, sum(r.count), sum(r.visitors) from (
      select c.dimension, case when row_number() over (partition by c.dimension order by count(*) desc, c.value) > ${MOST_VALUES}
        then '(other)' else c.value end as value, count(*) as count, count(*) filter (where c.is_first) as visitors
      from ${countedEvents(tenant, from, sql`${from} + interval '1 hour'`, ['view', 'visit', ...DIMENSIONS])} c
      group by c.dimension, c.value
    ) r join public.tenants t on t.id = ${tenant} group by 1, 2, 4`.execute(db)
  await sql`
    delete from app.analytics_dirty where tenant_id = ${tenant} and hour = ${from} and version = ${version}`.execute(
    db,
  )
}
