import { sql } from 'kysely'
import type { Kernel } from '#kernel/kernel.ts'

/** Rows per transaction, so that no change waits for the deletion of many. */
const BATCH = 5000

/** Deletes the changes that are older than their tenants keep them. Only this function of the database can. */
export async function forgetChanges({ database, log }: Kernel): Promise<void> {
  let count = 0
  let last: number
  do {
    last = await database.asService('job: delete old changes of the audit log', async (db) => {
      const { rows } = await sql<{ count: number }>`select app.forget_audit(${BATCH}) as count`.execute(db)
      return rows[0]!.count
    })
    count += last
  } while (last === BATCH)
  if (count) log.info({ count }, 'old changes of the audit log were deleted')
}
