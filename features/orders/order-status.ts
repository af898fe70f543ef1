import { sql } from 'kysely'
import type { PaymentMode } from '#kernel/config.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { newToken, tokenHash } from '#kernel/secrets/one-time-token.ts'
import { orderErrors } from './errors.ts'
import { fulfil } from './fulfil.ts'

/** The fields of an order that a buyer's browser may read with a receipt or a code. */
export interface BuyerView {
  order_id: string
  status: 'pending' | 'paid' | 'canceled' | 'failed'
  item_name: string
  /** Minor units of `currency`. */
  amount_total: number
  currency: string
  quantity: number
  /** The billing interval; null for a one-time payment. */
  interval: 'week' | 'month' | 'year' | null
}

const VIEW = ['id', 'status', 'name', 'amount_total', 'currency', 'quantity', 'interval'] as const

/** The buyer's view of each order state. Refunded and expired orders appear as canceled. */
export const SEEN_AS: Record<string, BuyerView['status']> = {
  pending: 'pending',
  paid: 'paid',
  canceled: 'canceled',
  expired: 'canceled',
  refunded: 'canceled',
  failed: 'failed',
}

/**
 * Returns the order that a receipt proves.
 * @param tenantId the tenant of the requesting page; orders of other tenants are not found
 * @throws {AppError} order_not_found
 */
export async function statusByReceipt(kernel: Kernel, tenantId: string, receipt: string): Promise<BuyerView> {
  const order = await kernel.database.asService('proof: order by receipt', (db) =>
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
 * Like `statusByReceipt`, but settles an open order with the provider first, because an embedded checkout
 * does not pass through our return URL.
 * @throws {AppError} order_not_found
 */
export async function lookByReceipt(kernel: Kernel, tenantId: string, receipt: string): Promise<BuyerView> {
  const open = await kernel.database.asService('proof: open order by receipt', (db) =>
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
    // The provider may be unavailable. The order is then settled later, and the buyer's page polls again.
    await fulfil(kernel, ref).catch((error: unknown) =>
      kernel.log.warn({ order: open.id, error: String(error) }, 'an order could not be checked'),
    )
  }
  return statusByReceipt(kernel, tenantId, receipt)
}

/**
 * Returns the order that a one-time code from a return URL proves. One statement redeems the code, so it
 * works once.
 * @throws {AppError} order_not_found for wrong, expired and used codes alike
 */
export async function statusByCode(kernel: Kernel, tenantId: string, code: string): Promise<BuyerView> {
  const order = await kernel.database.asService('proof: redeem an order code', (db) =>
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

/** Creates a one-time code for an order, valid for 10 minutes. It replaces an earlier unused code. */
export async function newOrderCode(
  kernel: Kernel,
  order: { tenant_id: string; id: string },
): Promise<string> {
  const code = newToken()
  await kernel.database.asService('proof: create an order code', (db) =>
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
