import { sql } from 'kysely'
import type { Kernel } from '#kernel/kernel.ts'

/** Sources that are queued at once; the others follow with the next sweep. */
const MOST_DUE = 100

/** Settles answers of servers that were killed, queues sources that are due, and deletes what is older than its assistant stores. */
export async function sweepPrompts({ database, jobs }: Kernel): Promise<void> {
  await database.asService(
    'job: settle lost answers, read due sources, delete old conversations',
    async (db) => {
      await sql`select app.settle_lost_prompts()`.execute(db)
      const { rows } = await sql<{ tenant: string; source: string }>`
      update public.prompt_sources s set next_sync_at = null, state = 'waiting'
      where (s.tenant_id, s.id) in (select d.tenant_id, d.id from public.prompt_sources d where d.next_sync_at <= now()
        order by d.next_sync_at limit ${MOST_DUE} for update skip locked)
      returning s.tenant_id as tenant, s.id as source`.execute(db)
      for (const job of rows) await jobs.send(db, 'prompt-source', job)
      await sql`delete from public.prompt_conversations c using public.prompt_assistants a
      where a.tenant_id = c.tenant_id and a.id = c.assistant_id
        and c.last_at < now() - make_interval(hours => 24 * greatest(a.keep_days, 1))`.execute(db)
      await sql`delete from app.prompt_meters where scope in ('member', 'visitor') and updated_at < now() - interval '2 days'`.execute(
        db,
      )
    },
  )
}
