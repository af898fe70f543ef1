import type Stripe from 'stripe'
import { identifier } from '../../identifier.ts'
import { complete } from '../contract/skeleton.ts'
import { emit } from '../webhooks/events.ts'
import type { Cause, Scope, World } from '../world.ts'
import { closePayment, linkPayment, startInvoicePayment } from '../invoices/invoice-payments.ts'
import { itemLine, onceLine } from '../invoices/invoice-lines.ts'
import { draftInvoice, finalizeInvoice, markPaid } from '../invoices/invoices.ts'
import type { StoredInvoice } from '../invoices/invoices.ts'
import { collect } from '../invoices/collection.ts'
import { warnOfTrialEnd } from '../time/lifecycle.ts'
import { DAY, periodEnd } from '../time/periods.ts'
import { makeItem, saveSubscription } from './subscription-state.ts'
import type { Bought, StoredSubscription, Subscription, SubscriptionHidden } from './subscription-state.ts'

/** The contents of a new subscription, from Checkout or the API. */
export interface Order {
  customer: Stripe.Customer
  /** Recurring items, with one interval and one currency. */
  items: Bought[]
  /** One-time purchases. */
  once: Bought[]
  /** Seconds since 1970; null without a trial. */
  trialEnd: number | null
  missingMethod: 'cancel' | 'create_invoice' | 'pause'
  method: string | null
  metadata: Record<string, string>
  description: string | null
  applicationFeePercent: number | null
  cancelAtPeriodEnd: boolean
  cancelAt: number | null
}

/** How the first invoice is paid: with a completed payment, with the saved card, or later. */
export type FirstPayment = { by: 'card' } | { by: 'intent'; intent: Stripe.PaymentIntent } | { by: 'later' }

/** Starts a subscription, creates its first invoice and emits their events. Unpaid, it stays `incomplete`. */
export function startSubscription(
  world: World,
  scope: Scope,
  order: Order,
  payment: FirstPayment,
  cause?: Cause,
): { subscription: StoredSubscription; invoice: StoredInvoice } {
  const subscription = newSubscription(world, scope, order)
  const { data } = subscription
  const trial = order.trialEnd !== null
  const lines = [
    ...data.items.data.map((item) => itemLine(world, scope, item, trial)),
    ...order.once.map((one) => onceLine(world, scope, one)),
  ]
  const invoice = draftInvoice(world, subscription, 'subscription_create', lines)
  data.latest_invoice = invoice.id
  world.objects.insert('subscription', scope, data.created, data, subscription.hidden)
  emit(world, scope, 'customer.subscription.created', data, cause)
  if (trial && order.trialEnd! - data.created <= 3 * DAY) warnOfTrialEnd(world, subscription, cause)
  emit(world, scope, 'invoice.created', invoice.data, cause)
  finalizeInvoice(world, invoice, cause, payment.by === 'intent')
  if (payFirst(world, subscription, invoice, payment, cause) && !trial) data.status = 'active'
  saveSubscription(world, subscription, cause)
  return { subscription, invoice }
}

function payFirst(
  world: World,
  subscription: StoredSubscription,
  invoice: StoredInvoice,
  payment: FirstPayment,
  cause?: Cause,
): boolean {
  if (invoice.data.amount_due === 0) {
    markPaid(world, invoice, 0, cause)
    return true
  }
  if (payment.by === 'intent') {
    linkPayment(world, invoice, payment.intent)
    closePayment(world, invoice, cause)
    invoice.data.attempt_count = 1
    markPaid(world, invoice, payment.intent.amount, cause)
    return true
  }
  startInvoicePayment(world, invoice, subscription.data, cause)
  return payment.by === 'card' && collect(world, invoice, subscription, undefined, cause)
}

function newSubscription(world: World, scope: Scope, order: Order): StoredSubscription {
  const id = identifier('sub', 24)
  const now = world.clock.seconds()
  const { trialEnd, items } = order
  const { interval, interval_count: count } = items[0]!.price.recurring!
  const anchor = trialEnd ?? now
  const end = trialEnd ?? periodEnd(anchor, now, interval, count)
  const data = complete<Subscription>('subscriptions.retrieve', {
    id,
    application_fee_percent: order.applicationFeePercent,
    billing_cycle_anchor: anchor,
    billing_mode: { type: 'flexible', flexible: null },
    cancel_at: order.cancelAtPeriodEnd ? end : order.cancelAt,
    cancel_at_period_end: order.cancelAtPeriodEnd,
    canceled_at: order.cancelAtPeriodEnd || order.cancelAt !== null ? now : null,
    cancellation_details: { comment: null, feedback: null, reason: null },
    collection_method: 'charge_automatically',
    created: now,
    currency: items[0]!.price.currency,
    customer: order.customer.id,
    default_payment_method: order.method,
    description: order.description,
    invoice_settings: { issuer: { type: 'self' } },
    items: {
      data: items.map((one) => makeItem(world, id, one, now, end)),
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    livemode: scope.livemode,
    metadata: order.metadata,
    payment_settings: { save_default_payment_method: 'off' },
    start_date: now,
    status: trialEnd === null ? 'incomplete' : 'trialing',
    test_clock: order.customer.test_clock ?? null,
    trial_end: trialEnd,
    trial_settings: {
      end_behavior: { billing_cycle_anchor: null, missing_payment_method: order.missingMethod },
    },
    trial_start: trialEnd === null ? null : now,
  })
  const hidden: SubscriptionHidden = { warned: false, pending: [] }
  return { id, kind: 'subscription', scope, data, hidden }
}
