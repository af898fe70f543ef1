import { sql } from 'kysely'
import type { Kernel } from '#kernel/kernel.ts'

/** Events that one statement visits. */
const BATCH = 200

/** Ends carts whose time is over. A hold of the same event does it as well; this is for events without visitors. */
export async function sweepCarts(kernel: Kernel): Promise<void> {
  await kernel.database.asService('job: end carts of tickets', (db) =>
    sql`select app.sweep_carts(${BATCH})`.execute(db),
  )
}
