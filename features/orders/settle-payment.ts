import type { Kernel } from '#kernel/kernel.ts'
import { idOf } from '#kernel/payments/id-of.ts'
import { fulfil } from './fulfil.ts'
import type { SellingAccount } from './payment-facts.ts'
import { endIfRefunded, settleInvoice } from './subscriptions/renewals.ts'

/**
 * Updates the order of a payment to the provider's state, whether it is a first order or a renewal and even
 * if no event has reported it yet. A recurring order that was refunded in full ends.
 */
export async function settlePayment(kernel: Kernel, at: SellingAccount, intentId: string): Promise<void> {
  const known = await orderOfPayment(kernel, at, intentId)
  if (known?.stripe_session_id) await fulfil(kernel, { ...at, sessionId: known.stripe_session_id })
  else if (known?.stripe_invoice_id) await settleInvoice(kernel, at, known.stripe_invoice_id)
  else await settleUnknown(kernel, at, intentId)
  const order = known ?? (await orderOfPayment(kernel, at, intentId))
  if (order) await endIfRefunded(kernel, order)
}

function orderOfPayment(kernel: Kernel, { account, mode }: SellingAccount, intentId: string) {
  return kernel.database.asService('provider: order of a payment', (db) =>
    db
      .selectFrom('orders')
      .select(['tenant_id', 'id', 'stripe_session_id', 'stripe_invoice_id'])
      .where('stripe_account_id', '=', account)
      .where('mode', '=', mode)
      .where('stripe_payment_intent_id', '=', intentId)
      .executeTakeFirst(),
  )
}

/**
 * Finds the payment's session or invoice at the provider and settles it. No event may have reported it yet.
 */
async function settleUnknown(kernel: Kernel, at: SellingAccount, intentId: string): Promise<void> {
  const stripe = kernel.payments.client(at.mode)
  const on = { stripeAccount: at.account }
  const sessions = await stripe.checkout.sessions.list({ payment_intent: intentId, limit: 1 }, on)
  for (const { id } of sessions.data) await fulfil(kernel, { ...at, sessionId: id })
  if (sessions.data.length) return
  const payment = { type: 'payment_intent', payment_intent: intentId } as const
  const { data } = await stripe.invoicePayments.list({ payment, limit: 1 }, on)
  for (const { invoice } of data) {
    const id = idOf(invoice)
    if (id) await settleInvoice(kernel, at, id)
  }
}
