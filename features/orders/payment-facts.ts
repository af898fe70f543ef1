import type Stripe from 'stripe'
import type { PaymentMode } from '#kernel/config.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { idOf } from '#kernel/payments/id-of.ts'

/** A connected account as we or its webhook know it, never as metadata says. */
export interface SellingAccount {
  account: string
  mode: PaymentMode
}

/** What became of the money of one payment, as the provider says it now. */
export interface PaymentFacts {
  intent: Stripe.PaymentIntent
  charge: Stripe.Charge | undefined
  /** Every refund, newest first. */
  refunds: Stripe.Refund[]
  /** The provider's word for a payment that the buyer's bank took up. */
  dispute: string | null
}

/** More parts than anybody gives back of one payment. */
const MOST_REFUNDS = 10_000

/** @throws {StripeError} when the provider cannot be asked */
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

/** Refunds that did not reach the buyer count as not made. */
const UNDONE = ['failed', 'canceled']

/** Minor units given back so far. */
export function amountRefunded({ refunds }: Pick<PaymentFacts, 'refunds'>): number {
  return refunds.reduce((sum, one) => (UNDONE.includes(one.status ?? '') ? sum : sum + one.amount), 0)
}

/** The newest refund is one of those. */
export const lastRefundFailed = ({ refunds }: Pick<PaymentFacts, 'refunds'>): boolean =>
  UNDONE.includes(refunds[0]?.status ?? '')

/** The payment behind an invoice, once there is one; a free one has none. */
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
