import { emit } from '../webhooks/events.ts'
import type { Cause, World } from '../world.ts'
import { finalizeAndCollect } from '../invoices/collection.ts'
import { itemLine } from '../invoices/invoice-lines.ts'
import type { Line } from '../invoices/invoice-lines.ts'
import { draftInvoice } from '../invoices/invoices.ts'
import { beginPeriod } from '../time/lifecycle.ts'
import { prorate } from './prorations.ts'
import { requireOneRate } from './subscription-create.ts'
import { periodOf, recurringOf } from './subscription-state.ts'
import type { Item, StoredSubscription } from './subscription-state.ts'

/**
 * Replaces the items of a subscription. During a trial, nothing is due. With another interval, a new period
 * starts and is paid now. Otherwise the difference is billed with the next invoice (`create_prorations`), now
 * (`always_invoice`), or never.
 */
export function changePlan(
  world: World,
  stored: StoredSubscription,
  items: Item[],
  behavior: string,
  cause?: Cause,
): void {
  const { data, scope, hidden } = stored
  requireOneRate(items.map((one) => ({ price: one.price, quantity: one.quantity ?? 1 })))
  const now = world.clock.seconds()
  const before = data.items.data
  const rate = rateOf(stored)
  const paid = data.status === 'active' || data.status === 'past_due'
  const difference = paid && behavior !== 'none' && now < periodOf(data).end
  const lines = difference ? differences(world, stored, before, items, now) : []
  data.items.data = items
  if (paid && rateOf(stored) !== rate) {
    data.billing_cycle_anchor = now
    beginPeriod(world, stored, now)
    const credit = lines.filter((line) => line.amount < 0)
    invoiceNow(
      world,
      stored,
      [...credit, ...data.items.data.map((one) => itemLine(world, scope, one, false))],
      cause,
    )
  } else if (behavior === 'always_invoice' && lines.length > 0) invoiceNow(world, stored, lines, cause)
  else hidden.pending.push(...lines)
  if (data.cancel_at_period_end) data.cancel_at = periodOf(data).end
}

function rateOf({ data }: StoredSubscription): string {
  const { interval, interval_count: count } = recurringOf(data)
  return `${count} ${interval}`
}

function differences(
  world: World,
  { scope }: StoredSubscription,
  before: Item[],
  after: Item[],
  now: number,
): Line[] {
  const ids = new Set([...before, ...after].map((one) => one.id))
  return [...ids].flatMap((id) => {
    const old = before.find((one) => one.id === id)
    const fresh = after.find((one) => one.id === id)
    const same = old && fresh && old.price.id === fresh.price.id && old.quantity === fresh.quantity
    return same ? [] : prorate(world, scope, old, fresh, now)
  })
}

function invoiceNow(world: World, stored: StoredSubscription, lines: Line[], cause?: Cause): void {
  const { data, scope, hidden } = stored
  const invoice = draftInvoice(world, stored, 'subscription_update', [...hidden.pending, ...lines])
  hidden.pending = []
  data.latest_invoice = invoice.id
  emit(world, scope, 'invoice.created', invoice.data, cause)
  data.status = finalizeAndCollect(world, invoice, stored, cause) ? 'active' : 'past_due'
}
