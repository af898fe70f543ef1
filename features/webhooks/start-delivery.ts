import { sql } from 'kysely'
import type { Kernel } from '#kernel/kernel.ts'
import { drain } from './drain.ts'
import type { Drain } from './drain.ts'
import { nameOf } from './lease.ts'
import { mailDisabled } from './disabled-email.ts'
import type { WebhookKey } from './webhook-settings.ts'

/** Endpoints that one process delivers to in parallel; the rest wait for the next check. */
const MOST_DRAINS = 200
/** Grace period for attempts in flight at shutdown, in milliseconds. */
const ENDING_MS = 3000

/**
 * Delivers webhooks in this process. Three things trigger a check: a database notification for a new event,
 * the queue for a due retry, and a timer each minute for deliveries that a killed process left behind.
 * Registers its queues, so it must be called before they start.
 */
export async function startDelivery(kernel: Kernel): Promise<void> {
  const ending = new AbortController()
  const drains = new Map<string, Drain>()

  function wake(key: WebhookKey): void {
    const name = nameOf(key)
    const running = drains.get(name)
    if (running) return running.nudge()
    if (ending.signal.aborted || drains.size >= MOST_DRAINS) return
    const started = drain(kernel, key, ending.signal)
    drains.set(name, started)
    void afterwards(started, name, key)
  }

  async function afterwards({ done }: Drain, name: string, key: WebhookKey): Promise<void> {
    const again = await done
    drains.delete(name)
    if (again) wake(key)
  }

  const sweep = async () => {
    for (const key of await waiting(kernel)) wake(key)
  }
  kernel.jobs.work<WebhookKey>('webhook-out', (key) => notifyProcesses(kernel, key))
  kernel.jobs.work('webhook-sweep', async () => {
    await sweep()
    await forgetOld(kernel)
  })
  kernel.jobs.work<WebhookKey>('webhook-disabled', (key) => mailDisabled(kernel, key))
  kernel.jobs.schedule('webhook-sweep', '* * * * *')
  const checkWaiting = () =>
    void sweep().catch((error: unknown) =>
      kernel.log.warn({ error: String(error) }, 'webhooks wait for the next check'),
    )
  await kernel.database.listen('webhook_due', (payload) => wake(keyOf(payload)), checkWaiting)
  checkWaiting()
  kernel.beforeClose(async () => {
    ending.abort()
    const all = Promise.all([...drains.values()].map(({ done }) => done))
    await Promise.race([all, new Promise((resolve) => setTimeout(resolve, ENDING_MS).unref())])
  })
}

function keyOf(payload: string): WebhookKey {
  const [tenant_id = '', id = ''] = payload.split(' ')
  return { tenant_id, id }
}

/** Notifies every process: the one that delivers to the endpoint checks again, or one of them starts. */
async function notifyProcesses(kernel: Kernel, key: WebhookKey): Promise<void> {
  await kernel.database.asService('job: notify processes of a webhook', (db) =>
    sql`select pg_notify('webhook_due', ${nameOf(key)})`.execute(db),
  )
}

/** Endpoints that have due deliveries and no process delivering to them. */
async function waiting(kernel: Kernel): Promise<WebhookKey[]> {
  const { rows } = await kernel.database.asService('job: list pending webhooks', (db) =>
    sql<WebhookKey>`
      select e.tenant_id, e.id from (
        select tenant_id, endpoint_id from app.webhook_deliveries
        where state = 'pending' and next_at <= now()
        group by tenant_id, endpoint_id order by min(next_at) limit 1000) as due
      join app.webhook_endpoints as e on e.tenant_id = due.tenant_id and e.id = due.endpoint_id
      where e.disabled_at is null and (e.lease_until is null or e.lease_until <= now())
        and (e.held_until is null or e.held_until <= now())`.execute(db),
  )
  return rows
}

/** The log covers 30 days. */
async function forgetOld(kernel: Kernel): Promise<void> {
  await kernel.database.asService('job: delete old webhooks', (db) =>
    sql`delete from app.webhook_messages where (tenant_id, id) in (
          select tenant_id, id from app.webhook_messages as m
          where created_at < now() - interval '30 days' and not exists (
            select from app.webhook_deliveries as d
            where d.tenant_id = m.tenant_id and d.message_id = m.id and d.state = 'pending')
          order by created_at limit 5000)`.execute(db),
  )
}
