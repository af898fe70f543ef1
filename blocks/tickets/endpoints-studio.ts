import { endpoint } from '#kernel/browser/endpoint.ts'
import type { TicketEvent } from './endpoints.ts'

/*
 * Events, types, quotas, phases, codes, check-in lists and devices are rows that staff read and write through the data API
 * (`ticket_events`, `ticket_types` …); the database checks rights and plans. These calls do what takes more than a row.
 */

/** An event as visitors see it, drafts included. Right `content`. */
export const previewEvent = endpoint<{ tenantId: string; eventId: string }, TicketEvent>(
  'GET',
  '/tickets/:tenantId/events/:eventId/preview',
)

export interface EventRefunds {
  /** Orders of the event that were paid. */
  orders: number
  requested: number
  refunded: number
  /** The provider refused; the order says why, and a repeated call tries again. */
  failed: number
  /** Cannot be refunded now, such as disputed ones. */
  left: number
}

/**
 * Cancels an event and refunds all of its orders. It can be repeated at any time: each order is refunded once. Right `orders`.
 */
export const cancelEvent = endpoint<{ tenantId: string; eventId: string }, EventRefunds>(
  'POST',
  '/tickets/:tenantId/events/:eventId/cancel',
)

/** How far the refunds are. Right `orders`. */
export const readEventRefunds = endpoint<{ tenantId: string; eventId: string }, EventRefunds>(
  'GET',
  '/tickets/:tenantId/events/:eventId/refunds',
)

/** Numbers by day, oldest first, and their sums of all time. Amounts are minor units. */
interface ByDay<T> {
  /** Tickets that were issued, also those that ended since. */
  tickets: T
  paid: T
  refunded: T
}

export interface EventFigures {
  mode: 'test' | 'live'
  currency: string
  /** The last day as YYYY-MM-DD, on the clocks of the event's place: today, or the day on which it ended. */
  last: string
  days: number
  series: ByDay<number[]>
  total: ByDay<number>
  /** `valid` and `held` are tickets of both modes, because they take the same seats; `price_cents` is what the valid ones cost. */
  types: { id: string; valid: number; held: number; price_cents: number }[]
}

/** What an event sold in the tenant's current mode. Right `orders`. */
export const readFigures = endpoint<{ tenantId: string; eventId: string; days: 7 | 30 | 90 }, EventFigures>(
  'GET',
  '/tickets/:tenantId/events/:eventId/figures',
)

/**
 * Repeats an event as drafts of a series, on other days at the same local time. Without a series it becomes the first event of a new one.
 * Right `content`, plan Business.
 */
export const repeatEvent = endpoint<
  { tenantId: string; eventId: string; seriesId?: string; days: number[] },
  { events: string[] }
>('POST', '/tickets/:tenantId/events/:eventId/repeat')

/** Gives tickets to holders, within the capacity, all or nothing. Right `people`. */
export const giveTickets = endpoint<
  { tenantId: string; typeId: string; holders: { name?: string; email: string }[] },
  { tickets: string[] }
>('POST', '/tickets/:tenantId/types/:typeId/give')

/** Cancels a ticket. `refund_cents`: at most its price; default all of it. Right `orders`. Repeating it changes nothing. */
export const endTicket = endpoint<
  { tenantId: string; ticketId: string; refund_cents?: number },
  { canceled: boolean }
>('POST', '/tickets/:tenantId/tickets/:ticketId/cancel')
