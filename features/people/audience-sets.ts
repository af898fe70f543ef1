import { sql } from 'kysely'
import type { Kernel } from '#kernel/kernel.ts'

/** Members per transaction: who changes an audience waits while theirs are computed. */
const BATCH = 200
/** The next run of the schedule goes on where this one ended. */
const RUN_MS = 50_000

/**
 * Computes the audiences of members whose stored ones are over (docs/decisions/077). Until then they are computed with each
 * statement, which takes twice as long and returns the same.
 */
export async function refreshAudienceSets({ database }: Kernel): Promise<void> {
  const end = performance.now() + RUN_MS
  let count: number
  do {
    count = await database.asService('job: compute stored audiences', async (db) => {
      const { rows } = await sql<{
        count: number
      }>`select app.refresh_audience_sets(${BATCH}) as count`.execute(db)
      return rows[0]!.count
    })
  } while (count && performance.now() < end)
}
