import { amountRefunded, lastRefundFailed } from './payment-facts.ts'
import type { PaymentFacts } from './payment-facts.ts'

/** The columns of an order that mirror the provider's state, and its key. */
export const SETTLED = [
  'tenant_id',
  'id',
  'mode',
  'status',
  'problem',
  'version',
  'email',
  'amount_refunded',
  'refund_failed',
  'dispute_status',
  'stripe_customer_id',
  'stripe_subscription_id',
  'stripe_invoice_id',
  'stripe_payment_intent_id',
  'subscription_status',
  'current_period_end',
  'cancel_at_period_end',
  'seats',
  'paid_at',
  'refunded_at',
] as const

/** The columns that an order takes from its payment. They are empty if nothing had to be paid. */
export function moneyOf(payment: PaymentFacts | undefined, total: number) {
  return {
    amount_refunded: payment ? Math.min(amountRefunded(payment), total) : 0,
    refund_failed: payment ? lastRefundFailed(payment) : false,
    dispute_status: payment?.dispute ?? null,
  }
}

/**
 * Whether `changes` would change the row. Unchanged rows are not written, so concurrent callers need no
 * retry.
 */
export function differs(row: object, changes: object): boolean {
  return Object.entries(changes).some(([name, value]) => {
    const now = (row as Record<string, unknown>)[name] ?? null
    return now instanceof Date && value instanceof Date ? now.getTime() !== value.getTime() : now !== value
  })
}
