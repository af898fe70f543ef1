import { idOf } from '../objects/id-of.ts'
import { emit } from '../webhooks/events.ts'
import type { Cause, World } from '../world.ts'
import { collect, finalizeAndCollect, ruleAfterRetries, subscriptionOf } from '../invoices/collection.ts'
import { methodFor } from '../payment-methods/customer-state.ts'
import { itemLine } from '../invoices/invoice-lines.ts'
import { draftInvoice, voidInvoice } from '../invoices/invoices.ts'
import type { Invoice, StoredInvoice } from '../invoices/invoices.ts'
import type { StoredMethod } from '../payment-methods/payment-methods.ts'
import { periodEnd } from './periods.ts'
import { periodOf, recurringOf, saveSubscription, setPeriod } from '../subscriptions/subscription-state.ts'
import type { StoredSubscription, Subscription } from '../subscriptions/subscription-state.ts'

type EndReason = NonNullable<Subscription['cancellation_details']>['reason']

/** Emits `trial_will_end`, three days before the end, or immediately for a shorter trial. */
export function warnOfTrialEnd(world: World, stored: StoredSubscription, cause?: Cause): void {
  stored.hidden.warned = true
  world.objects.update(stored.id, stored.data, stored.hidden)
  emit(world, stored.scope, 'customer.subscription.trial_will_end', stored.data, cause)
}

/**
 * Ends a period or a trial: cancels the subscription if requested, else starts and invoices the next period.
 * Invoices are finalized immediately; the provider waits about an hour.
 */
export function endPeriod(world: World, stored: StoredSubscription, cause?: Cause): void {
  const { data, scope } = stored
  if (data.cancel_at_period_end) return endSubscription(world, stored, 'cancellation_requested', cause)
  const trialEnds = data.status === 'trialing'
  if (trialEnds && !methodFor(world, scope, data)) {
    const behavior = data.trial_settings?.end_behavior.missing_payment_method
    if (behavior === 'cancel') return endSubscription(world, stored, null, cause)
    if (behavior === 'pause') return pause(world, stored, cause)
  }
  beginPeriod(world, stored, periodOf(data).end)
  const lines = [
    ...stored.hidden.pending,
    ...data.items.data.map((item) => itemLine(world, scope, item, false)),
  ]
  const invoice = draftInvoice(world, stored, 'subscription_cycle', lines)
  stored.hidden.pending = []
  data.latest_invoice = invoice.id
  emit(world, scope, 'invoice.created', invoice.data, cause)
  if (data.status === 'unpaid') {
    // Collection stops until the customer pays the open invoice.
    invoice.data.auto_advance = false
    world.objects.update(invoice.id, invoice.data)
  } else if (finalizeAndCollect(world, invoice, stored, cause)) data.status = 'active'
  else data.status = 'past_due'
  saveSubscription(world, stored, cause)
}

export function beginPeriod(world: World, { data }: StoredSubscription, start: number): void {
  const { interval, interval_count: count } = recurringOf(data)
  setPeriod(data, start, periodEnd(data.billing_cycle_anchor, start, interval, count))
}

function pause(world: World, stored: StoredSubscription, cause?: Cause): void {
  stored.data.status = 'paused'
  beginPeriod(world, stored, periodOf(stored.data).end)
  saveSubscription(world, stored, cause)
  emit(world, stored.scope, 'customer.subscription.paused', stored.data, cause)
}

/** Resumes a paused subscription: starts a new period now, which is paid first. */
export function resumePaused(world: World, stored: StoredSubscription, cause?: Cause): void {
  const { data, scope } = stored
  data.billing_cycle_anchor = world.clock.seconds()
  beginPeriod(world, stored, data.billing_cycle_anchor)
  const lines = data.items.data.map((item) => itemLine(world, scope, item, false))
  const invoice = draftInvoice(world, stored, 'subscription_update', lines)
  data.latest_invoice = invoice.id
  emit(world, scope, 'invoice.created', invoice.data, cause)
  data.status = finalizeAndCollect(world, invoice, stored, cause) ? 'active' : 'past_due'
  saveSubscription(world, stored, cause)
  if (data.status === 'active') emit(world, scope, 'customer.subscription.resumed', data, cause)
}

/** Ends a subscription now. Open invoices stay, but are not retried. */
export function endSubscription(
  world: World,
  stored: StoredSubscription,
  reason: EndReason,
  cause?: Cause,
): void {
  const { data, scope, id } = stored
  const now = world.clock.seconds()
  data.status = 'canceled'
  data.canceled_at ??= now
  data.ended_at = now
  if (data.cancellation_details) data.cancellation_details.reason ??= reason
  stored.hidden.pending = []
  for (const invoice of openInvoices(world, id)) {
    if (invoice.data.next_payment_attempt === null) continue
    invoice.data.next_payment_attempt = null
    invoice.data.auto_advance = false
    world.objects.update(invoice.id, invoice.data)
  }
  saveSubscription(world, { ...stored, scope }, cause, 'customer.subscription.deleted')
}

/** Expires a subscription whose first payment did not arrive in time. */
export function expireIncomplete(world: World, stored: StoredSubscription, cause?: Cause): void {
  stored.data.status = 'incomplete_expired'
  stored.data.ended_at = world.clock.seconds()
  saveSubscription(world, stored, cause)
  for (const invoice of openInvoices(world, stored.id)) voidInvoice(world, invoice, cause)
}

/** Open invoices of a subscription, oldest first. */
export function openInvoices(world: World, subscription: string): StoredInvoice[] {
  return world.objects.where<Invoice>(
    'invoice',
    `json_extract(data, '$.status') = 'open' and json_extract(data, '$.parent.subscription_details.subscription') = ? order by seq`,
    subscription,
  )
}

/**
 * Retries an open invoice and updates the subscription: active if paid; after the last failure, the account's
 * rule applies.
 * @returns true when it is paid
 */
export function payInvoice(
  world: World,
  invoice: StoredInvoice,
  given?: StoredMethod,
  cause?: Cause,
): boolean {
  const stored = subscriptionOf(world, invoice)
  if (!stored) return false
  const paid = collect(world, invoice, stored, given, cause)
  if (paid) reviveSubscription(world, invoice, cause)
  return paid
}

/** Makes a subscription active again if its newest invoice is now paid. */
export function reviveSubscription(world: World, invoice: StoredInvoice, cause?: Cause): void {
  const stored = subscriptionOf(world, invoice)
  if (!stored) return
  const { data } = stored
  const latest = data.latest_invoice !== null && idOf(data.latest_invoice) === invoice.id
  if (!latest || !['incomplete', 'past_due', 'unpaid'].includes(data.status)) return
  data.status = 'active'
  saveSubscription(world, stored, cause)
}

/** Runs a scheduled retry of a failed invoice. */
export function retryInvoice(world: World, invoice: StoredInvoice): void {
  if (payInvoice(world, invoice) || invoice.data.next_payment_attempt !== null) return
  const stored = subscriptionOf(world, invoice)
  if (!stored || stored.data.ended_at !== null) return
  const rule = ruleAfterRetries(world)
  if (rule === 'canceled') return endSubscription(world, stored, 'payment_failed')
  stored.data.status = rule
  saveSubscription(world, stored)
}
