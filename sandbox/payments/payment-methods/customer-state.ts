import type Stripe from 'stripe'
import { idOf } from '../objects/id-of.ts'
import type { Scope, World } from '../world.ts'
import type { Method, MethodHidden, StoredMethod } from './payment-methods.ts'
import type { Subscription } from '../subscriptions/subscription-state.ts'

type Customer = Stripe.Customer

/** Returns a customer that must exist. */
export function customerOf(world: World, scope: Scope, id: string): Customer {
  return world.objects.get<Customer>('customer', scope, id).data
}

/** @param balance minor units; a negative balance is credit for the next invoices */
export function setBalance(world: World, scope: Scope, id: string, balance: number): void {
  const customer = customerOf(world, scope, id)
  if (customer.balance !== balance) world.objects.update(id, { ...customer, balance })
}

/** The payment method of a subscription's invoices: its own, else the customer's. */
export function methodFor(world: World, scope: Scope, subscription: Subscription): StoredMethod | undefined {
  const customer = customerOf(world, scope, idOf(subscription.customer))
  const chosen = subscription.default_payment_method ?? customer.invoice_settings.default_payment_method
  if (!chosen) return undefined
  const found = world.objects.find<Method, MethodHidden>('payment_method', scope, idOf(chosen))
  return found?.data.customer === customer.id ? found : undefined
}

/** Runs `work` at the customer's time: that of its test clock, if it has one. */
export function atTimeOf<T>(world: World, scope: Scope, customer: string | null, work: () => T): T {
  const clock = customer && world.objects.find<Customer>('customer', scope, customer)?.data.test_clock
  const found =
    clock && world.objects.find<Stripe.TestHelpers.TestClock>('test_helpers.test_clock', scope, idOf(clock))
  return found ? world.clock.at(found.data.frozen_time, work) : work()
}
