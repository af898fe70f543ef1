// What the Studio reads of events, put together from the rows of their tables.
import type { Question } from '#blocks/tickets/endpoints.ts'

export interface QuotaRow {
  id: string
  name: string
  capacity: number
  held: number
  sold: number
}

export interface PhaseRow {
  id: string
  name: string | null
  price_cents: number
  until_at: string | null
  until_sold: number | null
}

export interface TypeRow {
  id: string
  name: string
  description: string | null
  position: number
  price_cents: number
  is_donation: boolean
  sale_from: string | null
  sale_until: string | null
  min_per_order: number
  max_per_order: number
  most_per_buyer: number | null
  group_size: number
  is_hidden: boolean
  addon_of: string | null
  audience_id: string | null
  has_waiting_list: boolean
  is_transferable: boolean
  is_open: boolean
  questions: Question[]
  /** Units held and sold. */
  taken: number
  quotas: QuotaRow[]
  phases: PhaseRow[]
}

export interface SecretsRow {
  online_url: string | null
  recording_url: string | null
}

export interface EventRow {
  id: string
  series_id: string | null
  title: string
  summary: string | null
  place: string | null
  zone: string
  starts_at: string
  ends_at: string
  state: 'draft' | 'published' | 'canceled'
  currency: string
  audience_id: string | null
  cancel_until: string | null
  refund_percent: number
  updated_at: string
  quotas: QuotaRow[]
  types: TypeRow[]
  /** Only for those with the right `content`. */
  secrets: SecretsRow | undefined
  /** By this browser's clock, for lists only. */
  isOver: boolean
}

type OfEvent<T> = T & { event_id: string }

export interface StoredRows {
  events: Omit<EventRow, 'quotas' | 'types' | 'secrets' | 'isOver'>[]
  types: OfEvent<Omit<TypeRow, 'quotas' | 'phases'>>[]
  quotas: OfEvent<QuotaRow>[]
  links: { type_id: string; quota_id: string }[]
  phases: (PhaseRow & { type_id: string })[]
  secrets: OfEvent<SecretsRow>[]
}

/** Puts the rows of the tables together. */
export function assemble(stored: StoredRows, now = Date.now()): EventRow[] {
  const { events, types, quotas, links, phases, secrets } = stored
  const all = events.map((event): EventRow => {
    const own = quotas.filter(({ event_id }) => event_id === event.id)
    return {
      ...event,
      isOver: Date.parse(event.ends_at) <= now,
      quotas: own,
      types: types
        .filter(({ event_id }) => event_id === event.id)
        .map((type) => {
          const taken = links.filter(({ type_id }) => type_id === type.id).map(({ quota_id }) => quota_id)
          return {
            ...type,
            quotas: own.filter(({ id }) => taken.includes(id)),
            phases: phases.filter(({ type_id }) => type_id === type.id),
          }
        }),
      secrets: secrets.find(({ event_id }) => event_id === event.id),
    }
  })
  const [over, next] = [all.filter(({ isOver }) => isOver), all.filter(({ isOver }) => !isOver)]
  return [
    ...next.toSorted((a, b) => Date.parse(a.starts_at) - Date.parse(b.starts_at)),
    ...over.toSorted((a, b) => Date.parse(b.starts_at) - Date.parse(a.starts_at)),
  ]
}

/**
 * Seats of an event: those for sale, sold, and in open carts. A limit of one type within shared seats is no seats of its own, so that no
 * seat counts twice.
 */
export function seatsOf({ quotas, types }: Pick<EventRow, 'quotas' | 'types'>) {
  const takers = (id: string) => types.filter((type) => type.quotas.some((quota) => quota.id === id))
  const isLimit = ({ id }: QuotaRow) => {
    const [type, ...others] = takers(id)
    return (
      type !== undefined &&
      others.length === 0 &&
      type.quotas.some((quota) => quota.id !== id && takers(quota.id).length > 1)
    )
  }
  const counted = quotas.filter((quota) => !isLimit(quota))
  return {
    capacity: counted.reduce((sum, { capacity }) => sum + capacity, 0),
    sold: counted.reduce((sum, { sold }) => sum + sold, 0),
    held: counted.reduce((sum, { held }) => sum + held, 0),
  }
}

/** How many seats a type could still sell: as many as the fullest of its seats has. */
export const freeOf = ({ quotas }: Pick<TypeRow, 'quotas'>): number =>
  quotas.length === 0
    ? 0
    : Math.min(...quotas.map(({ capacity, held, sold }) => Math.max(0, capacity - held - sold)))
