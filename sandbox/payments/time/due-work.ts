import { transaction } from '../../database.ts'
import { expireDueSessions } from '../objects/checkout-sessions.ts'
import type { Session } from '../objects/checkout-sessions.ts'
import { settleRefund, nextRefundEnd } from '../objects/refund-settlement.ts'
import type { StoredRefund } from '../objects/refund-settlement.ts'
import type { Stored } from '../store.ts'
import type { World } from '../world.ts'
import { endPeriod, endSubscription, expireIncomplete, retryInvoice, warnOfTrialEnd } from './lifecycle.ts'
import type { Invoice, StoredInvoice } from '../invoices/invoices.ts'
import { DAY, HOUR } from './periods.ts'
import { periodOf } from '../subscriptions/subscription-state.ts'
import type {
  StoredSubscription,
  Subscription,
  SubscriptionHidden,
} from '../subscriptions/subscription-state.ts'

/** A piece of scheduled work. */
interface Due {
  /** Seconds since 1970. */
  at: number
  what: string
  run: (world: World) => void
}

/**
 * Runs everything that is due until a time, in order and at its due time: ends of trials, renewals, payment
 * retries, expiries. Each piece is one transaction.
 * @param until seconds since 1970
 * @param clock only for customers of this test clock; null for customers without one
 * @returns number of pieces of work
 */
export function doDueWork(world: World, until: number, clock: string | null = null): number {
  for (let done = 0; ; done += 1) {
    const next = nextDue(world, clock)
    if (!next || next.at > until) {
      world.deliveries.wake()
      return done
    }
    // Every piece moves its own due date. If one did not, this loop would never end.
    if (done > 100_000) throw new Error(`Due work does not end: ${next.what}`)
    transaction(world.database, () => world.clock.at(next.at, () => next.run(world)))
  }
}

function nextDue(world: World, clock: string | null): Due | undefined {
  const sameClock =
    clock === null ? `json_extract(data, '$.test_clock') is null` : `json_extract(data, '$.test_clock') = ?`
  const values = clock === null ? [] : [clock]
  const subscriptions = world.objects.where<Subscription, SubscriptionHidden>(
    'subscription',
    `json_extract(data, '$.ended_at') is null and ${sameClock} order by seq`,
    ...values,
  )
  const invoices = world.objects.where<Invoice>(
    'invoice',
    `json_extract(data, '$.status') = 'open' and json_extract(data, '$.next_payment_attempt') is not null and ${sameClock} order by seq`,
    ...values,
  )
  const sessions =
    clock === null
      ? world.objects.where<Session>(
          'checkout.session',
          `json_extract(data, '$.status') = 'open' order by json_extract(data, '$.expires_at') limit 1`,
        )
      : []
  const refund = clock === null ? nextRefundEnd(world) : undefined
  const all = [
    ...sessions.map(sessionDue),
    ...(refund ? [refundDue(refund)] : []),
    ...subscriptions.flatMap((one) => subscriptionDue(one) ?? []),
    ...invoices.map(invoiceDue),
  ]
  return all.reduce<Due | undefined>((first, one) => (first && first.at <= one.at ? first : one), undefined)
}

function sessionDue({ id, data }: Stored<Session>): Due {
  return { at: data.expires_at, what: id, run: expireDueSessions }
}

function refundDue(refund: StoredRefund): Due {
  return { at: refund.hidden.at!, what: refund.id, run: (world) => settleRefund(world, refund) }
}

function invoiceDue(invoice: StoredInvoice): Due {
  return {
    at: invoice.data.next_payment_attempt!,
    what: invoice.id,
    run: (world) => retryInvoice(world, invoice),
  }
}

function subscriptionDue(stored: StoredSubscription): Due | undefined {
  const { data, id } = stored
  if (data.status === 'incomplete')
    return { at: data.created + 23 * HOUR, what: id, run: (world) => expireIncomplete(world, stored) }
  const { end } = periodOf(data)
  const warnAt = data.trial_end === null ? end : data.trial_end - 3 * DAY
  if (data.status === 'trialing' && !stored.hidden.warned)
    return { at: warnAt, what: id, run: (world) => warnOfTrialEnd(world, stored) }
  if (data.cancel_at !== null && !data.cancel_at_period_end && data.cancel_at <= end)
    return {
      at: data.cancel_at,
      what: id,
      run: (world) => endSubscription(world, stored, 'cancellation_requested'),
    }
  if (data.status === 'paused') return undefined
  return { at: end, what: id, run: (world) => endPeriod(world, stored) }
}

/** Moves the sandbox's clock forward and runs the work that falls due. @returns number of pieces of work */
export function advanceTime(world: World, seconds: number): number {
  const done = doDueWork(world, world.clock.seconds() + seconds)
  world.clock.advance(seconds)
  return done
}
