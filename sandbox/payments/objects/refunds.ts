import type Stripe from 'stripe'
import { identifier } from '../../identifier.ts'
import { invalid } from '../api/errors.ts'
import { complete } from '../contract/skeleton.ts'
import { emit } from '../webhooks/events.ts'
import { isConnected } from '../world.ts'
import type { Call } from '../world.ts'
import { cleanMetadata } from './metadata.ts'
import { returnFee } from './application-fees.ts'
import { disputeTakes } from './disputes.ts'
import { moneyText } from './money.ts'
import { beginning } from './refund-settlement.ts'
import type { AfterPayment } from './test-cards.ts'

type Charge = Stripe.Charge
type Refund = Stripe.Refund

/** Refunds an amount, or everything that remains: https://docs.stripe.com/api/refunds/create */
export function createRefund(call: Call<Stripe.RefundCreateParams>): Refund {
  const { world, scope, params, cause } = call
  const charge = chargeOf(call)
  if (params.refund_application_fee && !isConnected(world, scope))
    throw invalid(
      'refund_application_fee can only be used on a charge of a connected account.',
      'refund_application_fee',
    )
  if (charge.refunded)
    throw invalid(`Charge ${charge.id} has already been refunded.`, undefined, 'charge_already_refunded')
  if (disputeTakes(world, scope, charge))
    throw invalid(
      `Charge ${charge.id} has been charged back; cannot issue a refund.`,
      'charge',
      'charge_disputed',
    )
  if (!charge.paid) throw invalid(`Charge ${charge.id} was not paid and cannot be refunded.`, 'charge')
  const left = charge.amount - charge.amount_refunded
  const amount = params.amount ?? left
  if (!Number.isInteger(amount) || amount < 1)
    throw invalid('Invalid positive integer', 'amount', 'parameter_invalid_integer')
  if (amount > left)
    throw invalid(
      `Refund amount (${moneyText(amount, charge.currency)}) is greater than unrefunded amount on charge (${moneyText(left, charge.currency)})`,
      'amount',
      'amount_too_large',
    )
  const { after } = world.objects.get<Charge, { after?: AfterPayment }>('charge', scope, charge.id).hidden
  const initial = beginning(after, world.clock.seconds())
  const refund = complete<Refund>('refunds.create', {
    id: identifier('re', 24),
    amount,
    charge: charge.id,
    created: world.clock.seconds(),
    currency: charge.currency,
    customer: charge.customer,
    metadata: cleanMetadata(params.metadata),
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: params.reason ?? null,
    status: initial.status,
  })
  world.objects.insert('refund', scope, refund.created, refund, initial.hidden)
  const previous = { amount_refunded: charge.amount_refunded, refunded: charge.refunded }
  charge.amount_refunded += amount
  charge.refunded = charge.amount_refunded === charge.amount
  world.objects.update(charge.id, charge)
  if (params.refund_application_fee) returnFee(world, charge)
  emit(world, scope, 'charge.refunded', charge, cause, previous)
  emit(world, scope, 'refund.created', refund, cause)
  emit(world, scope, 'refund.updated', refund, cause)
  return refund
}

function chargeOf({ world, scope, params }: Call<Stripe.RefundCreateParams>): Charge {
  if (params.charge && params.payment_intent)
    throw invalid('You may only specify one of these parameters: charge, payment_intent.', 'payment_intent')
  if (params.charge) return world.objects.get<Charge>('charge', scope, params.charge, 'charge').data
  if (!params.payment_intent)
    throw invalid(
      'One of the following params should be provided for this request: payment_intent or charge.',
      undefined,
      'parameter_missing',
    )
  const intent = world.objects.get<Stripe.PaymentIntent>(
    'payment_intent',
    scope,
    params.payment_intent,
    'payment_intent',
  )
  const latest = intent.data.latest_charge
  if (intent.data.status !== 'succeeded' || typeof latest !== 'string')
    throw invalid(
      `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`,
      'payment_intent',
    )
  return world.objects.get<Charge>('charge', scope, latest, 'charge').data
}

export function retrieveRefund({ world, scope, path }: Call): Refund {
  return world.objects.get<Refund>('refund', scope, path['id']!).data
}

export function listRefunds({ world, scope, params }: Call<Stripe.RefundListParams>): object {
  const keep = (one: Refund): boolean =>
    (params.charge === undefined || one.charge === params.charge) &&
    (params.payment_intent === undefined || one.payment_intent === params.payment_intent)
  return world.objects.page<Refund>('refund', scope, '/v1/refunds', params, keep)
}
