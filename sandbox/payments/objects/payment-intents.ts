import type Stripe from 'stripe'
import { methodNamed } from '../payment-methods/payment-methods.ts'
import { ApiError, invalid } from '../api/errors.ts'
import { onlySimulated } from '../api/simulated.ts'
import { isConnected } from '../world.ts'
import type { Call, Inside } from '../world.ts'
import { liveCustomer } from './customers.ts'
import { cleanMetadata } from './metadata.ts'
import { chargeStoredCard, payWithCard, startPayment } from './payments.ts'
import { currencyOf } from './prices.ts'

type Intent = Stripe.PaymentIntent

const simulated = `
  allowed_payment_method_types amount application_fee_amount automatic_payment_methods confirm
  currency customer description expand metadata off_session payment_method receipt_email return_url shipping
  statement_descriptor statement_descriptor_suffix transfer_group
`

export function createPaymentIntent(call: Call<Stripe.PaymentIntentCreateParams>): Intent {
  const { world, scope, params, cause } = call
  onlySimulated('paymentIntents.create', params, simulated)
  if (!Number.isInteger(params.amount) || params.amount < 1)
    throw invalid('This value must be greater than or equal to 1.', 'amount', 'parameter_invalid_integer')
  if (params.application_fee_amount !== undefined && !isConnected(world, scope))
    throw invalid(
      'Can only apply an application_fee_amount when the PaymentIntent is attempting a direct payment.',
      'application_fee_amount',
    )
  const intent = startPayment(
    world,
    scope,
    {
      amount: params.amount,
      currency: currencyOf(params.currency, 'currency'),
      customer: params.customer ? liveCustomer(call, params.customer, 'customer').id : null,
      description: params.description ?? null,
      metadata: cleanMetadata(params.metadata),
      receiptEmail: params.receipt_email ?? null,
      shipping: params.shipping ?? null,
      applicationFee: params.application_fee_amount ?? null,
      statementDescriptor: params.statement_descriptor ?? null,
      transferGroup: params.transfer_group ?? null,
    },
    cause,
  )
  return params.confirm
    ? confirm(call, intent, params.payment_method, isOffSession(params.off_session))
    : intent
}

export function confirmPaymentIntent(call: Call<Stripe.PaymentIntentConfirmParams>): Intent {
  onlySimulated('paymentIntents.confirm', call.params, 'expand off_session payment_method return_url')
  const { data } = call.world.objects.get<Intent>('payment_intent', call.scope, call.path['id']!)
  return confirm(call, data, call.params.payment_method, isOffSession(call.params.off_session))
}

/** Whether the customer is absent: `off_session` is true, or a string with the reason. */
function isOffSession(given: unknown): boolean {
  return given === true || (typeof given === 'string' && given !== 'false')
}

/** @param offSession the saved card must work without authentication by the bank */
function confirm(call: Inside, intent: Intent, method: string | undefined, offSession: boolean): Intent {
  const { world, scope, cause } = call
  if (intent.status !== 'requires_payment_method')
    throw invalid(
      `You cannot confirm this PaymentIntent because it has a status of ${intent.status}.`,
      undefined,
      'payment_intent_unexpected_state',
    )
  if (!method)
    throw invalid(
      'You cannot confirm this PaymentIntent because it is missing a payment method.',
      undefined,
      'payment_intent_unexpected_state',
    )
  const { id, data, hidden } = methodNamed(world, scope, method, 'payment_method')
  if (data.customer !== null && data.customer !== intent.customer)
    throw invalid('The payment method and the payment belong to different customers.', 'payment_method')
  intent.payment_method = id
  const outcome = offSession
    ? chargeStoredCard(world, scope, intent, { id, ...hidden }, cause)
    : payWithCard(world, scope, intent, hidden.card, cause)
  if (outcome.is !== 'declined') return outcome.intent
  const { refusal } = outcome
  throw new ApiError(
    402,
    {
      type: 'card_error',
      code: refusal.code,
      message: refusal.message,
      ...(refusal.declineCode ? { decline_code: refusal.declineCode } : {}),
      ...(outcome.charge ? { charge: outcome.charge } : {}),
      payment_intent: outcome.intent,
    },
    true,
  )
}

export function retrievePaymentIntent({ world, scope, path }: Call): Intent {
  return world.objects.get<Intent>('payment_intent', scope, path['id']!).data
}

export function listPaymentIntents({ world, scope, params }: Call<Stripe.PaymentIntentListParams>): object {
  const keep = (one: Intent): boolean => params.customer === undefined || one.customer === params.customer
  return world.objects.page<Intent>('payment_intent', scope, '/v1/payment_intents', params, keep)
}
