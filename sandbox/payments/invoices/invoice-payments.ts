import type Stripe from 'stripe'
import { identifier } from '../../identifier.ts'
import { complete } from '../contract/skeleton.ts'
import { idOf } from '../objects/id-of.ts'
import { chargeStoredCard, startPayment } from '../objects/payments.ts'
import type { Outcome } from '../objects/payments.ts'
import { emit } from '../webhooks/events.ts'
import { isConnected } from '../world.ts'
import type { Cause, World } from '../world.ts'
import type { StoredInvoice } from './invoices.ts'
import type { StoredMethod } from '../payment-methods/payment-methods.ts'
import type { Subscription } from '../subscriptions/subscription-state.ts'

export type InvoicePayment = Stripe.InvoicePayment
type Intent = Stripe.PaymentIntent

/** The fee that a connected account pays the platform for an amount, in minor units. */
export function applicationFee(percent: number | null, amount: number): number | null {
  return percent === null ? null : Math.round((amount * percent) / 100)
}

/** Starts the payment of an invoice and links both. */
export function startInvoicePayment(
  world: World,
  invoice: StoredInvoice,
  subscription: Subscription,
  cause?: Cause,
): Intent {
  const { scope, data } = invoice
  const fee = isConnected(world, scope) ? subscription.application_fee_percent : null
  const intent = startPayment(
    world,
    scope,
    {
      amount: data.amount_due,
      currency: data.currency,
      customer: data.customer && idOf(data.customer),
      description:
        data.billing_reason === 'subscription_create' ? 'Subscription creation' : 'Subscription update',
      applicationFee: applicationFee(fee, data.amount_due),
    },
    cause,
  )
  linkPayment(world, invoice, intent)
  return intent
}

/** Records that a payment belongs to the invoice. */
export function linkPayment(world: World, { scope, data }: StoredInvoice, intent: Intent): InvoicePayment {
  const payment = complete<InvoicePayment>('invoicePayments.list', {
    id: identifier('inpay', 24),
    amount_paid: null,
    amount_requested: data.amount_due,
    created: world.clock.seconds(),
    currency: data.currency,
    invoice: data.id,
    is_default: true,
    livemode: scope.livemode,
    payment: { type: 'payment_intent', payment_intent: intent.id },
    status: 'open',
  })
  world.objects.insert('invoice_payment', scope, payment.created, payment)
  return payment
}

/** Payments of an invoice, newest first. */
export function paymentsOf(world: World, invoice: StoredInvoice): InvoicePayment[] {
  return world.objects
    .where<InvoicePayment>('invoice_payment', `json_extract(data, '$.invoice') = ?`, invoice.id)
    .map((one) => one.data)
}

export function intentOf(world: World, invoice: StoredInvoice): Intent | undefined {
  const id = paymentsOf(world, invoice)[0]?.payment.payment_intent
  return id ? world.objects.find<Intent>('payment_intent', invoice.scope, idOf(id))?.data : undefined
}

/** Marks the payment of an invoice as paid. */
export function closePayment(world: World, invoice: StoredInvoice, cause?: Cause): void {
  for (const payment of paymentsOf(world, invoice)) {
    payment.status = 'paid'
    payment.amount_paid = payment.amount_requested
    payment.status_transitions.paid_at = world.clock.seconds()
    world.objects.update(payment.id, payment)
    emit(world, invoice.scope, 'invoice_payment.paid', payment, cause)
  }
}

/** Charges a saved card for an open invoice, off session. */
export function chargeInvoice(
  world: World,
  invoice: StoredInvoice,
  subscription: Subscription,
  method: StoredMethod,
  cause?: Cause,
): Outcome {
  const intent = intentOf(world, invoice) ?? startInvoicePayment(world, invoice, subscription, cause)
  const { card, authenticated } = method.hidden
  return chargeStoredCard(world, invoice.scope, intent, { id: method.id, card, authenticated }, cause)
}

/** The expanded `invoice.payments`. */
export function paymentsList(world: World, invoice: StoredInvoice): Stripe.ApiList<InvoicePayment> {
  const data = paymentsOf(world, invoice)
  return { object: 'list', data, has_more: false, url: `/v1/invoice_payments?invoice=${invoice.id}` }
}
