import { randomUUID } from 'node:crypto'
import { SERVICE } from '#kernel/db/claims.ts'
import type { Database, RawQuery } from '#kernel/db/database.ts'
import type { Logger } from '#kernel/log.ts'

/** A process that was not heard of for this long is taken for dead, in seconds. */
const LEASE = 30
const BEAT_MS = 10_000
/** Changes are there to catch up with for this long, in minutes. */
const KEPT = 10
/** Less than what is kept, in milliseconds. */
export const RETENTION_MS = (KEPT - 1) * 60_000
const PORTION = 10_000

/** Which tables this process watches, as their triggers see it. */
export interface Watch {
  /** Resolves when writes of these tables, and of no others, are caught for this process. */
  set(tables: Iterable<number>): Promise<void>
  /** One beat: keeps the lease, takes away those of dead processes and what is old. */
  beat(): Promise<void>
  close(): Promise<void>
}

/** @param onLost the lease had been taken away, so that changes may have been missed */
export function openWatch(database: Database, log: Logger, onLost: () => void): Watch {
  const process = randomUUID()
  let wanted = new Set<number>()
  let registered = new Set<number>()
  let turn: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    beat().catch((error: unknown) => log.debug({ error: String(error) }, 'the lease could not be kept'))
  }, BEAT_MS).unref()

  const transact = <T>(work: (query: RawQuery) => Promise<T>) => database.transaction(SERVICE, {}, work)

  /** One at a time, in order. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = turn.then(work)
    turn = result.catch(() => undefined)
    return result
  }

  async function register(): Promise<void> {
    const target = new Set(wanted)
    if (target.size === registered.size && [...target].every((oid) => registered.has(oid))) return
    await transact(async (query) => {
      if (target.size === 0) return query('delete from realtime.watchers where process = $1', [process])
      await query(
        `insert into realtime.watchers (process, expires_at) values ($1, now() + make_interval(secs => $2))
         on conflict (process) do update set expires_at = excluded.expires_at`,
        [process, LEASE],
      )
      await query('delete from realtime.watched where process = $1 and relation <> all ($2::oid[])', [
        process,
        [...target],
      ])
      return query(
        `insert into realtime.watched (relation, process) select oid, $1 from unnest($2::oid[]) as oid
         on conflict do nothing`,
        [process, [...target]],
      )
    })
    registered = target
  }

  async function renew(): Promise<void> {
    if (registered.size === 0) return
    const { rowCount } = await transact((query) =>
      query(
        'update realtime.watchers set expires_at = now() + make_interval(secs => $2) where process = $1',
        [process, LEASE],
      ),
    )
    if (rowCount) return
    log.warn('the lease on watched tables had run out')
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

/** Takes away the leases of dead processes and changes that are old; one process at a time. */
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
    values: [KEPT, PORTION],
  })
}
