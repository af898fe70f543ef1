// An event with its types as it is typed. Pure, so that the rules of the form can be tested.
import { type DecimalSign, decimalSign, parsePrice, typedAmount } from '#kernel/browser/typed-money.ts'
import type { EventRow, TypeRow } from './event-rows.ts'
import { localIn, momentIn, ownZone } from './zoned-time.ts'

export interface TypeDraft {
  /** Of a stored type. */
  id?: string
  /** The seats of this type alone; absent if it shares them with another type, which this form does not change. */
  quotaId?: string
  /** Unique in the form. */
  key: string
  name: string
  description: string
  price: string
  seats: string
  isShared: boolean
  saleFrom: string
  saleUntil: string
  most: string
  hasWaitingList: boolean
  /** A lower price until a time; both or neither. */
  early: { id?: string; price: string; until: string }
}

export interface EventDraft {
  title: string
  summary: string
  isOnline: boolean
  place: string
  zone: string
  startsAt: string
  endsAt: string
  currency: string
  types: TypeDraft[]
}

let keys = 0
export const newType = (): TypeDraft => ({
  key: `new ${++keys}`,
  name: '',
  description: '',
  price: '',
  seats: '',
  isShared: false,
  saleFrom: '',
  saleUntil: '',
  most: '10',
  hasWaitingList: false,
  early: { price: '', until: '' },
})

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
    types: [{ ...newType(), name: 'Ticket' }],
  }
}

export function draftOf(event: EventRow, decimal: DecimalSign = decimalSign()): EventDraft {
  const { zone, currency } = event
  const local = (time: string | null) => (time ? localIn(time, zone) : '')
  return {
    title: event.title,
    summary: event.summary ?? '',
    isOnline: event.place === null,
    place: event.place ?? '',
    zone,
    startsAt: local(event.starts_at),
    endsAt: local(event.ends_at),
    currency,
    types: event.types.map((type) => {
      const [quota] = type.quotas
      const early = type.phases.find(({ until_at }) => until_at)
      return {
        id: type.id,
        ...(quota && !type.isShared && { quotaId: quota.id }),
        key: type.id,
        name: type.name,
        description: type.description ?? '',
        price: typedAmount(type.price_cents, currency, decimal),
        seats: String(Math.min(...type.quotas.map(({ capacity }) => capacity), Infinity)).replace(
          'Infinity',
          '',
        ),
        isShared: type.isShared,
        saleFrom: local(type.sale_from),
        saleUntil: local(type.sale_until),
        most: String(type.max_per_order),
        hasWaitingList: type.has_waiting_list,
        early: early
          ? {
              id: early.id,
              price: typedAmount(early.price_cents, currency, decimal),
              until: local(early.until_at),
            }
          : { price: '', until: '' },
      }
    }),
  }
}

/** A field of the form: of the event, or of a type by its key. */
export type FieldName =
  | keyof EventDraft
  | `${string} ${'name' | 'price' | 'seats' | 'most' | 'saleUntil' | 'early'}`

/** What is wrong, by field. Empty if the event can be saved. */
export function problemsOf(
  draft: EventDraft,
  taken: (typeKey: string) => number = () => 0,
): Partial<Record<FieldName, string>> {
  const problems: Partial<Record<FieldName, string>> = {}
  const { zone, currency } = draft
  const [start, end] = [momentIn(draft.startsAt, zone), momentIn(draft.endsAt, zone)]
  if (!draft.title.trim()) problems.title = 'Enter a title.'
  if (!draft.isOnline && !draft.place.trim()) problems.place = 'Enter a place, or choose Online.'
  if (!start) problems.startsAt = 'Enter a date and a time.'
  if (!end) problems.endsAt = 'Enter a date and a time.'
  else if (start && end <= start) problems.endsAt = 'The end must be after the start.'
  for (const type of draft.types) {
    const { key, early } = type
    const seats = Number(type.seats)
    if (!type.name.trim()) problems[`${key} name`] = 'Enter a name.'
    if ('error' in parsePrice(type.price, currency, decimalSign()))
      problems[`${key} price`] = 'Enter a price; 0 is free.'
    if (!/^\d{1,7}$/.test(type.seats.trim()) || seats > 1_000_000)
      problems[`${key} seats`] = 'Enter a number.'
    else if (!type.isShared && seats < taken(key))
      problems[`${key} seats`] = `${taken(key)} are taken already.`
    if (!/^\d{1,2}$/.test(type.most.trim()) || Number(type.most) < 1 || Number(type.most) > 50)
      problems[`${key} most`] = 'From 1 to 50.'
    const [from, until] = [momentIn(type.saleFrom, zone), momentIn(type.saleUntil, zone)]
    if (from && until && until <= from) problems[`${key} saleUntil`] = 'The end must be after the start.'
    if (early.price.trim() || early.until) {
      if ('error' in parsePrice(early.price, currency, decimalSign()) || !momentIn(early.until, zone))
        problems[`${key} early`] = 'Enter both a price and a time.'
    }
  }
  return problems
}

export const centsOf = (price: string, currency: string): number => {
  const parsed = parsePrice(price, currency, decimalSign())
  return 'cents' in parsed ? parsed.cents : 0
}

/** Seats held and sold of a type's own quota. */
export const takenOf = (types: readonly TypeRow[], key: string): number => {
  const [quota] = types.find(({ id }) => id === key)?.quotas ?? []
  return quota ? quota.held + quota.sold : 0
}
