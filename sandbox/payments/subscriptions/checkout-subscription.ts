import type Stripe from 'stripe'
import { identifier } from '../../identifier.ts'
import { invalid } from '../api/errors.ts'
import { onlySimulated } from '../api/simulated.ts'
import { complete } from '../contract/skeleton.ts'
import type { PaymentCard } from '../objects/charges.ts'
import { idOf } from '../objects/id-of.ts'
import { cleanMetadata } from '../objects/metadata.ts'
import { payWithCard, startPayment } from '../objects/payments.ts'
import type { Outcome } from '../objects/payments.ts'
import type { Refusal } from '../objects/test-cards.ts'
import { emit } from '../webhooks/events.ts'
import { isConnected } from '../world.ts'
import type { Call, Scope, World } from '../world.ts'
import { atTimeOf } from '../payment-methods/customer-state.ts'
import { applicationFee } from '../invoices/invoice-payments.ts'
import { attachMethod, makeMethod, refusedForLater } from '../payment-methods/payment-methods.ts'
import type { Method, MethodHidden } from '../payment-methods/payment-methods.ts'
import { MAX_TRIAL_DAYS, requireFutureTime } from '../time/moments.ts'
import { DAY } from '../time/periods.ts'
import { onlyAutomatic } from './subscription-create.ts'
import { startSubscription } from './start-subscription.ts'
import type { Bought } from './subscription-state.ts'

type Create = Stripe.Checkout.SessionCreateParams
type Session = Stripe.Checkout.Session

/** The subscription that a Checkout Session in subscription mode will start. */
export interface SubscriptionOrder {
  trialDays: number | null
  trialEnd: number | null
  missingMethod: 'cancel' | 'create_invoice' | 'pause'
  metadata: Record<string, string>
  description: string | null
  applicationFeePercent: number | null
  /** True if a card is required even if nothing is due now. */
  wantsCard: boolean
  /** Created at the first attempt to pay if the session names no customer. */
  customer: string | null
  /** A card that waits for authentication by the bank. */
  waiting: string | null
}

const simulated = `
  application_fee_percent billing_mode description metadata trial_end trial_period_days trial_settings
`

/** Reads `subscription_data` and related parameters. @throws invalid naming the parameter */
export function subscriptionOrder(call: Call<Create>): SubscriptionOrder {
  const { world, scope, params } = call
  const data = params.subscription_data ?? {}
  onlySimulated('checkout.sessions.create', data, simulated)
  onlyAutomatic(data)
  const place = (name: string): string => `subscription_data[${name}]`
  const { trial_period_days: days, trial_end: end, application_fee_percent: percent } = data
  if (days !== undefined && end !== undefined)
    throw invalid(
      'You may only specify one of these parameters: trial_end, trial_period_days.',
      place('trial_end'),
    )
  if (days !== undefined && (!Number.isInteger(days) || days < 1 || days > 730))
    throw invalid(
      'The `trial_period_days` has to be at least 1 and at most 730.',
      place('trial_period_days'),
      'parameter_invalid_integer',
    )
  if (end !== undefined && end < world.clock.seconds() + 2 * DAY)
    throw invalid('The `trial_end` date has to be at least 2 days in the future.', place('trial_end'))
  if (end !== undefined) requireFutureTime(end, world.clock.seconds(), MAX_TRIAL_DAYS, place('trial_end'))
  if (percent !== undefined && !isConnected(world, scope))
    throw invalid(
      'You can only apply an application_fee_percent to subscriptions of connected accounts.',
      place('application_fee_percent'),
    )
  if (percent !== undefined && !(percent >= 0 && percent <= 100))
    throw invalid('application_fee_percent must be between 0 and 100.', place('application_fee_percent'))
  const trial = days !== undefined || end !== undefined
  if (data.trial_settings && !trial) throw invalid('trial_settings needs a trial.', place('trial_settings'))
  return {
    trialDays: days ?? null,
    trialEnd: end ?? null,
    missingMethod: (data.trial_settings?.end_behavior.missing_payment_method ??
      'create_invoice') as SubscriptionOrder['missingMethod'],
    metadata: cleanMetadata(data.metadata),
    description: data.description ?? null,
    applicationFeePercent: percent ?? null,
    wantsCard: params.payment_method_collection !== 'if_required',
    customer: null,
    waiting: null,
  }
}

/** The state of a session in subscription mode while its page is open. */
export interface Subscribing {
  session: Session
  scope: Scope
  order: SubscriptionOrder
  lines: Stripe.LineItem[]
  /** The payment that an earlier attempt started. */
  intent: Stripe.PaymentIntent | undefined
  email: string | null
  name: string | null
}

/** Result of an attempt: `intent` is the started payment, `done` the fields of the completed session. */
export type Tried =
  | { is: 'declined'; refusal: Refusal; intent: string | null }
  | { is: 'requires_action'; intent: string | null }
  | { is: 'succeeded'; intent: string | null; done: Partial<Session> }

