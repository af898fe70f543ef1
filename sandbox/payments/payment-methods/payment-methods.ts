import type Stripe from 'stripe'
import { identifier } from '../../identifier.ts'
import { invalid, missing } from '../api/errors.ts'
import { complete } from '../contract/skeleton.ts'
import type { PaymentCard } from '../objects/charges.ts'
import { idOf } from '../objects/id-of.ts'
import { namedTestCard } from '../objects/test-cards.ts'
import type { Refusal } from '../objects/test-cards.ts'
import type { Stored } from '../store.ts'
import { emit } from '../webhooks/events.ts'
import type { Cause, Scope, World } from '../world.ts'

export type Method = Stripe.PaymentMethod

/** Internal state of a payment method: how its card behaves, and whether the bank authenticated its owner. */
export interface MethodHidden {
  card: PaymentCard
  authenticated: boolean
}

export type StoredMethod = Stored<Method, MethodHidden>

/** Saves a card as a payment method without a customer. */
export function makeMethod(
  world: World,
  scope: Scope,
  card: PaymentCard,
  metadata: Record<string, string> = {},
): StoredMethod {
  const { brand, fingerprint, last4 } = card.test
  const data = complete<Method>('paymentMethods.create', {
    id: identifier('pm', 24),
    billing_details: { email: card.email ?? null, name: card.name ?? null },
    card: {
      brand,
      checks: { cvc_check: 'pass' },
      country: 'US',
      display_brand: brand,
      exp_month: card.expMonth,
      exp_year: card.expYear,
      fingerprint,
      funding: 'credit',
      last4,
      networks: { available: [brand], preferred: null },
      three_d_secure_usage: { supported: true },
    },
    created: world.clock.seconds(),
    livemode: scope.livemode,
    metadata,
    type: 'card',
  })
  const hidden: MethodHidden = { card, authenticated: false }
  world.objects.insert('payment_method', scope, data.created, data, hidden)
  return { id: data.id, kind: 'payment_method', scope, data, hidden }
}

/** Attaches a method to a customer. @throws if it belongs to another */
export function attachMethod(world: World, method: StoredMethod, customer: string, cause?: Cause): Method {
  const { data, scope } = method
  if (data.customer === customer) return data
  if (data.customer !== null)
    throw invalid(
      'The payment method you provided has already been attached to a customer.',
      'payment_method',
    )
  data.customer = customer
  world.objects.update(data.id, data)
  emit(world, scope, 'payment_method.attached', data, cause)
  return data
}

/** Finds a stored method, or creates one for a name such as `pm_card_visa`. @throws resource_missing */
export function methodNamed(world: World, scope: Scope, id: string, param: string): StoredMethod {
  const named = namedTestCard(id)
  if (!named) return world.objects.get<Method, MethodHidden>('payment_method', scope, id, param)
  const { number: _, ...test } = named
  const expYear = new Date(world.clock.milliseconds()).getUTCFullYear() + 3
  return makeMethod(world, scope, { test, expMonth: 12, expYear })
}

/** Finds a method of the customer. @throws resource_missing for another customer's */
export function methodOf(
  world: World,
  scope: Scope,
  id: string,
  customer: string,
  param: string,
): StoredMethod {
  const method = methodNamed(world, scope, id, param)
  if (namedTestCard(id)) attachMethod(world, method, customer)
  if (method.data.customer === null || idOf(method.data.customer) !== customer)
    throw missing('payment_method', id, param)
  return method
}

/** Why a card cannot be saved. 4000 0000 0000 0341 can be saved, but fails when it is charged. */
export function refusedForLater(card: PaymentCard): Refusal | undefined {
  return card.test.attaches ? undefined : card.test.refusal
}
