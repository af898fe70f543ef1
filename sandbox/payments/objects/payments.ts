import type Stripe from 'stripe'
import { identifier } from '../../identifier.ts'
import { complete, completeType } from '../contract/skeleton.ts'
import { emit } from '../webhooks/events.ts'
import type { Cause, Scope, World } from '../world.ts'
import { createCharge } from './charges.ts'
import type { PaymentCard } from './charges.ts'
import { takeFee } from './application-fees.ts'
import { openDispute } from './disputes.ts'
import type { DisputeReason } from './disputes.ts'
import type { Refusal } from './test-cards.ts'

type Intent = Stripe.PaymentIntent

export interface PaymentValues {
  amount: number
  currency: string
  customer?: string | null
  description?: string | null
  metadata?: Record<string, string>
  receiptEmail?: string | null
  shipping?: object | null
  applicationFee?: number | null
  statementDescriptor?: string | null
  transferGroup?: string | null
}

/** The result of one payment attempt. */
export type Outcome =
  | { is: 'succeeded'; intent: Intent }
  | { is: 'requires_action'; intent: Intent }
  | { is: 'declined'; intent: Intent; refusal: Refusal; charge: string | null }

const authenticationFailed: Refusal = {
  code: 'payment_intent_authentication_failure',
  message:
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
}

/** Creates a payment without a card, and emits its event. */
export function startPayment(world: World, scope: Scope, values: PaymentValues, cause?: Cause): Intent {
  const id = identifier('pi', 24)
  const intent = complete<Intent>('paymentIntents.retrieve', {
    id,
    amount: values.amount,
    application_fee_amount: values.applicationFee ?? null,
    capture_method: 'automatic_async',
    client_secret: `${id}_secret_${identifier('', 25).slice(1)}`,
    confirmation_method: 'automatic',
    created: world.clock.seconds(),
    currency: values.currency,
    customer: values.customer ?? null,
    description: values.description ?? null,
    livemode: scope.livemode,
    metadata: values.metadata ?? {},
    payment_method_types: ['card'],
    receipt_email: values.receiptEmail ?? null,
    shipping: values.shipping ?? null,
    statement_descriptor: values.statementDescriptor ?? null,
    status: 'requires_payment_method',
    transfer_group: values.transferGroup ?? null,
  })
  world.objects.insert('payment_intent', scope, intent.created, intent)
  emit(world, scope, 'payment_intent.created', intent, cause)
  return intent
}

/** Tries to pay with a card. The caller must refuse succeeded and canceled payments before. */
export function payWithCard(
  world: World,
  scope: Scope,
  intent: Intent,
  card: PaymentCard,
  cause?: Cause,
): Outcome {
  if (card.test.outcome === 'needs authentication') {
    intent.status = 'requires_action'
    intent.payment_method ??= identifier('pm', 24)
    intent.next_action = { type: 'use_stripe_sdk' } as Intent['next_action']
    world.objects.update(intent.id, intent, { card })
    emit(world, scope, 'payment_intent.requires_action', intent, cause)
    return { is: 'requires_action', intent }
  }
  return settle(world, scope, intent, card, card.test.refusal, cause)
}

/** A saved card; `authenticated` if its owner completed the bank's authentication. */
export interface StoredCard {
  id: string
  card: PaymentCard
  authenticated: boolean
}

const unattended: Refusal = {
  code: 'authentication_required',
  declineCode: 'authentication_required',
  message: 'Your card was declined. This transaction requires authentication.',
}

/** Attempts an off-session payment with a saved card. */
export function chargeStoredCard(
  world: World,
  scope: Scope,
  intent: Intent,
  { id, card, authenticated }: StoredCard,
  cause?: Cause,
): Outcome {
  intent.payment_method = id
  const asks = card.test.outcome === 'needs authentication' && !(authenticated && !card.test.asksEveryTime)
  return settle(world, scope, intent, card, asks ? unattended : card.test.refusal, cause)
}

/** Continues a payment after the bank's challenge. @throws if the payment waits for no challenge */
export function finishChallenge(
  world: World,
  scope: Scope,
  intentId: string,
  passed: boolean,
  cause?: Cause,
): Outcome {
  const found = world.objects.get<Intent, { card?: PaymentCard }>('payment_intent', scope, intentId)
  const { card } = found.hidden
  if (found.data.status !== 'requires_action' || !card) throw new Error(`${intentId} waits for no challenge`)
  if (passed) return settle(world, scope, found.data, card, card.test.refusal, cause)
  return refuse(world, scope, found.data, authenticationFailed, null, cause)
}

function settle(
  world: World,
  scope: Scope,
  intent: Intent,
  card: PaymentCard,
  refusal: Refusal | undefined,
  cause?: Cause,
): Outcome {
  const charge = createCharge(world, scope, intent, card, refusal)
  if (!refusal) takeFee(world, scope, charge)
  intent.latest_charge = charge.id
  intent.next_action = null
  intent.payment_method = charge.payment_method
  if (refusal) {
    emit(world, scope, 'charge.failed', charge, cause)
    return refuse(world, scope, intent, refusal, charge.id, cause)
  }
  intent.status = 'succeeded'
  intent.amount_received = intent.amount
  intent.last_payment_error = null
  world.objects.update(intent.id, intent, {})
  emit(world, scope, 'charge.succeeded', charge, cause)
  emit(world, scope, 'payment_intent.succeeded', intent, cause)
  const dispute = /^disputed: (.+)$/.exec(card.test.after ?? '')?.[1]
  if (dispute) openDispute(world, scope, charge, dispute as DisputeReason)
  return { is: 'succeeded', intent }
}

function refuse(
  world: World,
  scope: Scope,
  intent: Intent,
  refusal: Refusal,
  charge: string | null,
  cause?: Cause,
): Outcome {
  intent.status = 'requires_payment_method'
  intent.payment_method = null
  intent.next_action = null
  intent.last_payment_error = completeType('PaymentIntents..PaymentIntent.LastPaymentError', {
    type: charge ? 'card_error' : 'invalid_request_error',
    code: refusal.code,
    message: refusal.message,
    ...(refusal.declineCode ? { decline_code: refusal.declineCode } : {}),
    ...(charge ? { charge } : {}),
  })
  world.objects.update(intent.id, intent, {})
  emit(world, scope, 'payment_intent.payment_failed', intent, cause)
  return { is: 'declined', intent, refusal, charge }
}
