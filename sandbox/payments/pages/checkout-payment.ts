import type Stripe from 'stripe'
import { identifier } from '../../identifier.ts'
import { answerBank, subscribe } from '../subscriptions/checkout-subscription.ts'
import type { Subscribing, Tried } from '../subscriptions/checkout-subscription.ts'
import type { AccountState } from '../objects/account-state.ts'
import { platformScope } from '../objects/accounts.ts'
import type { PaymentCard } from '../objects/charges.ts'
import type { Session, SessionHidden } from '../objects/checkout-sessions.ts'
import { completeType, complete } from '../contract/skeleton.ts'
import { finishChallenge, payWithCard, startPayment } from '../objects/payments.ts'
import type { Outcome } from '../objects/payments.ts'
import { emit } from '../webhooks/events.ts'
import { isConnected } from '../world.ts'
import type { Scope, World } from '../world.ts'

/** The state of a Checkout Session that its page needs. */
export interface CheckoutState {
  session: Session
  hidden: SessionHidden
  scope: Scope
  waitsForChallenge: boolean
  /** The buyer's email if the session or its customer has one; if null, the page asks for it. */
  email: string | null
}

type Ended = Outcome | Tried | { is: 'succeeded' }

export function sessionAt(world: World, id: string): CheckoutState | undefined {
  const found = world.objects.findAnywhere<Session, SessionHidden>('checkout.session', id)
  if (!found) return undefined
  const { data: session, hidden, scope } = found
  const intent = hidden.intent && intentOf(world, scope, hidden.intent)
  const customer = session.customer
    ? world.objects.find<Stripe.Customer>('customer', scope, idOf(session.customer))?.data
    : undefined
  return {
    session,
    hidden,
    scope,
    waitsForChallenge: intent ? intent.status === 'requires_action' : Boolean(hidden.subscription?.waiting),
    email: session.customer_email ?? customer?.email ?? null,
  }
}

/** The payee: the connected account's public name, or the platform. */
export function sellerName(world: World, { scope }: { scope: Scope }): string {
  if (!isConnected(world, scope)) return 'Sandbox platform'
  const account = world.objects.find<AccountState>(
    'account',
    platformScope(world, scope.livemode),
    scope.account,
  )
  return account?.data.businessName ?? account?.data.displayName ?? scope.account
}

/** Pays with a card. A second attempt continues the payment of the first one, as Stripe does. */
export function paySession(world: World, state: CheckoutState, card: PaymentCard): Ended {
  const { session, hidden, scope } = state
  if (hidden.subscription)
    return afterTry(
      world,
      state,
      subscribe(world, subscribing(world, state, card.email, card.name), card),
      card,
    )
  const started = hidden.intent ? intentOf(world, scope, hidden.intent) : undefined
  const intent =
    started ??
    startPayment(world, scope, {
      amount: session.amount_total!,
      currency: session.currency!,
      customer: session.customer && idOf(session.customer),
      ...hidden.payment,
    })
  hidden.intent = intent.id
  world.objects.update(session.id, session, hidden)
  const outcome = payWithCard(world, scope, intent, card)
  if (outcome.is === 'succeeded') finish(world, state, card.email ?? null, card.name ?? null, intent.id)
  return outcome
}

/** Completes an order of zero without a card. */
export function payFree(world: World, state: CheckoutState, email: string): Ended {
  if (state.hidden.subscription)
    return afterTry(world, state, subscribe(world, subscribing(world, state, email), undefined), { email })
  finish(world, state, email, null, null)
  return { is: 'succeeded' }
}

export function answerChallenge(world: World, state: CheckoutState, passed: boolean): Ended {
  const { scope, hidden } = state
  if (hidden.subscription?.waiting) {
    const { card } = world.objects.get<object, { card: PaymentCard }>(
      'payment_method',
      scope,
      hidden.subscription.waiting,
    ).hidden
    const answer = passed ? 'passed' : 'failed'
    return afterTry(world, state, answerBank(world, subscribing(world, state, card.email), answer), card)
  }
  const found = world.objects.get<Stripe.PaymentIntent, { card?: PaymentCard }>(
    'payment_intent',
    scope,
    hidden.intent!,
  )
  const card = found.hidden.card
  const outcome = finishChallenge(world, scope, hidden.intent!, passed)
  if (hidden.subscription)
    return afterTry(
      world,
      state,
      answerBank(world, subscribing(world, state, card?.email), outcome),
      card ?? {},
    )
  if (outcome.is === 'succeeded') finish(world, state, card?.email ?? null, card?.name ?? null, hidden.intent)
  return outcome
}

/** The session's state for starting a subscription. */
function subscribing(
  world: World,
  { session, scope, hidden, email }: CheckoutState,
  typedEmail?: string | null,
  name?: string | null,
): Subscribing {
  return {
    session,
    scope,
    order: hidden.subscription!,
    lines: hidden.lineItems,
    intent: hidden.intent ? intentOf(world, scope, hidden.intent) : undefined,
    email: email ?? typedEmail ?? null,
    name: name ?? null,
  }
}

function afterTry(
  world: World,
  state: CheckoutState,
  tried: Tried,
  { email, name }: { email?: string | null; name?: string | null },
): Tried {
  const { session, hidden } = state
  hidden.intent = tried.intent ?? hidden.intent
  if (tried.is === 'succeeded') {
    Object.assign(session, tried.done)
    finish(world, state, email ?? null, name ?? null, null)
  } else world.objects.update(session.id, session, hidden)
  return tried
}

function finish(
  world: World,
  { session, hidden, scope }: CheckoutState,
  email: string | null,
  name: string | null,
  intent: string | null,
): void {
  session.status = 'complete'
  if (intent) session.payment_status = 'paid'
  session.payment_intent = intent
  session.url = null
  session.customer_details = completeType('Checkout.Sessions..Session.CustomerDetails', {
    email,
    name,
    tax_exempt: 'none',
    tax_ids: [],
  })
  if (session.customer_creation === 'always' && !session.customer)
    session.customer = makeCustomer(world, scope, email, name)
  world.objects.update(session.id, session, hidden)
  emit(world, scope, 'checkout.session.completed', session)
}

function makeCustomer(world: World, scope: Scope, email: string | null, name: string | null): string {
  const values = {
    id: identifier('cus', 14),
    created: world.clock.seconds(),
    email,
    name,
    livemode: scope.livemode,
    metadata: {},
  }
  const customer = complete<Stripe.Customer>('customers.create', values)
  world.objects.insert('customer', scope, customer.created, customer)
  emit(world, scope, 'customer.created', customer)
  return customer.id
}

function intentOf(world: World, scope: Scope, id: string): Stripe.PaymentIntent | undefined {
  return world.objects.find<Stripe.PaymentIntent>('payment_intent', scope, id)?.data
}

/** Stored objects hold ids; the package's types also allow expanded objects. */
function idOf(reference: string | { id: string }): string {
  return typeof reference === 'string' ? reference : reference.id
}
