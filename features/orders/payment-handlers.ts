import type { Kernel } from '#kernel/kernel.ts'
import { idOf } from '#kernel/payments/id-of.ts'
import type { Unit } from '#kernel/unit.ts'
import { fulfil } from './fulfil.ts'
import type { SellingAccount } from './payment-facts.ts'
import { settleInvoice, settleSubscription } from './subscriptions/renewals.ts'
import { settlePayment } from './settle-payment.ts'
import type { PaymentHandler } from './inbox/stripe-events.ts'

/** Orders belong to connected accounts. Other units handle the platform's own events (features/plans). */
const onAccount =
  (settle: (kernel: Kernel, at: SellingAccount, objectId: string) => Promise<unknown>): PaymentHandler =>
  async (kernel, { object, account, mode }) => {
    if (account) await settle(kernel, { account, mode }, object.id)
  }

/** All session events settle the order from the session's current state. */
const onSession = onAccount((kernel, at, sessionId) => fulfil(kernel, { ...at, sessionId }))
const onSubscription = onAccount(settleSubscription)
const onInvoice = onAccount(settleInvoice)

/** Reads the event's object from the provider to find its payment. Nothing else in the event is trusted. */
const onMoney = (
  read: (kernel: Kernel, at: SellingAccount, id: string) => Promise<{ payment_intent: Intent }>,
) =>
  onAccount(async (kernel, at, id) => {
    const intent = idOf((await read(kernel, at, id)).payment_intent)
    if (intent) await settlePayment(kernel, at, intent)
  })
type Intent = string | { id: string } | null

const onCharge = onMoney((kernel, { account, mode }, id) =>
  kernel.payments.client(mode).charges.retrieve(id, {}, { stripeAccount: account }),
)
const onRefund = onMoney((kernel, { account, mode }, id) =>
  kernel.payments.client(mode).refunds.retrieve(id, {}, { stripeAccount: account }),
)
const onDispute = onMoney((kernel, { account, mode }, id) =>
  kernel.payments.client(mode).disputes.retrieve(id, {}, { stripeAccount: account }),
)

export const paymentHandlers: NonNullable<Unit['paymentHandlers']> = {
  'checkout.session.completed': onSession,
  'checkout.session.async_payment_succeeded': onSession,
  'checkout.session.async_payment_failed': onSession,
  'checkout.session.expired': onSession,
  'customer.subscription.created': onSubscription,
  'customer.subscription.updated': onSubscription,
  'customer.subscription.deleted': onSubscription,
  'customer.subscription.paused': onSubscription,
  'customer.subscription.resumed': onSubscription,
  'invoice.paid': onInvoice,
  'invoice.payment_failed': onInvoice,
  'charge.refunded': onCharge,
  'refund.updated': onRefund,
  'refund.failed': onRefund,
  'charge.dispute.created': onDispute,
  'charge.dispute.updated': onDispute,
  'charge.dispute.closed': onDispute,
}
