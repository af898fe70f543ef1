import { sql } from 'kysely'
import type { PaymentMode } from '#kernel/config.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { isGone } from '#kernel/payments/provider-error.ts'
import { fulfil } from './fulfil.ts'
import { forgetOldKeys } from '#kernel/http/idempotency.ts'
import { repairRefunds } from './refunds/refund-order.ts'
import { repairSubscriptions } from './subscriptions/repair-subscriptions.ts'
import { handleStripeEvent } from './inbox/stripe-events.ts'
import type { PaymentHandlers } from './inbox/stripe-events.ts'

const EVERY_MS = 5 * 60_000

/**
 * Repairs what no delivery reported: at start, because the server may have been offline, and every 5 minutes.
 * Several processes share the work; one process claims each row.
 */
export function keepRepairing(kernel: Kernel, handlers: PaymentHandlers): void {
  const run = (first: boolean) =>
    repairPayments(kernel, handlers, first).catch((error: unknown) =>
      kernel.log.error({ error: String(error) }, 'the repair of payments stopped early'),
    )
  void run(true)
  setInterval(() => void run(false), EVERY_MS).unref()
}

/**
 * Repairs events, orders, refunds and subscriptions.
 * @param all also checks orders whose delivery may still arrive
 */
export async function repairPayments(kernel: Kernel, handlers: PaymentHandlers, all = false): Promise<void> {
  await repairEvents(kernel, handlers)
  await repairOrders(kernel, all)
  await repairRefunds(kernel)
  await repairSubscriptions(kernel)
  await forgetOldKeys(kernel)
  await kernel.database.asService('job: delete old stock holders', (db) =>
    sql`
      delete from app.stock_holders h where held_at < now() - interval '1 day' and not exists (
        select from public.orders o
        where o.tenant_id = h.tenant_id and o.id = h.order_id and o.status = 'pending')`.execute(db),
  )
}

/**
 * Retries events whose job failed for good or was lost. Older events are covered by the checks of the orders.
 */
async function repairEvents(kernel: Kernel, handlers: PaymentHandlers): Promise<void> {
  const { rows } = await kernel.database.asService('job: claim open payment events', (db) =>
    sql<{ id: string }>`
      update app.stripe_events set tried_at = now() where id in (
        select id from app.stripe_events
        where processed_at is null and received_at > now() - interval '3 days'
          and coalesce(tried_at, received_at) < now() - interval '15 minutes'
        order by received_at limit 200 for update skip locked)
      returning id`.execute(db),
  )
  for (const { id } of rows)
    await handleStripeEvent(kernel, id, handlers).catch((error: unknown) =>
      kernel.log.warn({ event: id, error: String(error) }, 'a payment event still fails'),
    )
  await kernel.database.asService('job: delete old payment events', (db) =>
    sql`delete from app.stripe_events where processed_at < now() - interval '90 days'`.execute(db),
  )
}

interface OpenOrder {
  tenant_id: string
  id: string
  mode: PaymentMode
  account: string
  session: string | null
}

/** Checks pending orders again, less often the older they are, for up to 30 days (slow bank debits). */
async function repairOrders(kernel: Kernel, all: boolean): Promise<void> {
  const interval = all
    ? sql`interval '0'`
    : sql`greatest(interval '4 minutes', least((now() - created_at) / 10, interval '6 hours'))`
  const { rows } = await kernel.database.asService('job: claim pending orders', (db) =>
    sql<OpenOrder>`
      update public.orders set checked_at = now() where (tenant_id, id) in (
        select tenant_id, id from public.orders
        where status = 'pending' and created_at > now() - interval '30 days' and checked_at < now() - ${interval}
        order by checked_at limit 500 for update skip locked)
      returning tenant_id, id, mode, stripe_account_id as account, stripe_session_id as session`.execute(db),
  )
  for (const order of rows)
    await repairOrder(kernel, order).catch((error: unknown) =>
      kernel.log.warn({ order: order.id, error: String(error) }, 'a pending order could not be checked'),
    )
}

async function repairOrder(kernel: Kernel, { session, account, mode, ...order }: OpenOrder): Promise<void> {
  if (!session) return close(kernel, order, 'failed')
  try {
    await fulfil(kernel, { sessionId: session, account, mode })
  } catch (error) {
    if (!isGone(error)) throw error
    await close(kernel, order, 'expired')
  }
}

/**
 * Closes an order whose checkout was never opened (the process crashed) or no longer exists at the provider.
 * It must be 10 minutes old, because its process may still be waiting for the provider's response.
 */
async function close(
  kernel: Kernel,
  order: { tenant_id: string; id: string },
  status: 'failed' | 'expired',
): Promise<void> {
  await kernel.database.asService('job: close a lost order', (db) =>
    db
      .updateTable('orders')
      // Not checked: the provider has said nothing about it (`recheckTied`).
      .set({ status, checked_at: sql<Date>`created_at` })
      .where('tenant_id', '=', order.tenant_id)
      .where('id', '=', order.id)
      .where('status', '=', 'pending')
      .where('created_at', '<', sql<Date>`now() - interval '10 minutes'`)
      .where((eb) =>
        status === 'failed' ? eb('stripe_session_id', 'is', null) : eb('stripe_session_id', 'is not', null),
      )
      .execute(),
  )
}
