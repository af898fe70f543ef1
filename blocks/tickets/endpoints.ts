import { endpoint } from '#kernel/browser/endpoint.ts'

/** The state of a type of ticket for this visitor, by the database's clock. */
export type TypeState =
  | 'not_yet'
  | 'on_sale'
  | 'few_left'
  | 'sold_out'
  | 'waiting_list'
  | 'members_only'
  | 'ended'
  | 'closed'
  | 'canceled'

/** The state of an event: the best of its types. */
export type EventState =
  | 'not_yet'
  | 'on_sale'
  | 'few_left'
  | 'sold_out'
  | 'waiting_list'
  | 'ended'
  | 'closed'
  | 'canceled'

export interface Question {
  id: string
  label: string
  kind: 'text' | 'choice' | 'yes_no'
  required?: boolean
  choices?: string[]
}

/** A type of ticket. Amounts are minor units of the event's currency for one unit; times are ISO 8601. */
export interface TicketType {
  id: string
  name: string
  description?: string
  state: TypeState
  /** What this visitor pays now: the phase that is open, with the code. */
  price_cents: number
  /** The type's own price, if it is higher. */
  regular_price_cents?: number
  /** Buyers choose the price; `price_cents` is the least. */
  is_donation?: true
  /** One unit is that many tickets. */
  group_size?: number
  /** Sold with at least as many of this type. */
  addon_of?: string
  min_per_order: number
  max_per_order: number
  sale_from?: string
  sale_until?: string
  /** Units left, told when few are. */
  left?: number
  /** Until when `price_cents` holds. */
  price_until?: string
  /** For `members_only`: how to be allowed to buy it (as in the catalog of products). Empty: only the organizer can say. */
  ways?: { kind: string; name?: string; item_id?: string; from?: string; after_days?: number }[]
  questions: Question[]
}

export interface TicketEvent {
  id: string
  series_id: string | null
  title: string
  summary: string | null
  /** Null: online. */
  place: string | null
  /** The zone of the time zone database in which the event takes place. */
  zone: string
  starts_at: string
  ends_at: string
  currency: string
  state: EventState
  /** The database's time; count down from it, not from the visitor's clock. */
  now: string
  has_codes: boolean
  /** Whether the code of the request counts; null without one. */
  code_is_valid: boolean | null
  types: TicketType[]
}

export interface WantedTickets {
  type: string
  /** Units, 1 to 50. */
  quantity: number
  /** For a donation: the price of one, in minor units. */
  price?: number
}

/** A cart holds seats. `cart` is a secret token that proves it; only its hash is stored. */
export interface Cart {
  cart: string
  event_id: string
  title: string
  currency: string
  code: string | null
  /** `held`: may be bought; `ordered`: its checkout is open; `done`: its tickets are valid; `ended`: its seats are returned. */
  state: 'held' | 'ordered' | 'done' | 'ended'
  /** Until a held cart ends, by the database's clock; null in other states. */
  seconds_left: number | null
  total_cents: number
  lines: CartLine[]
}

export interface CartLine {
  type_id: string
  name: string
  quantity: number
  group_size: number
  unit_price_cents: number
  questions: Question[]
}

export interface Holder {
  type: string
  name?: string
  email?: string
  /** By the id of the question. */
  answers?: Record<string, string | boolean>
}

export interface BuyRequest {
  cart: string
  /** Receives the tickets. */
  email: string
  /** One for each ticket, `quantity × group_size` for each line; missing ones have no name. */
  holders?: Holder[]
  page_url: string
  ui?: 'page' | 'embedded'
  /** Receipts of checkouts of this cart that this browser opened before: open ones are ended. */
  instead_of?: string[]
  locale?: string
}

export interface Bought {
  /** `done`: nothing had to be paid, the tickets are valid. `pay`: open the checkout. */
  state: 'done' | 'pay'
  /** The hosted checkout; null when `embedded` is given, and when done. */
  url: string | null
  receipt: string | null
  embedded: { client_secret: string; publishable_key: string; account: string } | null
  ended: string[]
}

/** A ticket as its holder sees it. */
export interface OwnTicket {
  id: string
  state: 'valid' | 'canceled' | 'refunded'
  /** Bought in test mode: no entry in live mode. */
  test: boolean
  event: {
    id: string
    title: string
    place: string | null
    zone: string
    starts_at: string
    ends_at: string
    state: 'draft' | 'published' | 'canceled'
    /** By the database's clock. */
    over: boolean
  }
  type_id: string
  type_name: string
  price_cents: number
  currency: string
  holder_name: string | null
  holder_email: string | null
  answers: Record<string, string | boolean>
  questions: Question[]
  /** 26 characters for the QR code; null unless valid. */
  code: string | null
  online_url: string | null
  /** After the event. */
  recording_url: string | null
  can_transfer: boolean
  can_cancel: boolean
  /** The server makes wallet passes, and the ticket admits someone. */
  can_save_pass: boolean
  /** What canceling refunds. */
  refund_cents: number
}

