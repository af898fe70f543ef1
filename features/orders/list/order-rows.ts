import { sql } from 'kysely'
import type { Db } from '#kernel/db/database.ts'
import type { Order, OrderDetail, OrderRefund } from '../endpoints.ts'
import { orderErrors } from '../errors.ts'

/** A time as JSON has it, with the database's microseconds. */
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
 * One order with what became of it, as the caller's claims see it.
 * @throws {AppError} order_not_found, for another creator's order too
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

/** What decides how much of an order may be given back. */
export type PaidOrder = Pick<
  Order,
  'status' | 'amount_total' | 'amount_refunded' | 'stripe_payment_intent_id' | 'dispute_status'
>
export type AskedRefund = Pick<OrderRefund, 'status' | 'amount'>

/** Minor units that may still be given back: what was paid, less what went back or is on its way. */
export function refundable(order: PaidOrder, refunds: AskedRefund[]): number {
  if (order.status !== 'paid' || !order.stripe_payment_intent_id) return 0
  // What the bank takes back or has taken back is not given back a second time.
  if (order.dispute_status && !DISPUTE_OVER.includes(order.dispute_status)) return 0
  const asked = refunds.reduce((sum, { status, amount }) => (status === 'requested' ? sum + amount : sum), 0)
  return Math.max(0, order.amount_total - order.amount_refunded - asked)
}

/** Words of a dispute that leaves the money with the seller. */
const DISPUTE_OVER = ['won', 'warning_closed', 'warning_needs_response', 'warning_under_review', 'prevented']