/** Subscribes with a card, or without one if none is required. Changes `order`, which the caller stores. */
export function subscribe(world: World, state: Subscribing, card: PaymentCard | undefined): Tried {
  const customer = customerFor(world, state)
  return atTimeOf(world, state.scope, customer, () => {
    if (!card) return finish(world, state, customer, null, null)
    const method = makeMethod(world, state.scope, card)
    if (state.session.amount_total === 0) {
      const refusal = refusedForLater(card)
      if (refusal) return { is: 'declined', refusal, intent: null }
      if (card.test.outcome === 'needs authentication') {
        state.order.waiting = method.id
        return { is: 'requires_action', intent: null }
      }
      return finish(world, state, customer, method.id, null)
    }
    const intent = state.intent ?? firstPayment(world, state, customer)
    intent.payment_method = method.id
    return afterPayment(world, state, customer, payWithCard(world, state.scope, intent, card))
  })
}

/** Continues after the bank's challenge. */
export function answerBank(world: World, state: Subscribing, outcome: Outcome | 'failed' | 'passed'): Tried {
  const { scope, order } = state
  const customer = customerFor(world, state)
  return atTimeOf(world, scope, customer, () => {
    if (typeof outcome === 'object') {
      if (outcome.is === 'succeeded') proven(world, scope, idOf(outcome.intent.payment_method!))
      return afterPayment(world, state, customer, outcome)
    }
    const method = order.waiting
    order.waiting = null
    if (outcome === 'failed' || method === null)
      return { is: 'declined', refusal: notAuthenticated, intent: null }
    proven(world, scope, method)
    return finish(world, state, customer, method, null)
  })
}

const notAuthenticated: Refusal = {
  code: 'setup_intent_authentication_failure',
  message:
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
}

function proven(world: World, scope: Scope, id: string): void {
  const { data, hidden } = world.objects.get<Method, MethodHidden>('payment_method', scope, id)
  world.objects.update(id, data, { ...hidden, authenticated: true })
}

function afterPayment(world: World, state: Subscribing, customer: string, outcome: Outcome): Tried {
  const intent = outcome.intent.id
  if (outcome.is === 'declined') return { is: 'declined', refusal: outcome.refusal, intent }
  if (outcome.is === 'requires_action') return { is: 'requires_action', intent }
  return finish(world, state, customer, idOf(outcome.intent.payment_method!), outcome.intent)
}

function firstPayment(
  world: World,
  { session, scope, order }: Subscribing,
  customer: string,
): Stripe.PaymentIntent {
  const amount = session.amount_total!
  return startPayment(world, scope, {
    amount,
    currency: session.currency!,
    customer,
    description: 'Subscription creation',
    applicationFee: applicationFee(order.applicationFeePercent, amount),
  })
}

function finish(
  world: World,
  { session, scope, order, lines }: Subscribing,
  customerId: string,
  method: string | null,
  intent: Stripe.PaymentIntent | null,
): Tried {
  const customer = world.objects.get<Stripe.Customer>('customer', scope, customerId).data
  if (method)
    attachMethod(world, world.objects.get<Method, MethodHidden>('payment_method', scope, method), customer.id)
  const bought = lines.map((line): Bought => ({ price: line.price!, quantity: line.quantity ?? 1 }))
  const { subscription, invoice } = startSubscription(
    world,
    scope,
    {
      customer,
      items: bought.filter((one) => one.price.recurring),
      once: bought.filter((one) => !one.price.recurring),
      trialEnd: order.trialDays === null ? order.trialEnd : world.clock.seconds() + order.trialDays * DAY,
      missingMethod: order.missingMethod,
      method,
      metadata: order.metadata,
      description: order.description,
      applicationFeePercent: order.applicationFeePercent,
      cancelAtPeriodEnd: false,
      cancelAt: null,
    },
    intent ? { by: 'intent', intent } : { by: 'card' },
  )
  const payment_status = session.amount_total === 0 ? 'no_payment_required' : 'paid'
  const done = { customer: customer.id, subscription: subscription.id, invoice: invoice.id, payment_status }
  return { is: 'succeeded', intent: intent?.id ?? null, done }
}

/** The session's customer, or a new one for the buyer. */
function customerFor(world: World, { session, scope, order, email, name }: Subscribing): string {
  if (session.customer) return idOf(session.customer)
  if (order.customer) return order.customer
  const customer = complete<Stripe.Customer>('customers.create', {
    id: identifier('cus', 14),
    created: world.clock.seconds(),
    email,
    invoice_prefix: identifier('x', 8).slice(2).toUpperCase(),
    livemode: scope.livemode,
    metadata: {},
    name,
    tax_exempt: 'none',
  })
  world.objects.insert('customer', scope, customer.created, customer)
  emit(world, scope, 'customer.created', customer)
  order.customer = customer.id
  return customer.id
}
