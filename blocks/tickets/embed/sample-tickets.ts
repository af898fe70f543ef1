import type { OwnTicket, TicketEvent, WantedTickets } from '../endpoints.ts'

/** Valid tickets of a sample event. They cannot be changed, and their code admits no one. */
export function sampleTickets(
  { id, title, place, zone, starts_at, ends_at, currency, types }: TicketEvent,
  lines: readonly WantedTickets[],
): OwnTicket[] {
  return lines.flatMap(({ type, quantity }) => {
    const { name, price_cents } = types.find((one) => one.id === type)!
    return Array.from({ length: quantity }, (_, number): OwnTicket => ({
      id: `${type} ${number}`,
      state: 'valid',
      test: true,
      event: { id, title, place, zone, starts_at, ends_at, state: 'published', over: false },
      type_id: type,
      type_name: name,
      price_cents,
      currency,
      holder_name: null,
      holder_email: null,
      answers: {},
      questions: [],
      code: 'SAMPLE0TICKET0NOT0VALID000',
      online_url: null,
      recording_url: null,
      can_transfer: false,
      can_cancel: false,
      can_save_pass: false,
      refund_cents: 0,
    }))
  })
}
