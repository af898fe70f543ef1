import { sql } from 'kysely'
import type { Db } from '#kernel/db/database.ts'
import type { Order, OrderDetail, OrderRefund } from '../endpoints.ts'
import { orderErrors } from '../errors.ts'

/** Selects a time as its JSON text, which keeps the database's microseconds. */
const time = <N extends string>(name: N) => sql<string | null>`to_json(${sql.ref(name)}) #>> '{}'`.as(name)

/** The columns of an order that its seller sees. */
export const ORDER = [
  'id',
  'tenant_id',
  'mode',
  'status',
  'problem',
  'seller',
  'source_id',
  'name',
  'quantity',
  'amount_total',
  'amount_refunded',
  'currency',
  'interval',
  'renewal_of',
  'subscription_status',
  time('current_period_end'),
  'cancel_at_period_end',
  'dispute_status',
  'refund_failed',
  'auth_user_id',
  'email',
  'stripe_payment_intent_id',
  time('created_at'),
  time('paid_at'),
  time('refunded_at'),
] as const

/**
 * Returns one order with its refunds and renewals, as far as the caller may read them.
 * @throws {AppError} order_not_found, also for another creator's order
 */
export async function orderDetail(db: Db, orderId: string): Promise<OrderDetail> {
  const order = await db.selectFrom('orders').select(ORDER).where('id', '=', orderId).executeTakeFirst()
  if (!order) throw orderErrors.order_not_found()
  const { tenant_id } = order
  const refunds = await db
    .selectFrom('order_refunds')
    .select(['id', 'amount', 'status', 'reason', 'failure_reason', time('created_at')])
    .where('tenant_id', '=', tenant_id)
    .where('order_id', '=', orderId)
    .orderBy('order_refunds.created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const renewals = await db
    .selectFrom('orders')
    .select(ORDER)
    .where('tenant_id', '=', tenant_id)
    .where('renewal_of', '=', orderId)
    .orderBy('orders.paid_at', 'desc')
    .orderBy('id', 'desc')
    .limit(100)
    .execute()
  return {
    ...(order as Order),
    refunds: refunds as OrderRefund[],
    renewals: renewals as Order[],
    refundable: refundable(order as Order, refunds as OrderRefund[]),
  }
}

/** The columns that determine how much of an order can be refunded. */
export type PaidOrder = Pick<
  Order,
  'status' | 'amount_total' | 'amount_refunded' | 'stripe_payment_intent_id' | 'dispute_status'
>
export type AskedRefund = Pick<OrderRefund, 'status' | 'amount'>

/**
 * Returns the minor units that can still be refunded: the amount paid minus completed and requested refunds.
 */
export function refundable(order: PaidOrder, refunds: AskedRefund[]): number {
  if (order.status !== 'paid' || !order.stripe_payment_intent_id) return 0
  // The bank has taken, or may take, the disputed money back. A refund would return it a second time.
  if (order.dispute_status && !DISPUTE_OVER.includes(order.dispute_status)) return 0
  const requested = refunds.reduce(
    (sum, { status, amount }) => (status === 'requested' ? sum + amount : sum),
    0,
  )
  return Math.max(0, order.amount_total - order.amount_refunded - requested)
}

/** Statuses of a dispute that leaves the money with the seller. */
const DISPUTE_OVER = ['won', 'warning_closed', 'warning_needs_response', 'warning_under_review', 'prevented']
