import { sql } from 'kysely'
import type { Db } from '#kernel/db/database.ts'
import type { Kernel } from '#kernel/kernel.ts'
import type { Outcome } from './attempt.ts'
import type { Verdict } from './verdict.ts'
import type { WebhookKey } from './webhook-settings.ts'

/** An endpoint without a success for this long is turned off. */
const MAX_FAILING_TIME = sql`interval '5 days'`

/** Records an attempt and its consequences, in one transaction with the job that starts the retry. */
export async function recordAttempt(
  kernel: Kernel,
  key: WebhookKey,
  messageId: string,
  outcome: Outcome,
  verdict: Verdict,
): Promise<void> {
  await kernel.database.asService('job: record a webhook attempt', async (db) => {
    const number = await settleDelivery(db, key, messageId, verdict)
    if (number === undefined) return // The endpoint was removed in the meantime.
    await db
      .insertInto('app.webhook_attempts')
      .values({
        tenant_id: key.tenant_id,
        endpoint_id: key.id,
        message_id: messageId,
        number,
        duration_ms: outcome.durationMs,
        status: outcome.status,
        answer: outcome.answer,
        error: outcome.error,
      })
      .execute()
    if (verdict.kind === 'delivered') return succeed(db, key)
    if (await failEndpoint(kernel, db, key, verdict)) return
    if (verdict.kind === 'retry')
      await kernel.jobs.send(db, 'webhook-out', { tenant_id: key.tenant_id, id: key.id }, verdict)
  })
}

/** @returns the attempt's number */
async function settleDelivery(db: Db, { tenant_id, id }: WebhookKey, messageId: string, verdict: Verdict) {
  const retry = verdict.kind === 'retry'
  const state = retry ? 'pending' : verdict.kind === 'delivered' ? 'delivered' : 'failed'
  const row = await db
    .updateTable('app.webhook_deliveries')
    .set({
      tries: sql<number>`tries + 1`,
      failures: verdict.kind === 'delivered' ? 0 : sql<number>`failures + 1`,
      state,
      ...(retry ? { next_at: sql<Date>`now() + make_interval(secs => ${verdict.after})` } : {}),
      settled_at: retry ? null : sql<Date>`now()`,
    })
    .where('tenant_id', '=', tenant_id)
    .where('endpoint_id', '=', id)
    .where('message_id', '=', messageId)
    .returning('tries')
    .executeTakeFirst()
  return row?.tries
}

async function succeed(db: Db, { tenant_id, id }: WebhookKey): Promise<void> {
  await db
    .updateTable('app.webhook_endpoints')
    .set({ failing_since: null })
    .where('tenant_id', '=', tenant_id)
    .where('id', '=', id)
    .where('failing_since', 'is not', null)
    .execute()
}

/**
 * Stores when the endpoint started to fail, and turns it off after too long. @returns true when this turned
 * it off
 */
async function failEndpoint(
  kernel: Kernel,
  db: Db,
  { tenant_id, id }: WebhookKey,
  verdict: Verdict,
): Promise<boolean> {
  const isGone = verdict.kind === 'gone'
  const endpoint = () =>
    db.updateTable('app.webhook_endpoints').where('tenant_id', '=', tenant_id).where('id', '=', id)
  const off = await endpoint()
    .set({ disabled_at: sql<Date>`now()`, disabled_by: isGone ? 'gone' : 'failing' })
    .where('disabled_at', 'is', null)
    .where((eb) => (isGone ? eb.lit(true) : eb('failing_since', '<', sql<Date>`now() - ${MAX_FAILING_TIME}`)))
    .executeTakeFirst()
  if (off.numUpdatedRows > 0n) {
    await failPending(db, { tenant_id, id })
    await kernel.jobs.send(db, 'webhook-disabled', { tenant_id, id })
    return true
  }
  const hold = verdict.kind === 'retry' && verdict.hold
  const updated = await endpoint()
    .set({
      failing_since: sql<Date>`coalesce(failing_since, now())`,
      ...(hold
        ? { held_until: sql<Date>`greatest(held_until, now() + make_interval(secs => ${verdict.after}))` }
        : {}),
    })
    .returning('disabled_at')
    .executeTakeFirst()
  // The creator turned it off while this attempt was in flight.
  if (updated?.disabled_at) await failPending(db, { tenant_id, id })
  return Boolean(updated?.disabled_at)
}

/** Cancels the deliveries of a disabled endpoint; a replay can send them later. */
export async function failPending(db: Db, { tenant_id, id }: WebhookKey): Promise<void> {
  await db
    .updateTable('app.webhook_deliveries')
    .set({ state: 'failed', settled_at: sql<Date>`now()` })
    .where('tenant_id', '=', tenant_id)
    .where('endpoint_id', '=', id)
    .where('state', '=', 'pending')
    .execute()
}
