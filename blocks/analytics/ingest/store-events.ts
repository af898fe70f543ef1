import { sqlState } from '#kernel/db/database-error.ts'
import { SERVICE } from '#kernel/db/claims.ts'
import type { Database } from '#kernel/db/database.ts'
import type { EventKind } from '../endpoints.ts'

/** An event as it is stored. */
export interface StoredEvent {
  tenant: string
  id: string
  /** Milliseconds since 1970, by this server's clock. */
  at: number
  /** Signed 64 bits, as decimals. */
  visitor: string
  known: string | null
  kind: EventKind
  name: string
  value: number | null
  site: string
  path: string
  source: string
  medium: string
  campaign: string
  country: string
  device: string
  browser: string
  system: string
}

const COLUMNS: [name: string, type: string, read: (event: StoredEvent) => unknown][] = [
  ['tenant_id', 'uuid', ({ tenant }) => tenant],
  ['at', 'timestamptz', ({ at }) => new Date(at).toISOString()],
  ['id', 'uuid', ({ id }) => id],
  ['visitor', 'int8', ({ visitor }) => visitor],
  ['known', 'int8', ({ known }) => known],
  ['kind', 'text', ({ kind }) => kind],
  ['name', 'text', ({ name }) => name],
  ['value', 'float8', ({ value }) => value],
  ['site', 'text', ({ site }) => site],
  ['path', 'text', ({ path }) => path],
  ['source', 'text', ({ source }) => source],
  ['medium', 'text', ({ medium }) => medium],
  ['campaign', 'text', ({ campaign }) => campaign],
  ['country', 'text', ({ country }) => country],
  ['device', 'text', ({ device }) => device],
  ['browser', 'text', ({ browser }) => browser],
  ['system', 'text', ({ system }) => system],
]
const NAMES = COLUMNS.map(([name]) => name).join(', ')

/**
 * One statement: ids that are new, their events, and the hours whose counts they make old: their own, and for late ones the later hours of the day (UTC),
 * because the first visit of a visitor may be another now. Ids and hours are written in the order of their keys, so that two processes do not wait for
 * each other.
 */
const STORE = `
  with given as (select * from unnest(${COLUMNS.map(([, type], at) => `$${at + 1}::${type}[]`).join(', ')}) as g (${NAMES})),
  fresh as (
    insert into app.analytics_ids (tenant_id, id) select tenant_id, id from given order by 1, 2
    on conflict do nothing returning tenant_id, id),
  stored as (
    insert into app.analytics_events (${NAMES})
    select distinct on (g.tenant_id, g.id) ${COLUMNS.map(([name]) => `g.${name}`).join(', ')}
    from given g join fresh f on f.tenant_id = g.tenant_id and f.id = g.id
    returning tenant_id, at)
  insert into app.analytics_dirty as d (tenant_id, hour)
  select tenant_id, h from (select distinct tenant_id, date_bin('1 hour', at, 'epoch') as hour from stored) s
  cross join generate_series(hour, greatest(hour, least(date_bin('1 hour', now(), 'epoch'),
    date_trunc('day', hour, 'UTC') + interval '23 hours')), '1 hour') h
  group by 1, 2 order by 1, 2
  on conflict (tenant_id, hour) do update set version = d.version + 1`

/** Months whose partitions exist, by database. */
const months = new WeakMap<object, Set<string>>()

/** Makes the partitions of these months, if this process does not know that they exist. */
export async function ensureMonths(database: Database, times: readonly number[]): Promise<void> {
  const known = months.get(database) ?? new Set()
  months.set(database, known)
  for (const month of new Set(times.map((time) => new Date(time).toISOString().slice(0, 7)))) {
    if (known.has(month)) continue
    await database.once(SERVICE, {
      text: 'select app.add_analytics_month($1::date)',
      values: [`${month}-01`],
    })
    known.add(month)
  }
}

/** Stores events in one transaction. An id that is stored already is ignored. */
export async function storeEvents(database: Database, events: readonly StoredEvent[]): Promise<void> {
  await ensureMonths(
    database,
    events.map(({ at }) => at),
  )
  await database.once(SERVICE, {
    name: 'store_analytics_events',
    text: STORE,
    values: COLUMNS.map(([, , read]) => events.map(read)),
  })
}

/** Whether the database refused the data (SQLSTATE 22 and 23), rather than failed. */
export const isDataFault = (error: unknown): boolean => /^2[23]/.test(sqlState(error) ?? '')
