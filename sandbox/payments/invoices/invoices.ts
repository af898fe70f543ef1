import type Stripe from 'stripe'
import { identifier } from '../../identifier.ts'
import { complete } from '../contract/skeleton.ts'
import { idOf } from '../objects/id-of.ts'
import type { Stored } from '../store.ts'
import { emit } from '../webhooks/events.ts'
import type { Cause, World } from '../world.ts'
import { customerOf, setBalance } from '../payment-methods/customer-state.ts'
import { shownLines } from './invoice-lines.ts'
import type { Line } from './invoice-lines.ts'
import { periodOf } from '../subscriptions/subscription-state.ts'
import type { StoredSubscription } from '../subscriptions/subscription-state.ts'

export type Invoice = Stripe.Invoice
export type StoredInvoice = Stored<Invoice>

/** The provider's values for an invoice's billing reason. */
export type Reason = 'subscription_create' | 'subscription_cycle' | 'subscription_update'

/** Stores a subscription's draft without an event: the subscription's event comes first. */
export function draftInvoice(
  world: World,
  subscription: StoredSubscription,
  reason: Reason,
  lines: Line[],
): StoredInvoice {
  const { scope, data: bought } = subscription
  const customer = customerOf(world, scope, idOf(bought.customer))
  const id = identifier('in', 24)
  const now = world.clock.seconds()
  const total = lines.reduce((sum, line) => sum + line.amount, 0)
  // The lines bill the coming period; the invoice's own period is the one that ended.
  const period = reason === 'subscription_cycle' ? { start: lines[0]?.start ?? now, end: now } : undefined
  const data = complete<Invoice>('invoices.retrieve', {
    id,
    amount_due: Math.max(total, 0),
    amount_remaining: Math.max(total, 0),
    auto_advance: true,
    billing_reason: reason,
    collection_method: 'charge_automatically',
    created: now,
    currency: bought.currency,
    customer: customer.id,
    customer_email: customer.email,
    customer_name: customer.name,
    customer_tax_exempt: 'none',
    customer_tax_ids: [],
    default_payment_method: null,
    issuer: { type: 'self' },
    lines: {
      data: shownLines(scope, id, lines, bought),
      has_more: false,
      url: `/v1/invoices/${id}/lines`,
    },
    livemode: scope.livemode,
    metadata: {},
    parent: {
      subscription_details: { metadata: bought.metadata, subscription: bought.id },
      type: 'subscription_details',
    },
    period_end: period?.end ?? now,
    period_start: period ? periodOf(bought).start : now,
    status: 'draft',
    subtotal: total,
    subtotal_excluding_tax: total,
    test_clock: bought.test_clock,
    total,
    total_excluding_tax: total,
  })
  world.objects.insert('invoice', scope, now, data)
  return { id, kind: 'invoice', scope, data, hidden: {} }
}

/**
 * Finalizes a draft: assigns its number, applies the customer's credit and sets the amount due.
 * @param paid true if the full amount was already paid, without the customer's credit
 */
export function finalizeInvoice(world: World, stored: StoredInvoice, cause?: Cause, paid = false): void {
  const { data, scope } = stored
  const now = world.clock.seconds()
  const customer = customerOf(world, scope, idOf(data.customer!))
  const credit = paid ? 0 : customer.balance
  const open = data.total + credit
  data.starting_balance = customer.balance
  data.ending_balance = paid ? customer.balance : Math.min(open, 0)
  data.amount_due = Math.max(open, 0)
  data.amount_remaining = data.amount_due
  data.status = 'open'
  data.effective_at = now
  data.status_transitions.finalized_at = now
  data.number = nextNumber(world, customer)
  data.hosted_invoice_url = `${world.publicUrl}/i/${data.id}`
  data.invoice_pdf = `${world.publicUrl}/i/${data.id}/pdf`
  world.objects.update(data.id, data)
  setBalance(world, scope, customer.id, data.ending_balance)
  emit(world, scope, 'invoice.finalized', data, cause)
}

function nextNumber(world: World, customer: Stripe.Customer): string {
  const number = customer.next_invoice_sequence ?? 1
  world.objects.update(customer.id, { ...customer, next_invoice_sequence: number + 1 })
  return `${customer.invoice_prefix ?? 'SANDBOX'}-${String(number).padStart(4, '0')}`
}

/** Marks an open invoice as paid, with money or with credit. */
export function markPaid(world: World, stored: StoredInvoice, paid: number, cause?: Cause): void {
  const { data, scope } = stored
  const now = world.clock.seconds()
  data.status = 'paid'
  data.attempted = true
  data.amount_paid = paid
  data.amount_remaining = 0
  data.next_payment_attempt = null
  data.auto_advance = false
  data.status_transitions.paid_at = now
  world.objects.update(data.id, data)
  emit(world, scope, 'invoice.paid', data, cause)
  emit(world, scope, 'invoice.payment_succeeded', data, cause)
}

/** Voids an open invoice. */
export function voidInvoice(world: World, stored: StoredInvoice, cause?: Cause): void {
  const { data, scope } = stored
  data.status = 'void'
  data.auto_advance = false
  data.next_payment_attempt = null
  data.status_transitions.voided_at = world.clock.seconds()
  world.objects.update(data.id, data)
  emit(world, scope, 'invoice.voided', data, cause)
}

/** The id of an invoice's subscription. */
export function subscriptionIdOf(invoice: Invoice): string | undefined {
  const subscription = invoice.parent?.subscription_details?.subscription
  return subscription && idOf(subscription)
}
