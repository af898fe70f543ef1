import { SERVICE } from '#kernel/db/claims.ts'
import type { Database } from '#kernel/db/database.ts'

/** First number of the advisory locks that mark live processes ("BRTR"). */
const LOCK_CLASS = 1_112_686_674

export interface ProcessLease {
  /** This process's number; 0 before the first `take`. */
  readonly id: number
  /** Takes a new number. Its lock lasts as long as the notification connection. */
  take(): Promise<void>
  /** Returns an earlier number of this process and removes all presences still stored under it. */
  release(id: number): Promise<void>
  /** Removes processes that no longer have their lock, with all their presences. @returns their numbers */
  sweep(): Promise<number[]>
  /**
   * Removes presences that were written after their process was removed.
   * @returns the numbers of those processes
   */
  sweepOrphans(): Promise<number[]>
}

/** Registers this process among the processes that serve one database. */
export function createProcessLease(database: Pick<Database, 'once' | 'hold'>): ProcessLease {
  let id = 0
  const query = <R extends object>(name: string, text: string, values: unknown[] = []) =>
    database.once<R>(SERVICE, { name: `realtime_${name}`, text, values })

  async function remove(condition: string, values: unknown[], name: string): Promise<number[]> {
    const { rows } = await query<{ id: number }>(
      name,
      `with dead as (delete from realtime.processes p where ${condition} returning id),
         left_behind as (delete from realtime.presences where process_id in (select id from dead))
       select id from dead`,
      values,
    )
    return rows.map((row) => row.id)
  }

  return {
    get id() {
      return id
    },
    async take() {
      const { rows } = await query<{ id: number }>(
        'process_id',
        `select nextval('realtime.process_ids')::integer as id`,
      )
      const next = rows[0]!.id
      // Take the lock first: a row without a lock means a dead process.
      await database.hold(LOCK_CLASS, next)
      await query('process', 'insert into realtime.processes (id) values ($1)', [next])
      id = next
    },
    async release(old) {
      await remove('id = $1', [old], 'process_ends')
    },
    sweep: () =>
      remove(
        `not exists (select from pg_locks l where l.locktype = 'advisory' and l.granted
           and l.database = (select oid from pg_database where datname = current_database())
           and l.classid = ${LOCK_CLASS} and l.objid = p.id::bigint::oid and l.objsubid = 2)`,
        [],
        'sweep',
      ),
    async sweepOrphans() {
      const { rows } = await query<{ id: number }>(
        'orphans',
        `with orphans as (delete from realtime.presences p
           where not exists (select from realtime.processes where id = p.process_id) returning process_id)
         select distinct process_id as id from orphans`,
      )
      return rows.map((row) => row.id)
    },
  }
}
