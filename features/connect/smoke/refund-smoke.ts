import Stripe from 'stripe'
import type { Claims } from '#kernel/db/claims.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { tenantWith } from '#kernel/tenant-with.ts'
import { providerError } from '#kernel/payments/provider-error.ts'
import { SMOKE_REFUND_FAILED } from '../errors.ts'
import { SMOKE_LIMIT } from '../limits.ts'
import { settleSmoke, writeSmoke } from './settle-smoke.ts'

/** States in which a payment may exist whose event has not arrived yet. */
const MAX_OPEN_PAYMENTS = 5

/**
 * Refunds the tenant's latest smoke payment that was paid and not refunded yet.
 * @returns refunded: false when there is none
 * @throws {AppError} tenant_not_found, too_many_requests, or the provider's error
 */
export async function refundSmoke(
  kernel: Kernel,
  claims: Claims,
  tenantId: string,
): Promise<{ success: true; refunded: boolean }> {
  const tenant = await kernel.database.withClaims(claims, (db) => tenantWith(db, tenantId, 'settings'))
  await kernel.limits.take('connect.smoke-refund', claims.sub!, SMOKE_LIMIT)
  try {
    await refreshOpenPayments(kernel, tenant.id)
    const latest = await latestPaid(kernel, tenant.id)
    if (!latest) return { success: true, refunded: false }
    await giveBack(kernel, latest.payment_intent_id!, latest.account_id)
    await writeSmoke(kernel, { tenant_id: tenant.id, id: latest.id }, 'refunded')
    return { success: true, refunded: true }
  } catch (error) {
    throw providerError(error, SMOKE_REFUND_FAILED)
  }
}

/**
 * The creator may click before the event arrives, so open smoke payments are read from the provider first.
 */
async function refreshOpenPayments(kernel: Kernel, tenantId: string): Promise<void> {
  const rows = await kernel.database.asService('closed: open smoke payments', (db) =>
    db
      .selectFrom('smoke_payments')
      .select(['tenant_id', 'id', 'account_id', 'session_id'])
      .where('tenant_id', '=', tenantId)
      .where('status', '=', 'open')
      .where('session_id', 'is not', null)
      .orderBy('created_at', 'desc')
      .limit(MAX_OPEN_PAYMENTS)
      .execute(),
  )
  for (const row of rows) await settleSmoke(kernel, { ...row, session_id: row.session_id! })
}

function latestPaid(kernel: Kernel, tenantId: string) {
  return kernel.database.asService('closed: latest smoke payment', (db) =>
    db
      .selectFrom('smoke_payments')
      .select(['id', 'account_id', 'payment_intent_id'])
      .where('tenant_id', '=', tenantId)
      .where('status', '=', 'paid')
      .where('payment_intent_id', 'is not', null)
      .orderBy('created_at', 'desc')
      .executeTakeFirst(),
  )
}

/**
 * The idempotency key turns two clicks into one refund. A refund made in the provider's dashboard counts,
 * too.
 */
async function giveBack(kernel: Kernel, paymentIntent: string, account: string): Promise<void> {
  try {
    await kernel.payments
      .client('live')
      .refunds.create(
        { payment_intent: paymentIntent },
        { stripeAccount: account, idempotencyKey: `smoke-refund:${paymentIntent}` },
      )
  } catch (error) {
    const done = error instanceof Stripe.errors.StripeError && error.code === 'charge_already_refunded'
    if (!done) throw error
  }
}
