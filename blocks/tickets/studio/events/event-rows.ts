// What the Studio reads of events, put together from the rows of their tables.

export interface QuotaRow {
  id: string
  name: string
  capacity: number
  held: number
  sold: number
}

export interface TypeRow {
  id: string
  name: string
  description: string | null
  position: number
  price_cents: number
  sale_from: string | null
  sale_until: string | null
  max_per_order: number
  has_waiting_list: boolean
  quotas: QuotaRow[]
  /** Another type takes seats of the same quota. */
  isShared: boolean
  phases: { id: string; price_cents: number; until_at: string | null }[]
}

export interface EventRow {
  id: string
  title: string
  summary: string | null
  place: string | null
  zone: string
  starts_at: string
  ends_at: string
  state: 'draft' | 'published' | 'canceled'
  currency: string
  quotas: QuotaRow[]
  types: TypeRow[]
  /** By this browser's clock, for lists only. */
  isOver: boolean
}

type OfEvent<T> = T & { event_id: string }

export interface StoredRows {
  events: Omit<EventRow, 'quotas' | 'types' | 'isOver'>[]
  types: OfEvent<Omit<TypeRow, 'quotas' | 'isShared' | 'phases'>>[]
  quotas: OfEvent<QuotaRow>[]
  links: { type_id: string; quota_id: string }[]
  phases: { id: string; type_id: string; price_cents: number; until_at: string | null }[]
}

/** Puts the rows of the tables together. */
export function assemble({ events, types, quotas, links, phases }: StoredRows, now = Date.now()): EventRow[] {
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
            isShared:
              taken.length > 1 ||
              links.some(({ type_id, quota_id }) => type_id !== type.id && taken.includes(quota_id)),
            phases: phases.filter(({ type_id }) => type_id === type.id),
          }
        }),
    }
  })
  const [over, next] = [all.filter(({ isOver }) => isOver), all.filter(({ isOver }) => !isOver)]
  return [
    ...next.toSorted((a, b) => Date.parse(a.starts_at) - Date.parse(b.starts_at)),
    ...over.toSorted((a, b) => Date.parse(b.starts_at) - Date.parse(a.starts_at)),
  ]
}

/** Seats of an event: those for sale, sold, and in open carts. */
export const seatsOf = ({ quotas }: Pick<EventRow, 'quotas'>) => ({
  capacity: quotas.reduce((sum, { capacity }) => sum + capacity, 0),
  sold: quotas.reduce((sum, { sold }) => sum + sold, 0),
  held: quotas.reduce((sum, { held }) => sum + held, 0),
})
