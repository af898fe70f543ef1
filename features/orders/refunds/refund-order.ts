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
 * Gives money of an order back, whole or in part. The rule (docs/decisions/020): the tenant's owner may, as long as
 * something is left; a full refund takes access back at once, of a recurring order it also ends the subscription.
 * @throws {AppError} order_not_found, not_refundable, refund_too_large; payments_refused or payments_unavailable
 */
export async function refundOrder(c: RouteContext<RefundInput>): Promise<OrderDetail> {
  const { kernel, claims, input } = c
  await kernel.limits.take('order.refund', claims.sub!, PER_CREATOR)
  const once = async ({ id }: Attempt) => {
    const refund = await begin(kernel, claims, input, id)
    await ask(kernel, refund).catch((error: unknown) => {
      throw providerError(error, PROVIDER_AWAY)
    })
    // The money is given back: whatever is refused from here on, it must not look like a refund that was refused.
    await settlePayment(kernel, refund, refund.intent).catch((error: unknown) => {
      const cause = error instanceof Error ? error.message : String(error)
      throw new AppError('payments_unavailable', 503, PROVIDER_AWAY, {
        cause: `refund ${refund.id} is made and not settled: ${cause}`,
        headers: { 'retry-after': '5' },
      })
    })
    return kernel.database.withClaims(claims, (db) => orderDetail(db, input.orderId))
  }
  return onceByKey(c, 'refund-order', once, isUnanswered)
}

/** A refund that stands in our table, asked of the provider or not. */
interface Refund extends SellingAccount {
  tenant_id: string
  id: string
  intent: string
  amount: number
  reason: RefundReason | null
}

/** Writes the refund down under the order's lock: two at once cannot give back more than came in. */
async function begin(
  kernel: Kernel,
  claims: Claims,
  { orderId, amount, reason }: RefundInput,
  id: string | undefined,
): Promise<Refund> {
  const { tenant_id } = await kernel.database.withClaims(claims, (db) => orderDetail(db, orderId))
  return kernel.database.asService('begin a refund', async (db) => {
    const order = await lockOrder(db, tenant_id, orderId)
    const asked = await db
      .selectFrom('order_refunds')
      .select(['id', 'amount', 'status'])
      .where('tenant_id', '=', tenant_id)
      .where('order_id', '=', orderId)
      .execute()
    const at = { account: order.stripe_account_id, mode: order.mode as Refund['mode'] }
    const same = { tenant_id, intent: order.stripe_payment_intent_id ?? '', reason: reason ?? null, ...at }
    // It stands already where this call is taken up after its process died.
    const mine = id && asked.find((one) => one.id === id)
    if (mine) return { ...same, id: mine.id, amount: mine.amount }
    const left = refundable(order as PaidOrder, asked as AskedRefund[])
    if (left === 0) throw orderErrors.not_refundable()
    if ((amount ?? left) > left) throw orderErrors.refund_too_large()
    const made = await db
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
    return { ...same, ...made }
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
 * Asks the provider for it. Repeated it is the same refund, by its key. A refusal closes the row with the provider's
 * words; without an answer it stays asked for, and the repair asks again.
 */
async function ask(kernel: Kernel, refund: Refund): Promise<void> {
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

/** Asks for it, then follows what the provider says. */
async function make(kernel: Kernel, refund: Refund): Promise<void> {
  await ask(kernel, refund)
  await settlePayment(kernel, refund, refund.intent)
}

/** The provider said no, and nothing was given back; anything else may have been done. */
const isRefusal = (error: unknown): error is Error =>
  error instanceof Stripe.errors.StripeInvalidRequestError ||
  error instanceof Stripe.errors.StripeCardError ||
  error instanceof Stripe.errors.StripePermissionError

async function close(kernel: Kernel, { tenant_id, id }: Refund, why: Error): Promise<void> {
  const failure_reason = providerError(why, 'The payments provider refused it').message.slice(0, 500)
  await kernel.database.asService('close a refused refund', (db) =>
    db
      .updateTable('order_refunds')
      .set({ status: 'failed', failure_reason })
      .where('tenant_id', '=', tenant_id)
      .where('id', '=', id)
      .where('status', '=', 'requested')
      .execute(),
  )
}

/** Asks again for refunds whose answer was lost. Each is claimed by one process. */
export async function repairRefunds(kernel: Kernel): Promise<void> {
  const { rows } = await kernel.database.asService('claim open refunds', (db) =>
    sql<Refund>`
      with claimed as (
        update public.order_refunds set updated_at = now() where (tenant_id, id) in (
          select tenant_id, id from public.order_refunds
          where status = 'requested' and updated_at < now() - interval '1 minute'
            -- The provider forgets keys after a day: from then on a person must look.
            and created_at > now() - interval '23 hours'
          order by updated_at limit 100 for update skip locked)
        returning tenant_id, id, order_id, amount, reason)
      select c.tenant_id, c.id, c.amount, c.reason, o.stripe_payment_intent_id as intent,
        o.stripe_account_id as account, o.mode
      from claimed c join public.orders o on o.tenant_id = c.tenant_id and o.id = c.order_id`.execute(db),
  )
  for (const refund of rows)
    await make(kernel, refund).catch((error: unknown) =>
      kernel.log.warn({ refund: refund.id, error: String(error) }, 'a refund still has no answer'),
    )
}
