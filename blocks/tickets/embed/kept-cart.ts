import type { EmbedApi } from '#kernel/browser/embed-page.ts'

type Keep = EmbedApi['keep']

/** What this browser keeps of a cart: the token that proves it, and the receipts of its checkouts. */
export interface KeptCart {
  cart: string
  receipts: string[]
}

const nameOf = (event: string) => `cart-${event}`

/** An unreadable value counts as none. */
export function keptCart(keep: Keep, event: string): KeptCart | undefined {
  try {
    const { cart, receipts } = JSON.parse(keep.get(nameOf(event)) ?? '') as Partial<KeptCart>
    if (typeof cart !== 'string' || !Array.isArray(receipts)) return undefined
    return { cart, receipts: receipts.filter((one) => typeof one === 'string') }
  } catch {
    return undefined
  }
}

/** @param kept null forgets the cart of the event */
export const keepCart = (keep: Keep, event: string, kept: KeptCart | null): void =>
  keep.set(nameOf(event), kept && JSON.stringify(kept))

/** Keeps the cart that a letter offers. Its token is behind the `#`, which no server sees, and leaves the address. */
export function cartOfLetter(keep: Keep, event: string): KeptCart | undefined {
  const token = /^#cart=([\w-]{43})$/.exec(location.hash)?.[1]
  if (!token) return undefined
  history.replaceState(history.state, '', location.pathname + location.search)
  const kept = { cart: token, receipts: [] }
  keepCart(keep, event, kept)
  return kept
}
