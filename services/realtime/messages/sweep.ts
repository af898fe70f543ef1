import { SERVICE } from '#kernel/db/claims.ts'
import type { Database } from '#kernel/db/database.ts'

const PORTION = 5000

/** Takes messages away whose time is over, in portions; one process at a time. @returns how many */
export async function sweepMessages(database: Database): Promise<number> {
  let swept = 0
  for (;;) {
    const { rowCount } = await database.once(SERVICE, {
      name: 'realtime_sweep_messages',
      text: `with turn as materialized (
               select pg_try_advisory_xact_lock(hashtext('sweep realtime.messages')) as mine)
             delete from realtime.messages where (pool_id, topic, inserted_at, id) in (
               select pool_id, topic, inserted_at, id from realtime.messages
               where expires_at < now() and (select mine from turn) limit $1)`,
      values: [PORTION],
    })
    swept += rowCount
    if (rowCount < PORTION) return swept
  }
}
