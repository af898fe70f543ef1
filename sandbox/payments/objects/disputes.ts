import type Stripe from 'stripe'
import { identifier } from '../../identifier.ts'
import { invalid } from '../api/errors.ts'
import { onlySimulated } from '../api/simulated.ts'
import { complete } from '../contract/skeleton.ts'
import { emit } from '../webhooks/events.ts'
import type { Call, Cause, Scope, World } from '../world.ts'
import { cleanMetadata } from './metadata.ts'

type Charge = Stripe.Charge
type Dispute = Stripe.Dispute

/** Supported reasons. An inquiry does not withdraw money. */
export const disputeReasons = ['fraudulent', 'inquiry', 'product_not_received'] as const
export type DisputeReason = (typeof disputeReasons)[number]

const DAY = 24 * 60 * 60

/**
 * Opens a dispute: https://docs.stripe.com/disputes. It immediately withdraws the amount that was not
 * refunded, except for an inquiry.
 */
export function openDispute(
  world: World,
  scope: Scope,
  charge: Charge,
  reason: DisputeReason,
  cause?: Cause,
): Dispute {
  const inquiry = reason === 'inquiry'
  const now = world.clock.seconds()
  const dispute = complete<Dispute>('disputes.retrieve', {
    id: identifier('du', 24),
    amount: charge.amount - charge.amount_refunded,
    charge: charge.id,
    created: now,
    currency: charge.currency,
    evidence_details: {
      due_by: now + 7 * DAY,
      has_evidence: false,
      past_due: false,
      submission_count: 0,
    },
    is_charge_refundable: inquiry,
    livemode: scope.livemode,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason: inquiry ? 'fraudulent' : reason,
    status: inquiry ? 'warning_needs_response' : 'needs_response',
  })
  world.objects.insert('dispute', scope, now, dispute)
  charge.disputed = true
  world.objects.update(charge.id, charge)
  emit(world, scope, 'charge.dispute.created', dispute, cause)
  if (!inquiry) emit(world, scope, 'charge.dispute.funds_withdrawn', dispute, cause)
  return dispute
}

/** Closes a dispute; if the seller wins, the money is returned. */
export function endDispute(
  world: World,
  scope: Scope,
  dispute: Dispute,
  how: 'lost' | 'won',
  cause?: Cause,
): Dispute {
  const inquiry = isInquiry(dispute)
  dispute.status = inquiry && how === 'won' ? 'warning_closed' : how
  dispute.is_charge_refundable = false
  world.objects.update(dispute.id, dispute)
  if (how === 'won' && !inquiry) emit(world, scope, 'charge.dispute.funds_reinstated', dispute, cause)
  emit(world, scope, 'charge.dispute.closed', dispute, cause)
  return dispute
}

/** True if a dispute withdrew the payment's money or is open, so that nothing can be refunded. */
export function disputeTakes(world: World, scope: Scope, charge: Charge): boolean {
  return (
    charge.disputed &&
    world.objects
      .all<Dispute>('dispute', scope)
      .some(
        ({ data }) =>
          data.charge === charge.id && ['lost', 'needs_response', 'under_review'].includes(data.status),
      )
  )
}

/** True while the dispute can still be answered or accepted. */
export function isOpen(dispute: Dispute): boolean {
  return ['needs_response', 'under_review', 'warning_needs_response', 'warning_under_review'].includes(
    dispute.status,
  )
}

function isInquiry(dispute: Dispute): boolean {
  return dispute.status.startsWith('warning_')
}

/**
 * Submits evidence. As in Stripe's test mode, `winning_evidence` or `losing_evidence` as uncategorized_text
 * closes the dispute immediately; anything else stays under review. https://docs.stripe.com/testing#evidence
 */
export function updateDispute(call: Call<Stripe.DisputeUpdateParams>): Dispute {
  const { world, scope, params, path, cause } = call
  onlySimulated('disputes.update', params, 'evidence metadata submit expand')
  const { data: dispute } = world.objects.get<Dispute>('dispute', scope, path['id']!)
  if (!isOpen(dispute)) throw invalid(`This dispute is already closed (${dispute.status}).`)
  dispute.metadata = cleanMetadata(params.metadata, dispute.metadata)
  if (params.evidence) {
    Object.assign(dispute.evidence, params.evidence)
    dispute.evidence_details.has_evidence = true
  }
  // Evidence is submitted unless `submit` is false.
  const sent = params.evidence !== undefined && params.submit !== false
  if (sent) {
    dispute.evidence_details.submission_count += 1
    dispute.status = isInquiry(dispute) ? 'warning_under_review' : 'under_review'
  }
  world.objects.update(dispute.id, dispute)
  emit(world, scope, 'charge.dispute.updated', dispute, cause)
  const text = dispute.evidence.uncategorized_text
  if (sent && text === 'winning_evidence') return endDispute(world, scope, dispute, 'won', cause)
  if (sent && text === 'losing_evidence') return endDispute(world, scope, dispute, 'lost', cause)
  return dispute
}

/** Accepts the dispute, which loses it. */
export function closeDispute({ world, scope, path, cause }: Call): Dispute {
  const { data: dispute } = world.objects.get<Dispute>('dispute', scope, path['id']!)
  if (!isOpen(dispute)) throw invalid(`This dispute is already closed (${dispute.status}).`)
  return endDispute(world, scope, dispute, 'lost', cause)
}

export function retrieveDispute({ world, scope, path }: Call): Dispute {
  return world.objects.get<Dispute>('dispute', scope, path['id']!).data
}

export function listDisputes({ world, scope, params }: Call<Stripe.DisputeListParams>): object {
  const keep = (one: Dispute): boolean =>
    (params.charge === undefined || one.charge === params.charge) &&
    (params.payment_intent === undefined || one.payment_intent === params.payment_intent)
  return world.objects.page<Dispute>('dispute', scope, '/v1/disputes', params, keep)
}
