// A typed event as the server stores it.
import type { GivenEvent, GivenQuota, GivenType } from '#blocks/tickets/endpoints-save.ts'
import { centsOf } from '../typed-amount.ts'
import type { EventDraft } from './event-draft.ts'
import type { TypeDraft } from './type-draft.ts'
import type { EventRow } from './event-rows.ts'
import { momentOf } from './zoned-time.ts'

const hasOwnSeats = ({ seats }: TypeDraft) => seats.trim() !== ''

/** The keys of all seats, in the order in which they are given: shared ones, then those of types. */
export const quotaKeys = ({ pools, types }: EventDraft): string[] => [
  ...pools.map(({ key }) => key),
  ...types.filter(hasOwnSeats).map(({ key }) => key),
]

/**
 * @param draft without problems
 * @param before the stored event that the form was filled from
 */
export function givenOf(draft: EventDraft, before?: EventTimes): GivenEvent {
  const stored = before ? timesOf(before) : []
  const moment = (local: string) => momentOf(local, draft.zone, stored) ?? null
  const keys = quotaKeys(draft)
  return {
    title: draft.title.trim(),
    summary: draft.summary.trim() || null,
    place: draft.isOnline ? null : draft.place.trim(),
    zone: draft.zone,
    starts_at: moment(draft.startsAt) ?? '',
    ends_at: moment(draft.endsAt) ?? '',
    currency: draft.currency,
    audience_id: draft.audience || null,
    cancel_until: moment(draft.cancelUntil),
    refund_percent: Number(draft.refundPercent),
    online_url: draft.onlineUrl.trim() || null,
    recording_url: draft.recordingUrl.trim() || null,
    quotas: [
      ...draft.pools.map(({ id, name, seats }): GivenQuota => ({
        ...(id && { id }),
        name: name.trim(),
        capacity: Number(seats),
      })),
      ...draft.types.filter(hasOwnSeats).map(({ quotaId, name, seats }): GivenQuota => ({
        ...(quotaId && { id: quotaId }),
        name: name.trim(),
        capacity: Number(seats),
      })),
    ],
    types: draft.types.map((type) => givenType(type, draft, keys, moment)),
  }
}

type EventTimes = Pick<EventRow, 'starts_at' | 'ends_at' | 'cancel_until' | 'types'>

const timesOf = ({ starts_at, ends_at, cancel_until, types }: EventTimes) => [
  starts_at,
  ends_at,
  cancel_until,
  ...types.flatMap(({ sale_from, sale_until, phases }) => [
    sale_from,
    sale_until,
    ...phases.map(({ until_at }) => until_at),
  ]),
]

function givenType(
  type: TypeDraft,
  { currency, types }: EventDraft,
  keys: readonly string[],
  moment: (local: string) => string | null,
): GivenType {
  const addonOf = types.findIndex(({ key }) => key === type.addonOf)
  const places = [...type.pools, ...(hasOwnSeats(type) ? [type.key] : [])].map((key) => keys.indexOf(key))
  return {
    ...(type.id && { id: type.id }),
    name: type.name.trim(),
    description: type.description.trim() || null,
    price_cents: centsOf(type.price, currency),
    is_donation: type.isDonation,
    sale_from: moment(type.saleFrom),
    sale_until: moment(type.saleUntil),
    min_per_order: type.least,
    max_per_order: Number(type.most),
    most_per_buyer: type.perBuyer.trim() ? Number(type.perBuyer) : null,
    group_size: Number(type.groupSize),
    is_hidden: type.isHidden,
    addon_of: addonOf < 0 ? null : addonOf,
    audience_id: type.audience || null,
    has_waiting_list: type.hasWaitingList,
    is_transferable: type.isTransferable,
    is_open: type.isOpen,
    questions: type.questions.map(({ id, label, kind, required, choices }) => ({
      id,
      label: label.trim(),
      kind,
      required,
      ...(kind === 'choice' && { choices: linesOf(choices) }),
    })),
    quotas: places.filter((place) => place >= 0),
    phases: type.phases.map(({ name, price, until, sold }) => ({
      name,
      price_cents: centsOf(price, currency),
      until_at: moment(until),
      until_sold: sold.trim() ? Number(sold) : null,
    })),
  }
}

const linesOf = (text: string) => [...new Set(text.split('\n').map((line) => line.trim()))].filter(Boolean)
