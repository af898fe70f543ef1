import { sql } from 'kysely'
import type { Kernel } from '#kernel/kernel.ts'
import { ensureMonths } from './ingest/store-events.ts'

const AT_ONCE = 10_000
const DAY_MS = 86_400_000
/** Longest that events are stored; the check of `raw_days` has the same number. */
const MOST_DAYS = 1095

/** Deletes old rows in batches, so that no transaction is long. */
async function inBatches(deleteSome: () => Promise<number>): Promise<number> {
  let total = 0
  for (;;) {
    const count = await deleteSome()
    total += count
    if (count < AT_ONCE) return total
  }
}

/**
 * Makes the partitions of this and the next month, and deletes ids that no repeated request can have any more, and events that their tenants do not store.
 * Counts by hour stay. Events of dirty hours stay until these are counted.
 */
export async function tendEvents(kernel: Kernel): Promise<{ ids: number; events: number }> {
  const { database } = kernel
  const now = Date.now()
  await ensureMonths(database, [now, now + 31 * DAY_MS])
  const ids = await inBatches(() =>
    database.asService('job: delete old ids of events', async (db) => {
      const { numAffectedRows = 0n } = await sql`
        delete from app.analytics_ids where (tenant_id, id) in (
          select tenant_id, id from app.analytics_ids where at < now() - interval '26 hours' limit ${AT_ONCE})`.execute(
        db,
      )
      return Number(numAffectedRows)
    }),
  )
  const events = await inBatches(() =>
    database.asService('job: delete old events', async (db) => {
      const { numAffectedRows = 0n } = await sql`
        delete from app.analytics_events where (tenant_id, at, id) in (
          select e.tenant_id, e.at, e.id from public.analytics_settings s
          join app.analytics_events e on e.tenant_id = s.tenant_id and e.at < now() - make_interval(days => s.raw_days)
          where not exists (select from app.analytics_dirty d
            where d.tenant_id = e.tenant_id and d.hour = date_bin('1 hour', e.at, 'epoch'))
          limit ${AT_ONCE})`.execute(db)
      return Number(numAffectedRows)
    }),
  )
  await database.asService('job: drop months of events', async (db) => {
    await sql`select app.drop_analytics_months(now() - make_interval(days => ${MOST_DAYS}))`.execute(db)
  })
  return { ids, events }
}