/** An event for this visitor. 404 `event_not_found` for drafts and events for others. */
export const readEvent = endpoint<{ event: string; code?: string }, TicketEvent>(
  'GET',
  '/ticket-events/:event',
)

/** Events that are not over, or those of a series or a time, by start; at most 100. */
export const listEvents = endpoint<
  { series?: string; from?: string; until?: string },
  { events: TicketEvent[] }
>('GET', '/ticket-events')

/**
 * Takes seats for a quarter of an hour, all or nothing. With the `cart` of an earlier call it changes what that cart has, which keeps
 * its end. A browser may also make the token itself (32 random bytes, base64url): then a repeated call is the same cart. `seen_cents`
 * is the total that the page shows: 409 `price_changed` if it differs, and nothing is held. Other refusals: `sold_out` (`details.left`),
 * `not_yet`, `sale_ended`, `members_only`, `quantity`, `buyer_limit`, `addon`, `code_unknown`, `code_used_up`, `too_many_held`,
 * `cart_ended`, `cart_ordered`, `event_canceled`, `event_ended`.
 */
export const holdTickets = endpoint<
  { event: string; lines: WantedTickets[]; code?: string; cart?: string; seen_cents?: number },
  Cart
>('POST', '/ticket-events/:event/hold')

/** The state of a cart, and of its order. After a checkout in a frame send `done`, so that the provider is queried now. */
export const readCart = endpoint<{ cart: string; receipt?: string; done?: true }, Cart>(
  'POST',
  '/ticket-cart',
)

/**
 * Replaces the token of a held or ordered cart by `own`, which the browser makes. A browser that got the token by a link does this before it
 * buys: the sender of the link could read the tickets otherwise. May be repeated. Refusal: `cart_ended`.
 */
export const ownCart = endpoint<{ cart: string; own: string }, Cart>('POST', '/ticket-cart/own')

/** Returns the seats of a held cart; does nothing to any other. */
export const releaseCart = endpoint<{ cart: string }, { released: boolean }>('POST', '/ticket-cart/release')

/**
 * Buys what a cart holds. Free tickets are valid at once, others when the checkout is paid. Send an `Idempotency-Key`. Refusals:
 * A checkout of the cart that is still open is ended first: `checkout_busy` while it is being opened or paid. Other refusals: `cart_ended`,
 * `cart_ordered`, `holders`, `answer_missing`, `buyer_limit`, `event_canceled`, and those of a purchase.
 */
export const buyTickets = endpoint<BuyRequest, Bought>('POST', '/ticket-cart/buy')

/** The tickets of the signed-in member, or those of a cart that is done, newest event first. */
export const myTickets = endpoint<{ cart?: string }, { tickets: OwnTicket[] }>('POST', '/my-tickets')

/** Changes the holder or the answers. Guests send the `cart`. */
export const renameTicket = endpoint<
  {
    ticket: string
    cart?: string
    name?: string
    email?: string
    answers?: Record<string, string | boolean>
  },
  { renamed: true }
>('PUT', '/my-tickets/:ticket')

/** Gives the ticket to the owner of an address. Its code is replaced: the old one is no longer admitted. */
export const transferTicket = endpoint<
  { ticket: string; cart?: string; email: string; name?: string },
  { transferred: true }
>('POST', '/my-tickets/:ticket/transfer')

/**
 * The caller's valid tickets of an event as a PDF (`application/pdf`) with a page for each, in the language of `locale`. 404
 * `ticket_not_found` without any.
 */
export const ticketsPdf = endpoint<{ event: string; cart?: string; locale?: string }, Blob>(
  'POST',
  '/my-tickets/events/:event/pdf',
)

/** The event of the caller's tickets as a calendar file (`text/calendar`). */
export const ticketsCalendar = endpoint<{ event: string; cart?: string; locale?: string }, Blob>(
  'POST',
  '/my-tickets/events/:event/calendar',
)

/**
 * A valid ticket as a pass of Apple Wallet (`application/vnd.apple.pkpass`), in the language of `locale`, where the operator has a certificate.
 * Refusals: `ticket_not_found`, `ticket_ended`, `no_passes`.
 */
export const ticketPass = endpoint<{ ticket: string; cart?: string; locale?: string }, Blob>(
  'POST',
  '/my-tickets/:ticket/pass',
)

/** Cancels a ticket until the event's date, with its refund. Any number of calls return one seat and refund once. */
export const cancelTicket = endpoint<{ ticket: string; cart?: string }, { canceled: boolean }>(
  'POST',
  '/my-tickets/:ticket/cancel',
)

/** Puts an address on the waiting list of a sold-out type. The same response whether it is new there or not. */
export const joinWaitingList = endpoint<
  { type: string; email: string; quantity?: number; locale?: string },
  { waiting: true }
>('POST', '/ticket-waits')
