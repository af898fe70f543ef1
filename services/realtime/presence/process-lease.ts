import { SERVICE } from '#kernel/db/claims.ts'
import type { Database } from '#kernel/db/database.ts'

/** First number of the advisory locks by which processes show that they live ("BRTR"). */
const KIND = 1_112_686_674

export interface ProcessLease {
  /** 0 before the first `take`. */
  readonly id: number
  /** Takes a number of its own, whose lock lives as long as the notification connection. */
  take(): Promise<void>
  /** Gives a number back that this process had, with everybody who is still written under it. */
  give(id: number): Promise<void>
  /** Removes processes that hold their lock no more, with everybody connected to them. @returns their numbers */
  sweep(): Promise<number[]>
  /** Removes people whose process was removed before their last words were written. @returns its numbers */
  sweepOrphans(): Promise<number[]>
}

/** This process among those that serve one database. */
export function createProcessLease(database: Pick<Database, 'once' | 'hold'>): ProcessLease {
  let id = 0
  const ask = <R extends object>(name: string, text: string, values: unknown[] = []) =>
    database.once<R>(SERVICE, { name: `realtime_${name}`, text, values })

  async function remove(condition: string, values: unknown[], name: string): Promise<number[]> {
    const { rows } = await ask<{ id: number }>(
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
      const { rows } = await ask<{ id: number }>(
        'process_id',
        `select nextval('realtime.process_ids')::integer as id`,
      )
      const next = rows[0]!.id
      // The lock first: a row without one is a process that is gone.
      await database.hold(KIND, next)
      await ask('process', 'insert into realtime.processes (id) values ($1)', [next])
      id = next
    },
    async give(old) {
      await remove('id = $1', [old], 'process_ends')
    },
    sweep: () =>
      remove(
        `not exists (select from pg_locks l where l.locktype = 'advisory' and l.granted
           and l.database = (select oid from pg_database where datname = current_database())
           and l.classid = ${KIND} and l.objid = p.id::bigint::oid and l.objsubid = 2)`,
        [],
        'sweep',
      ),
    async sweepOrphans() {
      const { rows } = await ask<{ id: number }>(
        'orphans',
        `with orphans as (delete from realtime.presences p
           where not exists (select from realtime.processes where id = p.process_id) returning process_id)
         select distinct process_id as id from orphans`,
      )
      return rows.map((row) => row.id)
    },
  }
}
