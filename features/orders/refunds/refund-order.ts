import { sql } from 'kysely'
import Stripe from 'stripe'
import type { Claims } from '#kernel/db/claims.ts'
import type { Db } from '#kernel/db/database.ts'
import { AppError } from '#kernel/errors.ts'
import type { RouteContext } from '#kernel/http/route.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { providerError } from '#kernel/payments/provider-error.ts'
import type { OrderDetail, RefundReason } from '../endpoints.ts'
import { PROVIDER_AWAY, orderErrors } from '../errors.ts'
import { isUnanswered, onceByKey } from '#kernel/http/idempotency.ts'
import type { Attempt } from '#kernel/http/idempotency.ts'
import { orderDetail, refundable } from '../list/order-rows.ts'
import type { AskedRefund, PaidOrder } from '../list/order-rows.ts'
import type { SellingAccount } from '../payment-facts.ts'
import { settlePayment } from '../settle-payment.ts'

const PER_CREATOR = { points: 60, seconds: 600 }

interface RefundInput {
  orderId: string
  amount?: number
  reason?: RefundReason
}

/**
 * Refunds an order in full or in part. The rule (docs/decisions/020): the tenant's owner may refund as long
 * as something is left. A full refund removes access immediately and also ends the subscription of a
 * recurring order.
 * @throws {AppError} order_not_found, not_refundable, refund_too_large; payments_refused or
 *   payments_unavailable
 */
export async function refundOrder(c: RouteContext<RefundInput>): Promise<OrderDetail> {
  const { kernel, claims, input } = c
  await kernel.limits.take('order.refund', claims.sub!, PER_CREATOR)
  const once = async ({ id }: Attempt) => {
    const refund = await insertRefund(kernel, claims, input, id)
    await request(kernel, refund).catch((error: unknown) => {
      throw providerError(error, PROVIDER_AWAY)
    })
    // The refund has been made. From here on an error must not look as if the refund itself was refused.
    await settlePayment(kernel, refund, refund.intent).catch((error: unknown) => {
      const cause = error instanceof Error ? error.message : String(error)
      throw new AppError('payments_unavailable', 503, PROVIDER_AWAY, {
        cause: `refund ${refund.id} is made but not settled: ${cause}`,
        headers: { 'retry-after': '5' },
      })
    })
    return kernel.database.withClaims(claims, (db) => orderDetail(db, input.orderId))
  }
  return onceByKey(c, 'refund-order', once, isUnanswered)
}

/** A refund that exists in our table, whether or not the provider has received the request. */
interface Refund extends SellingAccount {
  tenant_id: string
  id: string
  intent: string
  amount: number
  reason: RefundReason | null
}

/**
 * Inserts the refund while holding the order's row lock, so concurrent refunds cannot exceed the amount paid.
 */
async function insertRefund(
  kernel: Kernel,
  claims: Claims,
  { orderId, amount, reason }: RefundInput,
  id: string | undefined,
): Promise<Refund> {
  const { tenant_id } = await kernel.database.withClaims(claims, (db) => orderDetail(db, orderId))
  return kernel.database.asService('closed: start a refund', async (db) => {
    const order = await lockOrder(db, tenant_id, orderId)
    const existing = await db
      .selectFrom('order_refunds')
      .select(['id', 'amount', 'status'])
      .where('tenant_id', '=', tenant_id)
      .where('order_id', '=', orderId)
      .execute()
    const at = { account: order.stripe_account_id, mode: order.mode as Refund['mode'] }
    const same = { tenant_id, intent: order.stripe_payment_intent_id ?? '', reason: reason ?? null, ...at }
    // The refund exists already if this call resumes one whose process crashed.
    const resumed = id && existing.find((one) => one.id === id)
    if (resumed) return { ...same, id: resumed.id, amount: resumed.amount }
    const left = refundable(order as PaidOrder, existing as AskedRefund[])
    if (left === 0) throw orderErrors.not_refundable()
    if ((amount ?? left) > left) throw orderErrors.refund_too_large()
    const inserted = await db
      .insertInto('order_refunds')
      .values({
        tenant_id,
        ...(id ? { id } : {}),
        order_id: orderId,
        amount: amount ?? left,
        reason: reason ?? null,
        requested_by: claims.sub ?? null,
      })
      .returning(['id', 'amount'])
      .executeTakeFirstOrThrow()
    return { ...same, ...inserted }
  })
}

