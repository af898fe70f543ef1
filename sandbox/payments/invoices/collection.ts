import { setting } from '../../database.ts'
import type { Outcome } from '../objects/payments.ts'
import { emit } from '../webhooks/events.ts'
import type { Cause, World } from '../world.ts'
import { methodFor } from '../payment-methods/customer-state.ts'
import { chargeInvoice, closePayment, startInvoicePayment } from './invoice-payments.ts'
import { finalizeInvoice, markPaid, subscriptionIdOf } from './invoices.ts'
import type { StoredInvoice } from './invoices.ts'
import type { StoredMethod } from '../payment-methods/payment-methods.ts'
import { DAY } from '../time/periods.ts'
import { findSubscription } from '../subscriptions/subscription-state.ts'
import type { StoredSubscription } from '../subscriptions/subscription-state.ts'

/** Days between a failed attempt and the next one. After the last one, the account's rule applies. */
const retryDays = [3, 5, 7]

/**
 * Possible states of a subscription after its invoice's last failed attempt; an account setting at the
 * provider.
 */
export const afterRetries = ['canceled', 'unpaid', 'past_due'] as const
export type AfterRetries = (typeof afterRetries)[number]

export function ruleAfterRetries(world: World): AfterRetries {
  return setting(world.database, 'after_retries', () => 'canceled') as AfterRetries
}

export function setRuleAfterRetries(world: World, rule: AfterRetries): void {
  ruleAfterRetries(world)
  world.database.prepare(`update settings set value = ? where name = 'after_retries'`).run(rule)
}

/** Finalizes an invoice and collects it. @returns true when it is paid */
export function finalizeAndCollect(
  world: World,
  invoice: StoredInvoice,
  subscription: StoredSubscription,
  cause?: Cause,
): boolean {
  finalizeInvoice(world, invoice, cause)
  if (invoice.data.amount_due === 0) {
    markPaid(world, invoice, 0, cause)
    return true
  }
  startInvoicePayment(world, invoice, subscription.data, cause)
  return collect(world, invoice, subscription, undefined, cause)
}

/**
 * Tries once to collect an open invoice. The caller updates the subscription.
 * @param given the method to use; by default the subscription's or the customer's
 * @returns true when it is paid
 */
export function collect(
  world: World,
  invoice: StoredInvoice,
  subscription: StoredSubscription,
  given?: StoredMethod,
  cause?: Cause,
): boolean {
  const method = given ?? methodFor(world, invoice.scope, subscription.data)
  invoice.data.attempted = true
  invoice.data.attempt_count += 1
  const outcome = method && chargeInvoice(world, invoice, subscription.data, method, cause)
  if (outcome?.is === 'succeeded') {
    closePayment(world, invoice, cause)
    markPaid(world, invoice, invoice.data.amount_due, cause)
    return true
  }
  const wait =
    invoice.data.billing_reason === 'subscription_create' ? undefined : retryDays[retryCount(invoice)]
  invoice.data.next_payment_attempt = wait === undefined ? null : world.clock.seconds() + wait * DAY
  world.objects.update(invoice.id, invoice.data)
  if (needsAuthentication(outcome))
    emit(world, invoice.scope, 'invoice.payment_action_required', invoice.data, cause)
  emit(world, invoice.scope, 'invoice.payment_failed', invoice.data, cause)
  return false
}

function retryCount(invoice: StoredInvoice): number {
  return invoice.data.attempt_count - 1
}

function needsAuthentication(outcome: Outcome | undefined): boolean {
  return outcome?.is === 'declined' && outcome.refusal.code === 'authentication_required'
}

/** The subscription that an invoice belongs to. */
export function subscriptionOf(world: World, invoice: StoredInvoice): StoredSubscription | undefined {
  const id = subscriptionIdOf(invoice.data)
  return id === undefined ? undefined : findSubscription(world, invoice.scope, id)
}
