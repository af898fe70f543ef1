import type Stripe from 'stripe'
import { invalid } from '../api/errors.ts'
import type { ApiError } from '../api/errors.ts'
import { onlySimulated } from '../api/simulated.ts'
import { idOf } from '../objects/id-of.ts'
import type { Call } from '../world.ts'
import { cardError } from '../payment-methods/card-error.ts'
import { atTimeOf } from '../payment-methods/customer-state.ts'
import { intentOf, paymentsList } from './invoice-payments.ts'
import type { InvoicePayment } from './invoice-payments.ts'
import { markPaid, subscriptionIdOf, voidInvoice } from './invoices.ts'
import type { Invoice, StoredInvoice } from './invoices.ts'
import { payInvoice, reviveSubscription } from '../time/lifecycle.ts'
import { methodOf } from '../payment-methods/payment-methods.ts'

export function retrieveInvoice({ world, scope, path }: Call): Invoice {
  return world.objects.get<Invoice>('invoice', scope, path['id']!).data
}

export function listInvoices({ world, scope, params }: Call<Stripe.InvoiceListParams>): object {
  onlySimulated(
    'invoices.list',
    params,
    'collection_method created customer ending_before expand limit starting_after status subscription',
  )
  const keep = (one: Invoice): boolean =>
    (params.customer === undefined || one.customer === params.customer) &&
    (params.status === undefined || one.status === params.status) &&
    (params.collection_method === undefined || one.collection_method === params.collection_method) &&
    (params.subscription === undefined || subscriptionIdOf(one) === params.subscription)
  return world.objects.page<Invoice>('invoice', scope, '/v1/invoices', params, keep)
}

/** Pays an open invoice now. @throws 402 with the reason if the card is declined */
export function payInvoiceNow(call: Call<Stripe.InvoicePayParams>): Invoice {
  const { world, scope, params, cause } = call
  onlySimulated('invoices.pay', params, 'expand off_session paid_out_of_band payment_method')
  const stored = openInvoice(call, 'paid')
  const customer = idOf(stored.data.customer!)
  return atTimeOf(world, scope, customer, () => {
    if (params.paid_out_of_band) {
      markPaid(world, stored, stored.data.amount_due, cause)
      reviveSubscription(world, stored, cause)
      return stored.data
    }
    const given = params.payment_method
      ? methodOf(world, scope, params.payment_method, customer, 'payment_method')
      : undefined
    if (!payInvoice(world, stored, given, cause)) throw declined(call, stored)
    return stored.data
  })
}

function declined({ world }: Call<unknown>, stored: StoredInvoice): ApiError {
  const intent = intentOf(world, stored)
  const why = intent?.last_payment_error
  if (!why)
    return invalid(
      'There is no `default_payment_method` set on this Customer, Subscription or Invoice. Please attach a payment method.',
      undefined,
      'resource_missing',
    )
  const refusal = {
    code: why.code ?? 'card_declined',
    message: why.message ?? 'Your card was declined.',
    ...(why.decline_code ? { declineCode: why.decline_code } : {}),
  }
  return cardError(refusal, { payment_intent: intent })
}

export function voidInvoiceNow(call: Call): Invoice {
  const stored = openInvoice(call, 'voided')
  voidInvoice(call.world, stored, call.cause)
  return stored.data
}

function openInvoice({ world, scope, path }: Call<unknown>, done: string): StoredInvoice {
  const stored = world.objects.get<Invoice>('invoice', scope, path['id']!)
  if (stored.data.status === 'paid')
    throw invalid('Invoice is already paid', undefined, 'invoice_already_paid')
  if (stored.data.status !== 'open')
    throw invalid(
      `This invoice is ${stored.data.status} and cannot be ${done}.`,
      undefined,
      'invoice_not_open',
    )
  return stored
}

export function listInvoicePayments({ world, scope, params }: Call<Stripe.InvoicePaymentListParams>): object {
  const wanted = params.payment?.payment_intent
  const keep = (one: InvoicePayment): boolean =>
    (params.invoice === undefined || one.invoice === params.invoice) &&
    (params.status === undefined || one.status === params.status) &&
    (wanted === undefined || one.payment.payment_intent === wanted)
  return world.objects.page<InvoicePayment>('invoice_payment', scope, '/v1/invoice_payments', params, keep)
}

/** The list that `expand[]=payments` includes in an invoice. */
export function paymentsInside({ world, scope }: Call, invoice: Record<string, unknown>): object {
  return paymentsList(world, world.objects.get<Invoice>('invoice', scope, String(invoice['id'])))
}
