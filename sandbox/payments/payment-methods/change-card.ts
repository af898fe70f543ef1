import type Stripe from 'stripe'
import { idOf } from '../objects/id-of.ts'
import { emit } from '../webhooks/events.ts'
import type { Scope, World } from '../world.ts'
import { customerOf } from './customer-state.ts'
import { openInvoices, payInvoice } from '../time/lifecycle.ts'
import { attachMethod } from './payment-methods.ts'
import type { Method, MethodHidden } from './payment-methods.ts'
import { saveSubscription } from '../subscriptions/subscription-state.ts'
import type {
  StoredSubscription,
  Subscription,
  SubscriptionHidden,
} from '../subscriptions/subscription-state.ts'

/** Subscriptions of a customer that have not ended, newest first. */
export function subscriptionsOf(world: World, scope: Scope, customer: string): StoredSubscription[] {
  return world.objects
    .all<Subscription, SubscriptionHidden>('subscription', scope)
    .filter(({ data }) => data.ended_at === null && idOf(data.customer) === customer)
}

/**
 * Makes a card the customer's default for all subscriptions, and retries overdue invoices with it.
 * @returns false if an overdue invoice could not be paid
 */
export function changeCard(world: World, scope: Scope, customerId: string, method: string): boolean {
  const stored = world.objects.get<Method, MethodHidden>('payment_method', scope, method)
  attachMethod(world, stored, customerId)
  const customer = customerOf(world, scope, customerId)
  const before = structuredClone(customer.invoice_settings)
  customer.invoice_settings.default_payment_method = method
  world.objects.update(customer.id, customer)
  emit(world, scope, 'customer.updated', customer, undefined, { invoice_settings: before })
  let paid = true
  for (const subscription of subscriptionsOf(world, scope, customerId)) {
    subscription.data.default_payment_method = method
    saveSubscription(world, subscription)
    if (!['incomplete', 'past_due', 'unpaid'].includes(subscription.data.status)) continue
    for (const invoice of openInvoices(world, subscription.id)) paid = payInvoice(world, invoice) && paid
  }
  return paid
}

/** The card that is charged for the customer's current or next subscription. */
export function cardOf(world: World, scope: Scope, customer: Stripe.Customer): Method | undefined {
  const own = subscriptionsOf(world, scope, customer.id).find((one) => one.data.default_payment_method)
  const id = own?.data.default_payment_method ?? customer.invoice_settings.default_payment_method
  return id ? world.objects.find<Method>('payment_method', scope, idOf(id))?.data : undefined
}