const lockOrder = (db: Db, tenantId: string, orderId: string) =>
  db
    .selectFrom('orders')
    .select(['status', 'amount_total', 'amount_refunded', 'stripe_payment_intent_id', 'dispute_status'])
    .select(['stripe_account_id', 'mode'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', orderId)
    .forUpdate()
    .executeTakeFirstOrThrow()

/**
 * Requests the refund from the provider. The idempotency key makes a repeated request the same refund. If the
 * provider refuses, the row is closed with its message. Without a response the row stays `requested` and the
 * repair job retries.
 */
async function request(kernel: Kernel, refund: Refund): Promise<void> {
  const { account, mode, intent, amount, reason, id } = refund
  try {
    await kernel.payments.client(mode).refunds.create(
      {
        payment_intent: intent,
        amount,
        ...(reason ? { reason } : {}),
        metadata: { refund_id: id },
      },
      { stripeAccount: account, idempotencyKey: `refund:${id}` },
    )
  } catch (error) {
    if (isRefusal(error)) await close(kernel, refund, error)
    throw error
  }
}

/** Requests the refund, then settles the order from the provider's state. */
async function requestAndSettle(kernel: Kernel, refund: Refund): Promise<void> {
  await request(kernel, refund)
  await settlePayment(kernel, refund, refund.intent)
}

/** The provider refused and made no refund. After any other error the refund may have been made. */
const isRefusal = (error: unknown): error is Error =>
  error instanceof Stripe.errors.StripeInvalidRequestError ||
  error instanceof Stripe.errors.StripeCardError ||
  error instanceof Stripe.errors.StripePermissionError

async function close(kernel: Kernel, { tenant_id, id }: Refund, error: Error): Promise<void> {
  const failure_reason = providerError(error, 'The payments provider refused the refund').message.slice(
    0,
    500,
  )
  await kernel.database.asService('closed: close a refused refund', (db) =>
    db
      .updateTable('order_refunds')
      .set({ status: 'failed', failure_reason })
      .where('tenant_id', '=', tenant_id)
      .where('id', '=', id)
      .where('status', '=', 'requested')
      .execute(),
  )
}

/**
 * Requests refunds that the server queued (`app.queue_refund`), and those whose response was lost. One process claims each
 * refund; the row's id is the provider's idempotency key.
 * @returns how many it claimed, at most 100
 */
export async function repairRefunds(kernel: Kernel): Promise<number> {
  const { rows } = await kernel.database.asService('job: claim open refunds', (db) =>
    sql<Refund>`
      with claimed as (
        update public.order_refunds set updated_at = now() where (tenant_id, id) in (
          select tenant_id, id from public.order_refunds
          -- A queued refund that was never tried has no other sender.
          where status = 'requested' and (updated_at < now() - interval '1 minute' or queued and updated_at = created_at)
            -- The provider forgets idempotency keys after a day. What was tried before needs a manual check.
            and (created_at > now() - interval '23 hours' or queued and updated_at = created_at)
          order by updated_at limit 100 for update skip locked)
        returning tenant_id, id, order_id, amount, reason)
      select c.tenant_id, c.id, c.amount, c.reason, o.stripe_payment_intent_id as intent,
        o.stripe_account_id as account, o.mode
      from claimed c join public.orders o on o.tenant_id = c.tenant_id and o.id = c.order_id`.execute(db),
  )
  for (const refund of rows)
    await requestAndSettle(kernel, refund).catch((error: unknown) =>
      kernel.log.warn({ refund: refund.id, error: String(error) }, 'a refund still has no response'),
    )
  return rows.length
}

/** The worker of the queue `queued-refunds`: sends until nothing is queued. */
export async function sendQueuedRefunds(kernel: Kernel): Promise<void> {
  while ((await repairRefunds(kernel)) > 0);
}
