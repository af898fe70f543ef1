// What a visitor has chosen of an event: pure, so that every rule can be tested.
import type { TicketEvent, TicketType, WantedTickets } from '../endpoints.ts'

/** What is chosen of one type. */
export interface Chosen {
  quantity: number
  /** For a donation, in minor units. */
  price?: number
}

/** By id of the type. */
export type Choice = Readonly<Record<string, Chosen>>

export const canBuy = ({ state }: Pick<TicketType, 'state'>) => state === 'on_sale' || state === 'few_left'

/** With a single type for sale, one of it is chosen already. */
export function firstChoice({ types }: Pick<TicketEvent, 'types'>): Choice {
  const [only, ...others] = types.filter((type) => canBuy(type) && type.addon_of === undefined)
  return only && others.length === 0 ? { [only.id]: { quantity: only.min_per_order } } : {}
}

/** How many of a type can be chosen now. An add-on needs as many of its ticket. */
export function mostOf(type: TicketType, choice: Choice): number {
  if (!canBuy(type)) return 0
  const most = Math.min(type.max_per_order, type.left ?? type.max_per_order)
  return type.addon_of === undefined ? most : Math.min(most, choice[type.addon_of]?.quantity ?? 0)
}

/** The next number above or below, which skips those below the least. */
export function stepped(type: TicketType, choice: Choice, by: 1 | -1): number {
  const now = choice[type.id]?.quantity ?? 0
  const next = now + by
  if (next > mostOf(type, choice)) return now
  if (next >= type.min_per_order) return next
  return by > 0 && type.min_per_order <= mostOf(type, choice) ? type.min_per_order : by > 0 ? now : 0
}

/** The lines of a cart, in the order of the types. What is no longer for sale is left out. */
export function linesOf({ types }: Pick<TicketEvent, 'types'>, choice: Choice): WantedTickets[] {
  return types.flatMap((type) => {
    const quantity = Math.min(choice[type.id]?.quantity ?? 0, mostOf(type, choice))
    if (quantity === 0) return []
    const price = type.is_donation ? Math.max(choice[type.id]?.price ?? 0, type.price_cents) : undefined
    return [{ type: type.id, quantity, ...(price !== undefined && { price }) }]
  })
}

/** What the lines cost, in minor units. */
export const totalOf = ({ types }: Pick<TicketEvent, 'types'>, lines: readonly WantedTickets[]): number =>
  lines.reduce(
    (sum, { type, quantity, price }) =>
      sum + quantity * (price ?? types.find(({ id }) => id === type)?.price_cents ?? 0),
    0,
  )
