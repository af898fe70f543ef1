import type { EmbedApi } from '#kernel/browser/embed-page.ts'

type Keep = EmbedApi['keep']

/** What this browser keeps of a cart: the token that proves it, and the receipts of its checkouts. */
export interface KeptCart {
  cart: string
  receipts: string[]
  /** Of a cart that a link opened: the token that replaces its own before it is bought, because the sender of the link has that one. */
  own?: string
}

const nameOf = (event: string) => `cart-${event}`

/** An unreadable value counts as none. */
export function keptCart(keep: Keep, event: string): KeptCart | undefined {
  try {
    const { cart, receipts, own } = JSON.parse(keep.get(nameOf(event)) ?? '') as Partial<KeptCart>
    if (typeof cart !== 'string' || !Array.isArray(receipts)) return undefined
    return {
      cart,
      receipts: receipts.filter((one) => typeof one === 'string'),
      ...(typeof own === 'string' && { own }),
    }
  } catch {
    return undefined
  }
}

/** @param kept null forgets the cart of the event */
export const keepCart = (keep: Keep, event: string, kept: KeptCart | null): void =>
  keep.set(nameOf(event), kept && JSON.stringify(kept))

/** For browsers that deny storage: the own tokens of carts that links opened, by the tokens of the links. */
const ownTokens = new Map<string, string>()

/** The token that has to replace that of a cart before it is bought, if a link opened the cart. */
export const ownTokenOf = (keep: Keep, event: string, cart: string): string | undefined => {
  const kept = keptCart(keep, event)
  return (kept?.cart === cart ? kept.own : undefined) ?? ownTokens.get(cart)
}

/** A token of 244 random bits. */
const newCartToken = () => `${crypto.randomUUID()}${crypto.randomUUID()}`.replaceAll('-', '')

/** Keeps the cart that a letter offers. Its token is behind the `#`, which no server sees, and leaves the address. */
export function cartOfLetter(keep: Keep, event: string): KeptCart | undefined {
  const token = /^#cart=([\w-]{43})$/.exec(location.hash)?.[1]
  if (!token) return undefined
  history.replaceState(history.state, '', location.pathname + location.search)
  const kept = { cart: token, receipts: [], own: newCartToken() }
  ownTokens.set(token, kept.own)
  keepCart(keep, event, kept)
  return kept
}
