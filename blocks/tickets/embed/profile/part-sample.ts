import type { OwnTicket } from '#blocks/tickets/endpoints.ts'
import { sampleEvent } from '../sample.ts'
import { sampleTickets } from '../sample-tickets.ts'

/** A member's tickets in a preview of the profile: one with a name, one without. */
export const sampleAnswers = () => ({
  'POST /my-tickets': (): { tickets: OwnTicket[] } => ({
    tickets: sampleTickets(sampleEvent, [{ type: 'seat', quantity: 2 }]).map((ticket, number) => ({
      ...ticket,
      test: false,
      holder_name: number === 0 ? 'Ines Almeida' : null,
    })),
  }),
})
