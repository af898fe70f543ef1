import { sql } from 'kysely'
import type { Expression, QueryCreator } from 'kysely'
import type { DB } from '#kernel/db/tables.ts'

// Takes and refunds rate-limit points (kernel/limits.ts) inside a statement that also does other work. Each
// saved database round trip is a tenth of what a sign-in costs besides its password hash. The rows are
// unlogged, so a statement that only takes points does not wait for the disk.

/** Milliseconds since 1970: the time by the process's clock, and the end of a window that starts now. */
export interface Window {
  at: number
  expire: number
}

type With = QueryCreator<DB>

/**
 * Takes a point from the bucket that `key` selects. `key` is a query with one column and at most one row;
 * without a row no point is taken. The row is locked, so each of several concurrent calls sees the points
 * that the earlier ones took.
 * @returns key, points (including this one) and end of the window
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

/** Refunds a point if its window is still open. A null `key` refunds nothing. */
export const givePointBack = (db: With, key: string | null, at: number) =>
  db
    .updateTable('app.rate_limits')
    .set({ points: sql`greatest(points - 1, 0)` })
    .where(sql<boolean>`key = ${key}::text and expire > ${at}::bigint`)
