import { randomUUID } from 'node:crypto'
import { SERVICE } from '#kernel/db/claims.ts'
import type { Database, RawQuery } from '#kernel/db/database.ts'
import type { Logger } from '#kernel/log.ts'
import { splitKeys } from './table-key.ts'
import type { TableKey } from './table-key.ts'

/** Seconds. A process that has not renewed its lease for this long is considered dead. */
const LEASE_SECONDS = 30
const BEAT_MS = 10_000
/** Minutes for which changes are stored for catching up. */
const RETENTION_MINUTES = 10
/** Milliseconds; less than the time for which changes are stored. */
export const RETENTION_MS = (RETENTION_MINUTES - 1) * 60_000
const SWEEP_BATCH = 10_000

const NO_PART = '00000000-0000-0000-0000-000000000000'
/** The rows of all own tables are in one relation, of which each of them is a part. */
const WATCHED = `select oid as relation, '${NO_PART}'::uuid as part from unnest($2::oid[]) as oid
  union all select 'app.records'::regclass::oid, id from unnest($3::uuid[]) as id`

/** Registers the tables that this process watches, so that their triggers store changes. */
export interface Watch {
  /** Resolves when changes of exactly these tables are stored for this process. */
  set(tables: Iterable<TableKey>): Promise<void>
  /** One heartbeat: renews the lease, removes the leases of dead processes and old changes. */
  beat(): Promise<void>
  close(): Promise<void>
}

/** @param onLost called if the lease had expired, so that changes may have been missed */
export function openWatch(database: Database, log: Logger, onLost: () => void): Watch {
  const process = randomUUID()
  let wanted = new Set<TableKey>()
  let registered = new Set<TableKey>()
  let turn: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    beat().catch((error: unknown) => log.debug({ error: String(error) }, 'could not renew the lease'))
  }, BEAT_MS).unref()

  const transact = <T>(work: (query: RawQuery) => Promise<T>) => database.transaction(SERVICE, {}, work)

  /** Runs one task at a time, in order. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = turn.then(work)
    turn = result.catch(() => undefined)
    return result
  }

  async function register(): Promise<void> {
    const target = new Set(wanted)
    if (target.size === registered.size && [...target].every((key) => registered.has(key))) return
    await transact(async (query) => {
      if (target.size === 0) return query('delete from realtime.watchers where process = $1', [process])
      await query(
        `insert into realtime.watchers (process, expires_at) values ($1, now() + make_interval(secs => $2))
         on conflict (process) do update set expires_at = excluded.expires_at`,
        [process, LEASE_SECONDS],
      )
      const { oids, own } = splitKeys(target)
      const given = [process, oids, own]
      await query(
        `delete from realtime.watched w where w.process = $1 and not exists (select from (${WATCHED}) as k
           where k.relation = w.relation and k.part = w.part)`,
        given,
      )
      return query(
        `insert into realtime.watched (relation, part, process) select k.relation, k.part, $1 from (${WATCHED}) as k
         on conflict do nothing`,
        given,
      )
    })
    registered = target
  }

  async function renew(): Promise<void> {
    if (registered.size === 0) return
    const { rowCount } = await transact((query) =>
      query(
        'update realtime.watchers set expires_at = now() + make_interval(secs => $2) where process = $1',
        [process, LEASE_SECONDS],
      ),
    )
    if (rowCount) return
    log.warn('the lease on watched tables had expired')
    registered = new Set()
    await register()
    onLost()
  }

  const beat = async () => {
    await inTurn(renew)
    await sweepChanges(database)
  }

  return {
    set(tables) {
      wanted = new Set(tables)
      return inTurn(register)
    },
    beat,
    async close() {
      clearInterval(timer)
      wanted = new Set()
      await inTurn(register).catch(() => undefined)
    },
  }
}

/** Removes the leases of dead processes, and old changes; only one process does this at a time. */
async function sweepChanges(database: Database): Promise<void> {
  await database.once(SERVICE, {
    name: 'realtime_sweep_watchers',
    text: 'delete from realtime.watchers where expires_at < now()',
    values: [],
  })
  await database.once(SERVICE, {
    name: 'realtime_sweep_changes',
    text: `with turn as materialized (
             select pg_try_advisory_xact_lock(hashtext('sweep realtime.changes')) as mine)
           delete from realtime.changes where (xact, seq) in (
             select xact, seq from realtime.changes
             where changed_at < now() - make_interval(mins => $1) and (select mine from turn) limit $2)`,
    values: [RETENTION_MINUTES, SWEEP_BATCH],
  })
}
