import { sql } from 'kysely'
import type { Claims } from '#kernel/db/claims.ts'
import type { Db } from '#kernel/db/database.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { bodyOf } from './attempt.ts'
import type { Message } from './attempt.ts'
import type { Attempt, Delivery } from './endpoints.ts'
import { webhookErrors } from './errors.ts'
import { DELAYS } from './verdict.ts'
import { asAdmin } from './webhook-settings.ts'
import type { WebhookKey } from './webhook-settings.ts'

const PAGE = 50
/** The event that the test button sends. */
const PING = 'webhook.ping'

type MessageKey = WebhookKey & { message_id: string }

/** Deliveries of an endpoint, sent or pending, newest first. @throws {AppError} webhook_not_found */
export async function listWebhookDeliveries(
  kernel: Kernel,
  claims: Claims,
  { tenant_id, id, state, before }: WebhookKey & { state?: string; before?: string },
): Promise<{ deliveries: Delivery[]; more: boolean }> {
  return asAdmin(kernel, claims, tenant_id, 'list webhook deliveries', async (db) => {
    await endpointOf(db, { tenant_id, id })
    const { rows } = await sql<DeliveryRow>`
      select ${SHOWN} where d.tenant_id = ${tenant_id} and d.endpoint_id = ${id}
        and (${state ?? null}::text is null or d.state = ${state ?? null})
        and (${before ?? null}::uuid is null or d.seq < (
          select seq from app.webhook_messages where tenant_id = ${tenant_id} and id = ${before ?? null}))
      order by d.seq desc limit ${PAGE + 1}`.execute(db)
    return { deliveries: rows.slice(0, PAGE).map(shown), more: rows.length > PAGE }
  })
}

/** One message with its body as sent, and its attempts. @throws {AppError} webhook_not_found */
export async function readWebhookDelivery(
  kernel: Kernel,
  claims: Claims,
  { tenant_id, id, message_id }: MessageKey,
): Promise<{ delivery: Delivery; body: string; attempts: Attempt[] }> {
  return asAdmin(kernel, claims, tenant_id, 'read a webhook delivery', async (db) => {
    const { rows } = await sql<DeliveryRow & Message>`
      select ${SHOWN} where d.tenant_id = ${tenant_id} and d.endpoint_id = ${id}
        and d.message_id = ${message_id}`.execute(db)
    const [row] = rows
    if (!row) throw webhookErrors.webhook_not_found()
    const attempts = await db
      .selectFrom('app.webhook_attempts')
      .select(['number', 'attempted_at', 'duration_ms', 'status', 'answer', 'error'])
      .where('tenant_id', '=', tenant_id)
      .where('endpoint_id', '=', id)
      .where('message_id', '=', message_id)
      .orderBy('number', 'desc')
      .limit(50)
      .execute()
    return {
      delivery: shown(row),
      body: bodyOf(row),
      attempts: attempts.map((one) => ({ ...one, attempted_at: one.attempted_at.toISOString() })),
    }
  })
}

/**
 * Sends a message again immediately, whatever its state. @throws {AppError} webhook_not_found,
 * webhook_disabled
 */
export async function replayWebhook(kernel: Kernel, claims: Claims, key: MessageKey): Promise<void> {
  await kernel.limits.take('webhooks.replay', key.tenant_id, { points: 300, seconds: 3600 })
  const { tenant_id, id, message_id } = key
  await asAdmin(kernel, claims, tenant_id, 'replay a webhook', async (db) => {
    await enabled(db, key)
    const { numUpdatedRows } = await db
      .updateTable('app.webhook_deliveries')
      .set({ state: 'pending', failures: 0, next_at: sql<Date>`now()`, settled_at: null })
      .where('tenant_id', '=', tenant_id)
      .where('endpoint_id', '=', id)
      .where('message_id', '=', message_id)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw webhookErrors.webhook_not_found()
    await wake(kernel, db, key)
  })
}

/**
 * Sends a test event to one endpoint, without retries. @returns the message's id @throws {AppError} as above,
 * 429
 */
export async function pingWebhook(kernel: Kernel, claims: Claims, key: WebhookKey): Promise<string> {
  await kernel.limits.take('webhooks.ping', key.tenant_id, { points: 60, seconds: 3600 })
  return asAdmin(kernel, claims, key.tenant_id, 'ping a webhook', async (db) => {
    const { mode } = await enabled(db, key)
    const { rows } = await sql<{ id: string }>`
      with message as (
        insert into app.webhook_messages (tenant_id, mode, type, object_id, data)
        values (${key.tenant_id}, ${mode}, ${PING}, app.uuidv7(),
          jsonb_build_object('mode', ${mode}::text, 'text', 'Your webhook works.'))
        returning tenant_id, id, seq, object_id)
      insert into app.webhook_deliveries (tenant_id, endpoint_id, message_id, seq, object_id, failures)
      select tenant_id, ${key.id}, id, seq, object_id, ${DELAYS.length} from message returning message_id as id`.execute(
      db,
    )
    await wake(kernel, db, key)
    return rows[0]!.id
  })
}

/** A manual request also ends a pause that the receiver asked for. */
async function wake(kernel: Kernel, db: Db, { tenant_id, id }: WebhookKey): Promise<void> {
  await db
    .updateTable('app.webhook_endpoints')
    .set({ held_until: null })
    .where('tenant_id', '=', tenant_id)
    .where('id', '=', id)
    .execute()
  await kernel.jobs.send(db, 'webhook-out', { tenant_id, id })
}

async function enabled(db: Db, key: WebhookKey) {
  const endpoint = await endpointOf(db, key)
  if (endpoint.disabled_at) throw webhookErrors.webhook_disabled()
  return endpoint
}

async function endpointOf(db: Db, { tenant_id, id }: WebhookKey) {
  const endpoint = await db
    .selectFrom('app.webhook_endpoints')
    .select(['mode', 'disabled_at'])
    .where('tenant_id', '=', tenant_id)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!endpoint) throw webhookErrors.webhook_not_found()
  return endpoint
}

interface DeliveryRow {
  message_id: string
  type: string
  state: string
  tries: number
  created_at: Date
  next_at: Date | null
  settled_at: Date | null
  status: number | null
  error: string | null
}

const SHOWN = sql`
  d.message_id, m.id, m.type, m.data, m.created_at, d.state, d.tries, d.settled_at, last.status, last.error,
    case when d.state = 'pending' then d.next_at end as next_at
  from app.webhook_deliveries as d
  join app.webhook_messages as m on m.tenant_id = d.tenant_id and m.id = d.message_id
  left join app.webhook_attempts as last on last.tenant_id = d.tenant_id and last.endpoint_id = d.endpoint_id
    and last.message_id = d.message_id and last.number = d.tries`

function shown(row: DeliveryRow): Delivery {
  return {
    message_id: row.message_id,
    type: row.type,
    state: row.state as Delivery['state'],
    tries: row.tries,
    created_at: row.created_at.toISOString(),
    next_at: row.next_at?.toISOString() ?? null,
    settled_at: row.settled_at?.toISOString() ?? null,
    status: row.status,
    error: row.error,
  }
}
