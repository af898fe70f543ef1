import { sql } from 'kysely'
import type { Db } from '#kernel/db/database.ts'
import type { Live } from '../endpoints-studio.ts'

const MINUTES = 30

interface LiveRow {
  what: 'visitors' | 'minute' | 'page' | 'source'
  value: string
  count: number
}

/** The last half hour, by the database's clock. */
export async function liveOf(db: Db, tenant: string): Promise<Live> {
  const { rows } = await sql<LiveRow>`
    with recent as (
      select visitor, kind, path, source, at, row_number() over (partition by visitor order by at desc, id desc) as back,
        first_value(source) over (partition by visitor order by at, id) as came_from
      from app.analytics_events
      where tenant_id = ${tenant} and at > now() - make_interval(mins => ${MINUTES}) and kind <> 'vital'),
    present as (select * from recent where back = 1 and at > now() - interval '5 minutes')
    select 'visitors' as what, '' as value, count(*)::int8 as count from present
    union all
    select 'minute', floor(extract(epoch from now() - at) / 60)::text, count(*)::int8 from recent where kind = 'view' group by 2
    union all
    (select 'page', path, count(*)::int8 from present group by 2 order by 3 desc, 2 limit 10)
    union all
    (select 'source', came_from, count(*)::int8 from present group by 2 order by 3 desc, 2 limit 10)`.execute(
    db,
  )
  const of = (what: LiveRow['what']) => rows.filter((row) => row.what === what)
  const listed = (what: LiveRow['what']) => of(what).map(({ value, count }) => ({ value, visitors: count }))
  const views = new Map(of('minute').map(({ value, count }) => [Number(value), count]))
  return {
    visitors: of('visitors')[0]?.count ?? 0,
    minutes: Array.from({ length: MINUTES }, (_, at) => views.get(MINUTES - 1 - at) ?? 0),
    pages: listed('page'),
    sources: listed('source'),
  }
}
