import { sql } from 'kysely'
import type { Expression, QueryCreator } from 'kysely'
import type { DB } from '#kernel/db/tables.ts'

// Points of the limits (kernel/limits.ts), taken and given back inside a statement that has other work as well: each
// trip to the database saved is a tenth of what a sign-in costs beside its hash. The rows are unlogged, so a statement
// that only takes points waits for no disk.

/** Milliseconds since 1970: the process's clock, and the end of a window that begins now. */
export interface Window {
  at: number
  expire: number
}

type With = QueryCreator<DB>

/**
 * Takes a point from the bucket that `key` selects: a query of one column, at most one row; without a row none is
 * taken. Of many at once each sees what those before it took: the row is locked.
 * @returns key, points (with this one) and end of the window
 */
export const takePoint = (db: With, { at, expire }: Window, key: Expression<{ key: string }>) =>
  db
    .insertInto('app.rate_limits')
    .columns(['key', 'points', 'expire'])
    .expression(
      sql<{
        key: string
        points: number
        expire: number
      }>`select k.key, 1, ${expire}::bigint from (${key}) k`,
    )
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        points: sql<number>`case when app.rate_limits.expire <= ${at}::bigint then 1 else app.rate_limits.points + 1 end`,
        expire: sql<number>`case when app.rate_limits.expire <= ${at}::bigint then ${expire}::bigint else app.rate_limits.expire end`,
      }),
    )
    .returning(['key', 'points', 'expire'])

/** Gives a point back, if its window is still open; `key` null gives nothing. */
export const givePointBack = (db: With, key: string | null, at: number) =>
  db
    .updateTable('app.rate_limits')
    .set({ points: sql`greatest(points - 1, 0)` })
    .where(sql<boolean>`key = ${key}::text and expire > ${at}::bigint`)
