import type { TicketEvent, TicketType } from '#blocks/tickets/endpoints.ts'
import { centsOf, type EventDraft } from './event-draft.ts'
import { momentIn } from './zoned-time.ts'

/**
 * What visitors will see of a draft. States and seats that are left come from the stored event, as the server says; what is typed
 * replaces the rest. A type that is not stored yet is shown as on sale.
 */
export function previewOf(draft: EventDraft, stored: TicketEvent | undefined, now: string): TicketEvent {
  const { zone, currency } = draft
  const types = draft.types.map((type): TicketType => {
    const before = stored?.types.find(({ id }) => id === type.id)
    const early = type.early.until ? momentIn(type.early.until, zone) : undefined
    const isEarly = early !== undefined && early > now
    const saleFrom = momentIn(type.saleFrom, zone)
    const price = centsOf(type.price, currency)
    return {
      id: type.key,
      name: type.name.trim() || 'Ticket',
      ...(type.description.trim() && { description: type.description.trim() }),
      state: stateOf(before?.state, saleFrom !== undefined && saleFrom > now, type.seats.trim() !== '0'),
      price_cents: isEarly ? centsOf(type.early.price, currency) : price,
      ...(isEarly && { regular_price_cents: price, price_until: early }),
      ...(saleFrom && { sale_from: saleFrom }),
      ...(before?.left !== undefined && { left: before.left }),
      ...(before?.group_size && { group_size: before.group_size }),
      ...(before?.is_donation && { is_donation: before.is_donation }),
      ...(before?.addon_of && { addon_of: before.addon_of }),
      min_per_order: 1,
      max_per_order: Number(type.most) || 1,
      questions: before?.questions ?? [],
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

function stateOf(
  stored: TicketType['state'] | undefined,
  isLater: boolean,
  hasSeats: boolean,
): TicketType['state'] {
  if (isLater) return 'not_yet'
  if (!stored || stored === 'not_yet') return hasSeats ? 'on_sale' : 'sold_out'
  return stored
}
