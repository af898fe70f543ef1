import type { TicketEvent, TicketType } from '#blocks/tickets/endpoints.ts'
import { centsOf } from '../typed-amount.ts'
import type { EventDraft } from './event-draft.ts'
import type { TypeDraft } from './type-draft.ts'
import { momentIn } from './zoned-time.ts'

/**
 * What visitors will see of a draft. States and seats that are left come from the stored event, as the server says; what is typed
 * replaces the rest. A type that is not stored yet is shown as on sale.
 */
export function previewOf(draft: EventDraft, stored: TicketEvent | undefined, now: string): TicketEvent {
  const { zone, currency } = draft
  const types = draft.types.filter(isShown).map((type): TicketType => {
    const before = stored?.types.find(({ id }) => id === type.id)
    // The first one that is not over; those that end with a number count as open.
    const phase = type.phases.find(({ until }) => !until || (momentIn(until, zone) ?? '') > now)
    const until = phase && momentIn(phase.until, zone)
    const saleFrom = momentIn(type.saleFrom, zone)
    const price = centsOf(type.price, currency)
    return {
      id: type.key,
      name: type.name.trim() || 'Ticket',
      ...(type.description.trim() && { description: type.description.trim() }),
      state: !type.isOpen
        ? 'closed'
        : stateOf(before?.state, saleFrom !== undefined && saleFrom > now, hasSeats(type, draft)),
      price_cents: phase ? centsOf(phase.price, currency) : price,
      ...(phase && { regular_price_cents: price, ...(until && { price_until: until }) }),
      ...(saleFrom && { sale_from: saleFrom }),
      ...(before?.left !== undefined && { left: before.left }),
      ...(Number(type.groupSize) > 1 && { group_size: Number(type.groupSize) }),
      ...(type.isDonation && { is_donation: true as const }),
      ...(draft.types.some(({ key }) => key === type.addonOf) && { addon_of: type.addonOf }),
      min_per_order: type.least,
      max_per_order: Math.min(Number(type.most) || 1, Number(type.perBuyer) || 50),
      questions: type.questions.map(({ choices, ...question }) => ({
        ...question,
        ...(question.kind === 'choice' && { choices: choices.split('\n').filter(Boolean) }),
      })),
    }
  })
  return {
    id: stored?.id ?? 'preview',
    series_id: null,
    title: draft.title.trim() || 'Your event',
    summary: draft.summary.trim() || null,
    place: draft.isOnline ? null : draft.place.trim() || 'Place',
    zone,
    starts_at: momentIn(draft.startsAt, zone) ?? now,
    ends_at: momentIn(draft.endsAt, zone) ?? momentIn(draft.startsAt, zone) ?? now,
    currency,
    state: stored && stored.state !== 'closed' ? stored.state : 'on_sale',
    now,
    has_codes: stored?.has_codes ?? false,
    code_is_valid: null,
    types,
  }
}

/** Visitors do not see what is hidden behind a code, nor what is not for sale at all. */
const isShown = ({ isHidden }: TypeDraft) => !isHidden

const hasSeats = ({ seats, pools }: TypeDraft, draft: EventDraft): boolean =>
  seats.trim() !== '0' && draft.pools.every((pool) => !pools.includes(pool.key) || pool.seats.trim() !== '0')

function stateOf(
  stored: TicketType['state'] | undefined,
  isLater: boolean,
  hasSeats: boolean,
): TicketType['state'] {
  if (isLater) return 'not_yet'
  if (!stored || stored === 'not_yet') return hasSeats ? 'on_sale' : 'sold_out'
  return stored
}
