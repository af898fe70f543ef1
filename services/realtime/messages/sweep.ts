import { SERVICE } from '#kernel/db/claims.ts'
import type { Database } from '#kernel/db/database.ts'

const BATCH_SIZE = 5000

/**
 * Deletes expired messages in batches; only one process does this at a time.
 * @returns the number of deleted messages
 */
export async function sweepMessages(database: Database): Promise<number> {
  let deletedCount = 0
  for (;;) {
    const { rowCount } = await database.once(SERVICE, {
      name: 'realtime_sweep_messages',
      text: `with turn as materialized (
               select pg_try_advisory_xact_lock(hashtext('sweep realtime.messages')) as mine)
             delete from realtime.messages where (pool_id, topic, inserted_at, id) in (
               select pool_id, topic, inserted_at, id from realtime.messages
               where expires_at < now() and (select mine from turn) limit $1)`,
      values: [BATCH_SIZE],
    })
    deletedCount += rowCount
    if (rowCount < BATCH_SIZE) return deletedCount
  }
}
