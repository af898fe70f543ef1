import type Stripe from 'stripe'
import { identifier } from '../../identifier.ts'
import { subscriptionOrder } from '../subscriptions/checkout-subscription.ts'
import type { SubscriptionOrder } from '../subscriptions/checkout-subscription.ts'
import { invalid, notSimulated } from '../api/errors.ts'
import { onlySimulated } from '../api/simulated.ts'
import { complete } from '../contract/skeleton.ts'
import { emit } from '../webhooks/events.ts'
import type { Stored } from '../store.ts'
import { isConnected } from '../world.ts'
import type { Call, World } from '../world.ts'
import { accountOf } from './accounts.ts'
import { placeOf, requirePlace } from './checkout-place.ts'
import { liveCustomer } from './customers.ts'
import { makeLineItems } from './line-items.ts'
import { cleanMetadata } from './metadata.ts'
import { webAddress } from './web-address.ts'

export type Session = Stripe.Checkout.Session
type Create = Stripe.Checkout.SessionCreateParams

/** Session state that the API hides: its lines, its payment's data and the started payment. */
export interface SessionHidden {
  lineItems: Stripe.LineItem[]
  payment: {
    applicationFee: number | null
    description: string | null
    metadata: Record<string, string>
    receiptEmail: string | null
    shipping?: object | null
    statementDescriptor: string | null
    transferGroup: string | null
  }
  intent: string | null
  /** In subscription mode: the subscription to start after payment. */
  subscription: SubscriptionOrder | null
}

const DAY = 24 * 60 * 60

/** Supported, or without effect here (appearance, language, card defaults). */
const simulated = `
  allowed_payment_method_types billing_address_collection branding_settings cancel_url
  client_reference_id custom_text customer customer_creation customer_email expand expires_at
  line_items locale metadata mode payment_intent_data payment_method_collection
  redirect_on_completion return_url submit_type subscription_data success_url ui_mode
`
const simulatedPayment = `
  application_fee_amount description metadata receipt_email shipping statement_descriptor
  statement_descriptor_suffix transfer_group
`

export function createSession(call: Call<Create>): Session {
  const { world, scope, params } = call
  requireHostedPayment(params)
  onlySimulated('checkout.sessions.create', params, simulated)
  onlySimulated('checkout.sessions.create', params.payment_intent_data ?? {}, simulatedPayment)
  if (isConnected(world, scope) && !accountOf(world, scope.livemode, scope.account).chargesEnabled)
    throw invalid(
      'Your account cannot currently make charges. Finish onboarding first.',
      undefined,
      'account_invalid',
    )
  if (params.customer && params.customer_email)
    throw invalid('You may only specify one of these parameters: customer, customer_email.', 'customer_email')
  const subscription = params.mode === 'subscription' ? subscriptionOrder(call) : null
  const lineItems = makeLineItems(call, params.line_items ?? [], {
    mode: subscription ? 'subscription' : 'payment',
    trial: subscription !== null && (subscription.trialDays !== null || subscription.trialEnd !== null),
  })
  const total = lineItems.reduce((sum, one) => sum + one.amount_total, 0)
  if (total > 0 && total < 50)
    throw invalid(
      'The Checkout Session’s total amount must convert to at least 50 cents.',
      undefined,
      'amount_too_small',
    )
  const id = identifier(scope.livemode ? 'cs_live' : 'cs_test', 58)
  const now = world.clock.seconds()
  const session = complete<Session>('checkout.sessions.retrieve', {
    id,
    amount_subtotal: total,
    amount_total: total,
    cancel_url: params.cancel_url === undefined ? null : webAddress(params.cancel_url, 'cancel_url'),
    client_reference_id: shortReference(params.client_reference_id),
    created: now,
    currency: lineItems[0]!.currency,
    customer: params.customer ? liveCustomer(call, params.customer, 'customer').id : null,
    customer_creation: params.customer
      ? null
      : subscription
        ? 'always'
        : (params.customer_creation ?? 'if_required'),
    customer_email: params.customer_email ?? null,
    expires_at: expiry(params.expires_at, now),
    livemode: scope.livemode,
    locale: params.locale ?? null,
    metadata: cleanMetadata(params.metadata),
    mode: params.mode,
    payment_method_collection: subscription?.wantsCard ? 'always' : 'if_required',
    payment_method_types: ['card'],
    payment_status: total === 0 && !subscription ? 'no_payment_required' : 'unpaid',
    status: 'open',
    submit_type: params.submit_type ?? null,
    ...placeOf(world, id, params),
  })
  const hidden: SessionHidden = { lineItems, payment: paymentData(call, total), intent: null, subscription }
  world.objects.insert('checkout.session', scope, now, session, hidden)
  return session
}

