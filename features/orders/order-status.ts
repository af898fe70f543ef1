import { sql } from 'kysely'
import type { PaymentMode } from '#kernel/config.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { newToken, tokenHash } from '#kernel/secrets/one-time-token.ts'
import { orderErrors } from './errors.ts'
import { fulfil } from './fulfil.ts'

/** What a buyer's browser may know of an order it holds a proof of. */
export interface BuyerView {
  order_id: string
  status: 'pending' | 'paid' | 'canceled' | 'failed'
  item_name: string
  /** Minor units of `currency`. */
  amount_total: number
  currency: string
  quantity: number
  /** How often it is paid again; null for what is paid once. */
  interval: 'week' | 'month' | 'year' | null
}

const VIEW = ['id', 'status', 'name', 'amount_total', 'currency', 'quantity', 'interval'] as const

/** An order whose money went back, or whose checkout ran out, is over for the buyer. */
export const SEEN_AS: Record<string, BuyerView['status']> = {
  pending: 'pending',
  paid: 'paid',
  canceled: 'canceled',
  expired: 'canceled',
  refunded: 'canceled',
  failed: 'failed',
}

/**
 * The order's state for the holder of its receipt.
 * @param tenantId of the asking page; an order of another tenant is unknown there
 * @throws {AppError} order_not_found
 */
export async function statusByReceipt(kernel: Kernel, tenantId: string, receipt: string): Promise<BuyerView> {
  const order = await kernel.database.asService('order by receipt', (db) =>
    db
      .selectFrom('orders')
      .select(VIEW)
      .where('tenant_id', '=', tenantId)
      .where('receipt_hash', '=', tokenHash(receipt))
      .executeTakeFirst(),
  )
  return viewOf(order)
}

/**
 * The same after a look at the provider while the order is open: a checkout in a frame passes no return address of ours.
 * @throws {AppError} order_not_found
 */
export async function lookByReceipt(kernel: Kernel, tenantId: string, receipt: string): Promise<BuyerView> {
  const open = await kernel.database.asService('open order by receipt', (db) =>
    db
      .selectFrom('orders')
      .select(['id', 'stripe_session_id', 'stripe_account_id', 'mode'])
      .where('tenant_id', '=', tenantId)
      .where('receipt_hash', '=', tokenHash(receipt))
      .where('status', '=', 'pending')
      .executeTakeFirst(),
  )
  if (open?.stripe_session_id) {
    const ref = {
      sessionId: open.stripe_session_id,
      account: open.stripe_account_id,
      mode: open.mode as PaymentMode,
    }
    // The provider may be away; the order is settled later then, and its buyer asks again.
    await fulfil(kernel, ref).catch((error: unknown) =>
      kernel.log.warn({ order: open.id, error: String(error) }, 'an order could not be checked'),
    )
  }
  return statusByReceipt(kernel, tenantId, receipt)
}

/**
 * The same for the holder of a code from a return address; one statement claims it, so that it works once.
 * @throws {AppError} order_not_found for wrong, old and used codes alike
 */
export async function statusByCode(kernel: Kernel, tenantId: string, code: string): Promise<BuyerView> {
  const order = await kernel.database.asService('redeem an order code', (db) =>
    db
      .updateTable('orders')
      .set({ code_hash: null, code_expires_at: null })
      .where('tenant_id', '=', tenantId)
      .where('code_hash', '=', tokenHash(code))
      .where('code_expires_at', '>', sql<Date>`now()`)
      .returning(VIEW)
      .executeTakeFirst(),
  )
  return viewOf(order)
}

/** A new one-time code for an order, good for 10 minutes; an unused earlier one stops working. */
export async function newOrderCode(
  kernel: Kernel,
  order: { tenant_id: string; id: string },
): Promise<string> {
  const code = newToken()
  await kernel.database.asService('give an order code', (db) =>
    db
      .updateTable('orders')
      .set({
        code_hash: tokenHash(code),
        code_expires_at: sql<Date>`now() + interval '10 minutes'`,
      })
      .where('tenant_id', '=', order.tenant_id)
      .where('id', '=', order.id)
      .execute(),
  )
  return code
}

type Row = Record<'id' | 'status' | 'name' | 'currency', string> &
  Record<'amount_total' | 'quantity', number> & { interval: string | null }

function viewOf(order: Row | undefined): BuyerView {
  if (!order) throw orderErrors.order_not_found()
  const { id, status, name, interval, ...rest } = order
  return {
    ...rest,
    order_id: id,
    status: SEEN_AS[status]!,
    item_name: name,
    interval: interval as BuyerView['interval'],
  }
}
