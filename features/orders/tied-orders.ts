import { sql } from 'kysely'
import Stripe from 'stripe'
import type { PaymentMode } from '#kernel/config.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { endCheckout } from './one-checkout.ts'
import { fulfil } from './fulfil.ts'
import type { TiedQueue } from './tied-queue.ts'

/** Which orders belong to the thing that waits for one of them. */
export interface Tied {
  tenantId: string
  queue: TiedQueue
  id: string
}

interface OpenOrder {
  tenant_id: string
  id: string
  mode: PaymentMode
  account: string
  session: string | null
  lost: boolean
}

/**
 * Reads the open checkouts of what waits again from the provider, which may know of a payment that no delivery reported yet. While
 * the provider is unavailable nothing changes.
 */
export async function settleTied(kernel: Kernel, tied: Tied): Promise<void> {
  for (const { id, session, account, mode } of await openOrders(kernel, tied))
    if (session)
      await fulfil(kernel, { sessionId: session, account, mode }).catch((error: unknown) =>
        kernel.log.warn({ order: id, error: String(error) }, 'an order could not be checked'),
      )
}

/** An order that ended, of a thing that still waits. */
export interface EndedOrder {
  tenant_id: string
  id: string
  mode: PaymentMode
  account: string
  session: string
}

/**
 * Reads ended checkouts once more from the provider, before what waits for them is deleted: an order can end without the provider's word, while
 * its account is not available. A payment that is found settles the order. What has ended at the provider too gets a new `checked_at`; a payment
 * that is in progress (bank debits take days) does not. An account that is gone is asked once in a run.
 */
export async function recheckTied(kernel: Kernel, orders: readonly EndedOrder[]): Promise<void> {
  const gone = new Set<string>()
  for (const { tenant_id, id, session, account, mode } of orders) {
    if (gone.has(`${mode} ${account}`)) continue
    try {
      const found = await fulfil(kernel, { sessionId: session, account, mode }).catch((error: unknown) => {
        if (!hasCode(error, 'resource_missing')) throw error
        return undefined
      })
      if (found?.isOpen) continue
      await kernel.database.asService('job: an ended order was checked', (db) =>
        db
          .updateTable('orders')
          .set({ checked_at: sql<Date>`now()` })
          .where('tenant_id', '=', tenant_id)
          .where('id', '=', id)
          .execute(),
      )
    } catch (error) {
      if (hasCode(error, 'account_invalid')) gone.add(`${mode} ${account}`)
      kernel.log.warn({ order: id, error: String(error) }, 'an ended order could not be checked')
    }
  }
}

const hasCode = (error: unknown, code: string) =>
  error instanceof Stripe.errors.StripeError && error.code === code

/**
 * Ends the open checkouts of what waits, so that only the next one can be paid. One that was paid meanwhile is settled instead.
 * @throws {AppError} checkout_busy while a payment is in progress; {StripeError}
 */
export async function endTied(kernel: Kernel, tied: Tied, except: string | undefined): Promise<void> {
  for (const order of await openOrders(kernel, tied))
    if (order.id !== except) await endCheckout(kernel, order)
}

function openOrders(kernel: Kernel, { tenantId, queue, id }: Tied): Promise<OpenOrder[]> {
  return kernel.database.asService('closed: open checkouts of one thing', async (db) => {
    const { rows } = await sql<OpenOrder>`
      select tenant_id, id, mode, stripe_account_id as account, stripe_session_id as session,
        created_at < now() - interval '1 minute' as lost
      from public.orders
      where tenant_id = ${tenantId} and tied_queue = ${queue} and tied_id = ${id} and status = 'pending'
      order by id limit 20`.execute(db)
    return rows
  })
}
