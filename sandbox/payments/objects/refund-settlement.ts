import type Stripe from 'stripe'
import type { Stored } from '../store.ts'
import { emit } from '../webhooks/events.ts'
import type { World } from '../world.ts'
import { idOf } from './id-of.ts'
import type { AfterPayment } from './test-cards.ts'

type Charge = Stripe.Charge

/** The planned outcome of a refund and its time (seconds since 1970). */
export interface RefundHidden {
  becomes?: 'failed' | 'succeeded'
  at?: number
}

export type StoredRefund = Stored<Stripe.Refund, RefundHidden>

/** How long a refund stays pending if the bank does not settle it immediately. */
const SETTLEMENT_SECONDS = 60

/** The initial state of a card refund. Most succeed immediately; two test cards settle later. */
export function beginning(
  after: AfterPayment | undefined,
  now: number,
): { status: 'pending' | 'succeeded'; hidden: RefundHidden } {
  if (after === 'refund pends')
    return { status: 'pending', hidden: { becomes: 'succeeded', at: now + SETTLEMENT_SECONDS } }
  if (after === 'refund fails')
    return { status: 'succeeded', hidden: { becomes: 'failed', at: now + SETTLEMENT_SECONDS } }
  return { status: 'succeeded', hidden: {} }
}

/** The pending refund that settles next. */
export function nextRefundEnd(world: World): StoredRefund | undefined {
  const [next] = world.objects.where<Stripe.Refund, RefundHidden>(
    'refund',
    `json_extract(hidden, '$.at') is not null order by json_extract(hidden, '$.at') limit 1`,
  )
  return next
}

/**
 * Settles a refund. A failed one returns its money to the seller:
 * https://docs.stripe.com/refunds#failed-refunds
 */
export function settleRefund(world: World, { data: refund, scope, hidden }: StoredRefund): void {
  if (!hidden.becomes) return
  refund.status = hidden.becomes
  if (hidden.becomes === 'succeeded') {
    world.objects.update(refund.id, refund, {})
    emit(world, scope, 'refund.updated', refund)
    return
  }
  refund.failure_reason = 'unknown'
  world.objects.update(refund.id, refund, {})
  const charge = world.objects.get<Charge>('charge', scope, idOf(refund.charge!)).data
  const previous = { amount_refunded: charge.amount_refunded, refunded: charge.refunded }
  charge.amount_refunded -= refund.amount
  charge.refunded = false
  world.objects.update(charge.id, charge)
  emit(world, scope, 'charge.updated', charge, undefined, previous)
  emit(world, scope, 'refund.updated', refund)
  emit(world, scope, 'refund.failed', refund)
}
