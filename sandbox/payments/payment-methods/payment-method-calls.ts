import type Stripe from 'stripe'
import { invalid, notSimulated } from '../api/errors.ts'
import { onlySimulated } from '../api/simulated.ts'
import { liveCustomer } from '../objects/customers.ts'
import { idOf } from '../objects/id-of.ts'
import { cleanMetadata } from '../objects/metadata.ts'
import { namedTestCard, hasValidCheckDigit, testCard } from '../objects/test-cards.ts'
import { emit } from '../webhooks/events.ts'
import type { Call, Scope, World } from '../world.ts'
import { cardError } from './card-error.ts'
import { subscriptionsOf } from './change-card.ts'
import { attachMethod, makeMethod, methodNamed, refusedForLater } from './payment-methods.ts'
import type { Method } from './payment-methods.ts'
import { saveSubscription } from '../subscriptions/subscription-state.ts'

type CardGiven = Partial<Record<'cvc' | 'exp_month' | 'exp_year' | 'number' | 'token', unknown>>

export function createPaymentMethod(call: Call<Stripe.PaymentMethodCreateParams>): Method {
  const { world, scope, params } = call
  onlySimulated('paymentMethods.create', params, 'allow_redisplay billing_details card expand metadata type')
  if (params.type !== 'card') throw notSimulated(`payment methods of type ${params.type ?? 'none'}`)
  const given = (params.card ?? {}) as CardGiven
  const number = numberOf(given)
  const known = given.token !== undefined
  const year = known ? new Date(world.clock.milliseconds()).getUTCFullYear() + 3 : Number(given.exp_year)
  const month = known ? 12 : Number(given.exp_month)
  if (!(month >= 1 && month <= 12))
    throw invalid("Your card's expiration month is invalid.", 'exp_month', 'invalid_expiry_month')
  if (Date.UTC(year, month, 1) <= world.clock.milliseconds())
    throw invalid("Your card's expiration year is invalid.", 'exp_year', 'invalid_expiry_year')
  const { number: _, ...test } = testCard(number)
  const { email, name } = params.billing_details ?? {}
  const card = { test, expMonth: month, expYear: year, email: email || null, name: name || null }
  return makeMethod(world, scope, card, cleanMetadata(params.metadata)).data
}

function numberOf({ number, token }: CardGiven): string {
  if (typeof token === 'string') {
    const named = namedTestCard(token.replace(/^tok_/, 'pm_card_'))
    if (!named) throw invalid(`No such token: '${token}'`, 'card[token]', 'resource_missing')
    return named.number
  }
  const text = typeof number === 'string' ? number.replaceAll(/[\s-]/g, '') : ''
  if (!hasValidCheckDigit(text))
    throw invalid('Your card number is incorrect.', 'card[number]', 'incorrect_number')
  return text
}

export function retrievePaymentMethod({ world, scope, path }: Call): Method {
  return world.objects.get<Method>('payment_method', scope, path['id']!).data
}

/** Attaches a method to a customer. @throws 402 for a card that cannot be saved */
export function attachPaymentMethod(call: Call<Stripe.PaymentMethodAttachParams>): Method {
  const { world, scope, params, path, cause } = call
  if (!params.customer) throw invalid('Missing required param: customer.', 'customer', 'parameter_missing')
  const customer = liveCustomer(call, params.customer, 'customer')
  const method = methodNamed(world, scope, path['id']!, 'id')
  const refusal = refusedForLater(method.hidden.card)
  if (refusal) throw cardError(refusal)
  return attachMethod(world, method, customer.id, cause)
}

export function detachPaymentMethod({ world, scope, path, cause }: Call): Method {
  const { data } = world.objects.get<Method>('payment_method', scope, path['id']!)
  if (data.customer === null)
    throw invalid(
      'The payment method you provided is not attached to a customer so detachment is impossible.',
    )
  const customer = idOf(data.customer)
  data.customer = null
  world.objects.update(data.id, data)
  emit(world, scope, 'payment_method.detached', data, cause, { customer })
  forgetMethod(world, scope, customer, data.id)
  return data
}

/** A detached card is never charged. */
function forgetMethod(world: World, scope: Scope, customerId: string, method: string): void {
  for (const one of subscriptionsOf(world, scope, customerId)) {
    if (one.data.default_payment_method !== method) continue
    one.data.default_payment_method = null
    saveSubscription(world, one)
  }
  const customer = world.objects.find<Stripe.Customer>('customer', scope, customerId)?.data
  if (customer?.invoice_settings?.default_payment_method !== method) return
  customer.invoice_settings.default_payment_method = null
  world.objects.update(customer.id, customer)
}

/**
 * Lists a customer's methods, for `GET /v1/customers/{id}/payment_methods` and `GET
 * /v1/payment_methods?customer=`.
 */
export function listPaymentMethods(call: Call<Stripe.PaymentMethodListParams>): object {
  const { world, scope, params, path } = call
  const customer = path['id'] ?? params.customer
  if (customer !== undefined) liveCustomer(call, customer, path['id'] ? 'id' : 'customer')
  const keep = (one: Method): boolean =>
    one.customer !== null &&
    (customer === undefined || one.customer === customer) &&
    (params.type === undefined || one.type === params.type)
  const url = path['id'] ? `/v1/customers/${path['id']}/payment_methods` : '/v1/payment_methods'
  return world.objects.page<Method>('payment_method', scope, url, params, keep)
}
