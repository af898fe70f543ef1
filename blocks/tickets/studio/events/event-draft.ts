// An event with its types as it is typed. Pure, so that the rules of the form can be tested.
import { type DecimalSign, decimalSign, parsePrice, typedAmount } from '#kernel/browser/typed-money.ts'
import type { EventRow, TypeRow } from './event-rows.ts'
import { newType, ownQuota, type PoolDraft, type TypeDraft, typeDraftOf } from './type-draft.ts'
import { localIn, ownZone } from './zoned-time.ts'

export interface EventDraft {
  title: string
  summary: string
  isOnline: boolean
  place: string
  zone: string
  startsAt: string
  endsAt: string
  currency: string
  /** Id of the audience that sees it, or empty for everyone. */
  audience: string
  /** Empty: buyers may not cancel. */
  cancelUntil: string
  refundPercent: string
  /** For holders only, the second after the end. */
  onlineUrl: string
  recordingUrl: string
  /** Seats that several types take. */
  pools: PoolDraft[]
  types: TypeDraft[]
}

/** An evening in two weeks with one type of ticket. */
export function emptyDraft(now = Date.now(), zone = ownZone()): EventDraft {
  const day = localIn(new Date(now + 14 * 86_400_000).toISOString(), zone).slice(0, 10)
  return {
    title: '',
    summary: '',
    isOnline: false,
    place: '',
    zone,
    startsAt: `${day}T19:00`,
    endsAt: `${day}T22:00`,
    currency: 'eur',
    audience: '',
    cancelUntil: '',
    refundPercent: '100',
    onlineUrl: '',
    recordingUrl: '',
    pools: [],
    types: [{ ...newType(), name: 'Ticket' }],
  }
}

export function draftOf(event: EventRow, decimal: DecimalSign = decimalSign()): EventDraft {
  const { zone, currency, types, quotas, secrets } = event
  const local = (time: string | null) => (time ? localIn(time, zone) : '')
  // By id: rows that are read again are new objects.
  const own = new Set(types.map((type) => ownQuota(type, types)?.id))
  return {
    title: event.title,
    summary: event.summary ?? '',
    isOnline: event.place === null,
    place: event.place ?? '',
    zone,
    startsAt: local(event.starts_at),
    endsAt: local(event.ends_at),
    currency,
    audience: event.audience_id ?? '',
    cancelUntil: local(event.cancel_until),
    refundPercent: String(event.refund_percent),
    onlineUrl: secrets?.online_url ?? '',
    recordingUrl: secrets?.recording_url ?? '',
    pools: quotas
      .filter(({ id }) => !own.has(id))
      .map(({ id, name, capacity }) => ({ id, key: id, name, seats: String(capacity) })),
    types: types.map((type) => typeDraftOf(type, { types, currency, zone, decimal })),
  }
}

/** The other currency keeps what is typed, with its own decimals. */
export const inCurrency = (draft: EventDraft, currency: string): EventDraft => ({
  ...draft,
  currency,
  types: draft.types.map((type) => ({ ...type, price: reformatted(type.price, draft.currency, currency) })),
})

function reformatted(price: string, from: string, to: string): string {
  const parsed = parsePrice(price, from, decimalSign())
  return 'cents' in parsed && 'error' in parsePrice(price, to, decimalSign())
    ? typedAmount(parsed.cents, to, decimalSign())
    : price
}

/** Seats held and sold of a type's own quota, or of shared seats. */
export function takenOf(event: Pick<EventRow, 'types' | 'quotas'> | undefined, key: string): number {
  if (!event) return 0
  const type = event.types.find(({ id }) => id === key)
  const quota = type ? ownQuota(type, event.types) : event.quotas.find(({ id }) => id === key)
  return quota ? quota.held + quota.sold : 0
}

/** Units held and sold of a type, whatever seats they take. */
export const takenUnits = (types: readonly TypeRow[] | undefined, key: string): number =>
  types?.find(({ id }) => id === key)?.taken ?? 0
