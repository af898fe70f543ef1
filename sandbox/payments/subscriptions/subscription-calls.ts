import type Stripe from 'stripe'
import { invalid } from '../api/errors.ts'
import { onlySimulated } from '../api/simulated.ts'
import { idOf } from '../objects/id-of.ts'
import type { Call } from '../world.ts'
import { atTimeOf } from '../payment-methods/customer-state.ts'
import { endSubscription, resumePaused } from '../time/lifecycle.ts'
import { periodOf } from './subscription-state.ts'
import type { StoredSubscription, Subscription, SubscriptionHidden } from './subscription-state.ts'

export function retrieveSubscription({ world, scope, path }: Call): Subscription {
  return world.objects.get<Subscription>('subscription', scope, path['id']!).data
}

type Range = Stripe.SubscriptionListParams['current_period_end']

/** Lists subscriptions; canceled ones only if `status` includes them. */
export function listSubscriptions({ world, scope, params }: Call<Stripe.SubscriptionListParams>): object {
  onlySimulated(
    'subscriptions.list',
    params,
    `collection_method created current_period_end current_period_start customer ending_before expand limit
    price starting_after status test_clock`,
  )
  const keep = (one: Subscription): boolean =>
    hasStatus(one, params.status) &&
    (params.customer === undefined || one.customer === params.customer) &&
    (params.collection_method === undefined || one.collection_method === params.collection_method) &&
    (params.price === undefined || one.items.data.some((item) => item.price.id === params.price)) &&
    (params.test_clock === undefined || one.test_clock === params.test_clock) &&
    within(periodOf(one).start, params.current_period_start) &&
    within(periodOf(one).end, params.current_period_end)
  return world.objects.page<Subscription>('subscription', scope, '/v1/subscriptions', params, keep)
}

function hasStatus({ status }: Subscription, wanted: string | undefined): boolean {
  const ended = status === 'canceled' || status === 'incomplete_expired'
  if (wanted === undefined) return status !== 'canceled'
  if (wanted === 'all') return true
  return wanted === 'ended' ? ended : status === wanted
}

function within(time: number, range: Range): boolean {
  if (range === undefined) return true
  if (typeof range === 'number') return time === range
  const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = range
  return time > gt && time >= gte && time < lt && time <= lte
}

/** Cancels it now, without credit for the remaining paid time. */
export function cancelSubscription(call: Call<Stripe.SubscriptionCancelParams>): Subscription {
  const { world, params, cause } = call
  onlySimulated('subscriptions.cancel', params, 'cancellation_details expand')
  const stored = runningSubscription(call)
  return atTimeOf(world, stored.scope, idOf(stored.data.customer), () => {
    setReasons(stored.data, params.cancellation_details)
    endSubscription(world, stored, 'cancellation_requested', cause)
    return stored.data
  })
}

export function resumeSubscription(call: Call<Stripe.SubscriptionResumeParams>): Subscription {
  const { world, params, cause } = call
  onlySimulated('subscriptions.resume', params, 'expand')
  const stored = runningSubscription(call)
  if (stored.data.status !== 'paused')
    throw invalid(`This subscription cannot be resumed because it is ${stored.data.status}, not paused.`)
  return atTimeOf(world, stored.scope, idOf(stored.data.customer), () => {
    resumePaused(world, stored, cause)
    return stored.data
  })
}

/** Finds a subscription that has not ended. @throws resource_missing otherwise, as the provider does */
export function runningSubscription({ world, scope, path }: Call<unknown>): StoredSubscription {
  const stored = world.objects.get<Subscription, SubscriptionHidden>('subscription', scope, path['id']!)
  if (stored.data.ended_at !== null)
    throw invalid(
      `A canceled subscription can only update its cancellation_details and metadata: '${stored.id}'.`,
      'id',
      'resource_missing',
    )
  return stored
}

export function setReasons(
  data: Subscription,
  given: Stripe.SubscriptionCancelParams.CancellationDetails | undefined,
): void {
  if (!given || !data.cancellation_details) return
  if (given.comment !== undefined) data.cancellation_details.comment = given.comment || null
  if (given.feedback !== undefined) data.cancellation_details.feedback = given.feedback || null
}
