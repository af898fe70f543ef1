import { sql } from 'kysely'
import type { PaymentMode } from '#kernel/config.ts'
import type { Claims } from '#kernel/db/claims.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { tenantWith } from '#kernel/tenant-with.ts'
import type { InboxEvent } from '../endpoints-inbox.ts'
import { inboxErrors } from './errors.ts'

const PAGE = 20

interface EventRow {
  id: string
  type: string
  object_id: string | null
  received_at: Date
  tried_at: Date | null
  processed_at: Date | null
  error: string | null
}

/** Lists the provider's events about the tenant's account. The list is empty if the tenant has no account. */
export async function listPaymentEvents(
  kernel: Kernel,
  claims: Claims,
  input: { tenant_id: string; mode: PaymentMode; state?: 'failed'; before?: string; include?: string },
): Promise<{ events: InboxEvent[]; more: boolean; failed: number }> {
  const { tenant_id, mode, before } = input
  await kernel.database.withClaims(claims, (db) => tenantWith(db, tenant_id, 'orders'))
  const failedOnly = input.state === 'failed'
  return kernel.database.asService('closed: list payment events', async (db) => {
    const account = sql`select account_id from public.payment_accounts where tenant_id = ${tenant_id} and mode = ${mode}`
    const { rows } = await sql<EventRow>`
      select id, type, object_id, received_at, tried_at, processed_at, error from app.stripe_events
      where account = (${account}) and mode = ${mode}
        and (not ${failedOnly}::boolean or (error is not null and processed_at is null) or id = ${input.include ?? null}::text)
        and (${before ?? null}::text is null or (received_at, id) < (
          select received_at, id from app.stripe_events where id = ${before ?? null}))
      order by received_at desc, id desc limit ${PAGE + 1}`.execute(db)
    const failed = await sql<{ n: number }>`
      select count(*) as n from app.stripe_events
      where account = (${account}) and mode = ${mode} and error is not null and processed_at is null`.execute(
      db,
    )
    return {
      events: rows.slice(0, PAGE).map(toInboxEvent),
      more: rows.length > PAGE,
      failed: failed.rows[0]!.n,
    }
  })
}

/** Processes an event of the tenant's account again. @throws {AppError} event_not_found, 429 */
export async function replayPaymentEvent(
  kernel: Kernel,
  claims: Claims,
  { tenant_id, id }: { tenant_id: string; id: string },
): Promise<void> {
  await kernel.database.withClaims(claims, (db) => tenantWith(db, tenant_id, 'orders'))
  await kernel.limits.take('orders.replay', tenant_id, { points: 120, seconds: 3600 })
  await kernel.database.asService('closed: replay a payment event', async (db) => {
    const { rows } = await sql`
      update app.stripe_events as e set processed_at = null, error = null from public.payment_accounts as a
      where a.tenant_id = ${tenant_id} and a.account_id = e.account and a.mode = e.mode and e.id = ${id}
      returning e.id`.execute(db)
    if (!rows.length) throw inboxErrors.event_not_found()
    await kernel.jobs.send(db, 'stripe-event', { id })
  })
}

function toInboxEvent(row: EventRow): InboxEvent {
  return {
    id: row.id,
    type: row.type,
    state: row.processed_at ? 'done' : row.error === null ? 'waiting' : 'failed',
    object_id: row.object_id,
    received_at: row.received_at.toISOString(),
    tried_at: row.tried_at?.toISOString() ?? null,
    processed_at: row.processed_at?.toISOString() ?? null,
    error: row.processed_at ? null : messageOf(row.error),
  }
}

/** One of our API keys, which the provider masks only partly, or a webhook secret. */
const CONTAINS_KEY = /\b(?:sk|rk|whsec|ca)_[\w*]{3,}/

/**
 * The provider's error messages are meant for its customers and may be shown. Our own messages, and the
 * provider's messages about our permissions, may contain internals and are replaced.
 */
function messageOf(error: string | null): string | null {
  if (error === null) return null
  if (error.startsWith('StripePermissionError: ')) return 'The account does not allow us to read this.'
  const message = /^Stripe\w*Error: ([^]+)$/.exec(error)?.[1]
  return message && !CONTAINS_KEY.test(message)
    ? message
    : 'Something went wrong on our side. We retry automatically.'
}
