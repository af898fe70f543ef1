import type Stripe from 'stripe'
import type { PaymentMode } from '#kernel/config.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { idOf } from '#kernel/payments/id-of.ts'

/** A connected account, taken from our own rows or from the webhook, never from metadata. */
export interface SellingAccount {
  account: string
  mode: PaymentMode
}

/** The provider's current state of one payment. */
export interface PaymentFacts {
  intent: Stripe.PaymentIntent
  charge: Stripe.Charge | undefined
  /** Every refund, newest first. */
  refunds: Stripe.Refund[]
  /** The provider's status of the dispute; null without one. */
  dispute: string | null
}

/** Maximum refunds read per payment, more than any payment has. */
const MOST_REFUNDS = 10_000

/** Reads a payment and its refunds and dispute. @throws {StripeError} when a request to the provider fails */
export async function paymentFacts(
  kernel: Kernel,
  { account, mode }: SellingAccount,
  intentId: string,
): Promise<PaymentFacts> {
  const stripe = kernel.payments.client(mode)
  const on = { stripeAccount: account }
  const [intent, refunds] = await Promise.all([
    stripe.paymentIntents.retrieve(intentId, { expand: ['latest_charge'] }, on),
    stripe.refunds
      .list({ payment_intent: intentId, limit: 100 }, on)
      .autoPagingToArray({ limit: MOST_REFUNDS }),
  ])
  const charge = typeof intent.latest_charge === 'object' ? (intent.latest_charge ?? undefined) : undefined
  const disputes = charge?.disputed
    ? await stripe.disputes.list({ payment_intent: intentId, limit: 1 }, on)
    : undefined
  return { intent, charge, refunds, dispute: disputes?.data[0]?.status ?? null }
}

/** Statuses of refunds that did not reach the buyer. They count as not made. */
const UNDONE = ['failed', 'canceled']

/** Returns the minor units refunded so far. */
export function amountRefunded({ refunds }: Pick<PaymentFacts, 'refunds'>): number {
  return refunds.reduce((sum, one) => (UNDONE.includes(one.status ?? '') ? sum : sum + one.amount), 0)
}

/** Whether the newest refund did not reach the buyer. */
export const lastRefundFailed = ({ refunds }: Pick<PaymentFacts, 'refunds'>): boolean =>
  UNDONE.includes(refunds[0]?.status ?? '')

/** Returns the payment id of an invoice, or undefined if it has none yet or is free. */
export async function paymentOfInvoice(
  kernel: Kernel,
  { account, mode }: SellingAccount,
  invoiceId: string,
): Promise<string | undefined> {
  const { data } = await kernel.payments
    .client(mode)
    .invoicePayments.list({ invoice: invoiceId, limit: 10 }, { stripeAccount: account })
  const paid = data.find(({ status }) => status === 'paid') ?? data[0]
  const intent = paid?.payment.payment_intent
  return idOf(intent) ?? undefined
}
