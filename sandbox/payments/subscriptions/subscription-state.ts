import type Stripe from 'stripe'
import { identifier } from '../../identifier.ts'
import { complete } from '../contract/skeleton.ts'
import type { Stored } from '../store.ts'
import { emit } from '../webhooks/events.ts'
import type { Cause, Scope, World } from '../world.ts'
import type { Line } from '../invoices/invoice-lines.ts'

export type Subscription = Stripe.Subscription
export type Item = Stripe.SubscriptionItem

/** Internal state of a subscription. */
export interface SubscriptionHidden {
  /** True when `trial_will_end` has been sent. */
  warned: boolean
  /** Lines that plan changes added to the next invoice. */
  pending: Line[]
}

export type StoredSubscription = Stored<Subscription, SubscriptionHidden>

export interface Bought {
  price: Stripe.Price
  quantity: number
  metadata?: Record<string, string>
}

/** Creates an item of a subscription, with the subscription's period. */
export function makeItem(
  world: World,
  subscription: string,
  bought: Bought,
  start: number,
  end: number,
): Item {
  const { price, quantity, metadata = {} } = bought
  return complete<{ items: { data: Item[] } }>('subscriptions.retrieve', {
    items: {
      data: [
        {
          id: identifier('si', 14),
          created: world.clock.seconds(),
          current_period_end: end,
          current_period_start: start,
          metadata,
          plan: planOf(price),
          price,
          quantity,
          subscription,
          tax_rates: [],
        },
      ],
    },
  }).items.data[0]!
}

/** The older form of a price, which every item still contains. */
export function planOf(price: Stripe.Price): object {
  return {
    id: price.id,
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: price.unit_amount_decimal,
    billing_scheme: 'per_unit',
    created: price.created,
    currency: price.currency,
    interval: price.recurring?.interval,
    interval_count: price.recurring?.interval_count,
    livemode: price.livemode,
    metadata: price.metadata,
    nickname: price.nickname,
    product: price.product,
    usage_type: 'licensed',
  }
}

/** A subscription's period. All its items share one. */
export function periodOf(subscription: Subscription): { start: number; end: number } {
  const [item] = subscription.items.data
  return { start: item!.current_period_start, end: item!.current_period_end }
}

export function setPeriod(subscription: Subscription, start: number, end: number): void {
  for (const item of subscription.items.data) {
    item.current_period_start = start
    item.current_period_end = end
  }
}

/** The billing interval, which all items share. */
export function recurringOf(subscription: Subscription): Stripe.Price.Recurring {
  return subscription.items.data[0]!.price.recurring!
}

export function findSubscription(world: World, scope: Scope, id: string): StoredSubscription | undefined {
  return world.objects.find<Subscription, SubscriptionHidden>('subscription', scope, id)
}

/**
 * Stores a changed subscription and emits an event with the previous values of the changed fields.
 * @param type `customer.subscription.updated` by default; without changes there is no event
 */
export function saveSubscription(
  world: World,
  stored: StoredSubscription,
  cause?: Cause,
  type = 'customer.subscription.updated',
): void {
  const { id, scope, data, hidden } = stored
  const before = world.objects.get<Subscription>('subscription', scope, id).data
  const previous = changed(before, data)
  world.objects.update(id, data, hidden)
  if (type !== 'customer.subscription.updated') emit(world, scope, type, data, cause)
  else if (Object.keys(previous).length > 0) emit(world, scope, type, data, cause, previous)
}

/** The fields of `before` that differ in `after`. */
export function changed(before: object, after: object): Record<string, unknown> {
  const now = after as Record<string, unknown>
  return Object.fromEntries(
    Object.entries(before).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(now[name])),
  )
}