/** Cross-field rules that the contract cannot express. */
function requireHostedPayment(params: Create): void {
  if (params.mode === undefined) throw invalid('Missing required param: mode.', 'mode', 'parameter_missing')
  if (params.mode !== 'payment' && params.mode !== 'subscription')
    throw notSimulated(`Checkout in ${params.mode} mode`)
  const subscribes = params.mode === 'subscription'
  if (subscribes && params.payment_intent_data)
    throw invalid('You can not pass `payment_intent_data` in `subscription` mode.', 'payment_intent_data')
  if (subscribes && params.customer_creation)
    throw invalid('`customer_creation` can only be used in `payment` and `setup` mode.', 'customer_creation')
  if (!subscribes && params.subscription_data)
    throw invalid('You can not pass `subscription_data` in `payment` mode.', 'subscription_data')
  requirePlace(params)
  if (!params.line_items?.length)
    throw invalid('Missing required param: line_items.', 'line_items', 'parameter_missing')
}

function shortReference(text: string | undefined): string | null {
  if (text !== undefined && (text.length > 200 || text === ''))
    throw invalid('client_reference_id must be between 1 and 200 characters long.', 'client_reference_id')
  return text ?? null
}

function expiry(given: number | undefined, now: number): number {
  if (given === undefined) return now + DAY
  if (given < now + 30 * 60 - 5 || given > now + DAY + 5)
    throw invalid(
      'The `expires_at` timestamp must be at least 30 minutes and at most 24 hours from Checkout Session creation.',
      'expires_at',
    )
  return given
}

function paymentData(call: Call<Create>, total: number): SessionHidden['payment'] {
  const data = call.params.payment_intent_data
  const fee = data?.application_fee_amount ?? null
  if (fee !== null && !isConnected(call.world, call.scope))
    throw invalid(
      'Can only apply an application_fee_amount on a direct charge of a connected account.',
      'payment_intent_data[application_fee_amount]',
    )
  if (fee !== null && (!Number.isInteger(fee) || fee < 0 || fee > total))
    throw invalid(
      'The application fee cannot be greater than the total.',
      'payment_intent_data[application_fee_amount]',
    )
  return {
    applicationFee: fee,
    description: data?.description ?? null,
    metadata: cleanMetadata(data?.metadata),
    receiptEmail: data?.receipt_email ?? null,
    shipping: data?.shipping ?? null,
    statementDescriptor: data?.statement_descriptor ?? null,
    transferGroup: data?.transfer_group ?? null,
  }
}

export function retrieveSession({ world, scope, path }: Call): Session {
  expireDueSessions(world)
  return world.objects.get<Session>('checkout.session', scope, path['id']!).data
}

export function listSessions({ world, scope, params }: Call<Stripe.Checkout.SessionListParams>): object {
  expireDueSessions(world)
  const keep = (one: Session): boolean =>
    (params.status === undefined || one.status === params.status) &&
    (params.customer === undefined || one.customer === params.customer) &&
    (params.payment_intent === undefined || one.payment_intent === params.payment_intent) &&
    (params.subscription === undefined || one.subscription === params.subscription) &&
    (params.customer_details === undefined || one.customer_details?.email === params.customer_details.email)
  return world.objects.page<Session>('checkout.session', scope, '/v1/checkout/sessions', params, keep)
}

export function expireSession({ world, scope, path, cause }: Call): Session {
  const found = world.objects.get<Session>('checkout.session', scope, path['id']!)
  if (found.data.status !== 'open')
    throw invalid(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${found.data.status}.`,
    )
  return close(world, found, cause)
}

function close(world: World, { data, scope }: Stored<Session>, cause?: Call['cause']): Session {
  data.status = 'expired'
  data.url = null
  world.objects.update(data.id, data)
  emit(world, scope, 'checkout.session.expired', data, cause)
  return data
}

/** Expires open sessions that are past their end; runs periodically and before sessions are read. */
export function expireDueSessions(world: World): void {
  const open = `json_extract(data, '$.status') = 'open' and json_extract(data, '$.expires_at') <= ?`
  for (const found of world.objects.where<Session>('checkout.session', open, world.clock.seconds()))
    close(world, found)
}

export function listSessionLines({ world, scope, path, params }: Call<{ limit?: number }>): object {
  const id = path['id']!
  const { hidden } = world.objects.get<Session, SessionHidden>('checkout.session', scope, id)
  return linesOf(id, hidden, params.limit)
}

/** The expanded `line_items`. */
export function linesOf(id: string, hidden: SessionHidden, limit = 10): object {
  return {
    object: 'list',
    data: hidden.lineItems.slice(0, limit),
    has_more: hidden.lineItems.length > limit,
    url: `/v1/checkout/sessions/${id}/line_items`,
  }
}
