import type { OwnTicket } from '#blocks/tickets/endpoints.ts'

/** A holder's tickets of one event. */
export interface TicketGroup {
  event: OwnTicket['event']
  tickets: OwnTicket[]
}

/** Tickets by event: those to come, the next one first, and those that are over, the last one first. */
export function groupTickets(tickets: readonly OwnTicket[]): { next: TicketGroup[]; past: TicketGroup[] } {
  const groups = [...Map.groupBy(tickets, ({ event }) => event.id).values()].map((own): TicketGroup => ({
    event: own[0]!.event,
    tickets: own,
  }))
  const byStart = groups.toSorted((a, b) => Date.parse(a.event.starts_at) - Date.parse(b.event.starts_at))
  return {
    next: byStart.filter(({ event }) => !event.over),
    past: byStart.filter(({ event }) => event.over).toReversed(),
  }
}
