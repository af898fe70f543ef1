import { sql } from 'kysely'
import type Stripe from 'stripe'
import type { PaymentMode } from '#kernel/config.ts'
import { commonErrors } from '#kernel/errors.ts'
import type { Kernel } from '#kernel/kernel.ts'
import type { WebhookEndpoint } from '#kernel/payments/payments.ts'
import type { PaymentEvent, Unit } from '#kernel/unit.ts'

export type PaymentHandler = (kernel: Kernel, event: PaymentEvent) => Promise<void>
/** The handlers of all units, by event type. */
export type PaymentHandlers = Map<string, PaymentHandler[]>

/** Collects the units' handlers. Several units may handle the same type. */
export function paymentHandlersOf(units: Unit[]): PaymentHandlers {
  const handlers: PaymentHandlers = new Map()
  for (const unit of units)
    for (const [type, handle] of Object.entries(unit.paymentHandlers ?? {}))
      handlers.set(type, [...(handlers.get(type) ?? []), handle])
  return handlers
}

/**
 * Stores an event once and queues its job in the same transaction. A repeated delivery changes nothing.
 * @param event an event whose signature has been verified
 * @throws {AppError} invalid_input for an event without an object or with an invalid id
 */
export async function storeEvent(
  kernel: Kernel,
  event: Stripe.Event,
  { mode, endpoint }: { mode: PaymentMode; endpoint: WebhookEndpoint },
): Promise<void> {
  const about = (event.data as typeof event.data | undefined)?.object as
    | { id?: string; object?: string }
    | undefined
  if (!about) throw commonErrors.invalid_input({ text: 'The event has no object' })
  const { id, object } = about
  await kernel.database.asService('provider: store a payment event', async (db) => {
    const stored = await db
      .insertInto('app.stripe_events')
      .values({
        id: event.id,
        endpoint,
        mode,
        account: event.account ?? null,
        type: event.type,
        object_type: object ?? '',
        object_id: id ?? null,
        created: new Date(event.created * 1000),
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .executeTakeFirst()
    if (stored.numInsertedOrUpdatedRows === 1n) await kernel.jobs.send(db, 'stripe-event', { id: event.id })
  })
}

/**
 * Processes a stored event. Every handler of its type reads the object's current state and writes
 * accordingly. The event is marked as processed when all handlers have succeeded. A failure is stored and
 * rethrown so that the queue retries.
 */
export async function handleStripeEvent(
  kernel: Kernel,
  id: string,
  handlers: PaymentHandlers,
): Promise<void> {
  const row = await kernel.database.asService('provider: start a payment event', (db) =>
    db
      .updateTable('app.stripe_events')
      .set({ tried_at: sql<Date>`now()` })
      .where('id', '=', id)
      .where('processed_at', 'is', null)
      .returning(['id', 'type', 'mode', 'account', 'object_id', 'object_type'])
      .executeTakeFirst(),
  )
  if (!row) return
  const event: PaymentEvent = {
    id: row.id,
    type: row.type,
    mode: row.mode as PaymentMode,
    account: row.account ?? undefined,
    object: { id: row.object_id ?? '', object: row.object_type },
  }
  let failure: Error | undefined
  for (const handle of handlers.get(row.type) ?? [])
    await handle(kernel, event).catch((error: Error) => (failure ??= error))
  await finish(kernel, id, failure)
  if (failure) throw failure
}

function finish(kernel: Kernel, id: string, failure: Error | undefined) {
  return kernel.database.asService('provider: finish a payment event', (db) =>
    db
      .updateTable('app.stripe_events')
      .set(failure ? { error: describeError(failure) } : { error: null, processed_at: sql<Date>`now()` })
      .where('id', '=', id)
      .execute(),
  )
}

/** Starts with the error's type, which distinguishes the provider's messages from our own. */
function describeError(failure: Error & { type?: string }): string {
  return `${failure.type ?? failure.name}: ${failure.message}`.slice(0, 1000)
}
