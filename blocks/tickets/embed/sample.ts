import type { EmbedSample } from '#kernel/browser/embed-page.ts'
import type { Bought, Cart, TicketEvent, TicketType, WantedTickets } from '../endpoints.ts'
import { totalOf } from './choosing.ts'
import type { TicketsPageData } from './data-types.ts'
import { sampleTickets } from './sample-tickets.ts'

const type = (id: string, name: string, price_cents: number, more: Partial<TicketType> = {}): TicketType => ({
  id,
  name,
  price_cents,
  state: 'on_sale',
  min_per_order: 1,
  max_per_order: 10,
  questions: [],
  ...more,
})

export const sampleEvent: TicketEvent = {
  id: 'sample',
  series_id: null,
  title: 'Sourdough evening',
  summary: 'Knead, fold and bake with us. You take your own loaf home.',
  place: 'The bakery, Mill Lane 4',
  zone: 'Europe/Berlin',
  starts_at: '2031-03-14T17:00:00Z',
  ends_at: '2031-03-14T20:00:00Z',
  currency: 'eur',
  state: 'on_sale',
  now: '2031-02-20T09:00:00Z',
  has_codes: false,
  code_is_valid: null,
  types: [
    type('seat', 'Seat at the table', 3500, { description: 'With flour, tools and supper.' }),
    type('watch', 'Watch from the counter', 1200, { state: 'few_left', left: 3 }),
    type('child', 'Child under 12', 0, { state: 'sold_out' }),
  ],
}

const event = sampleEvent

/** A bakery's course. Every purchase succeeds. */
export function sample(): EmbedSample {
  let lines: WantedTickets[] = []
  const cart = (state: Cart['state']): Cart => ({
    cart: 'sample',
    event_id: event.id,
    title: event.title,
    currency: event.currency,
    code: null,
    state,
    seconds_left: state === 'held' ? 900 : null,
    total_cents: totalOf(event, lines),
    lines: lines.map(({ type: id, quantity }) => {
      const { name, price_cents, questions } = event.types.find((one) => one.id === id)!
      return { type_id: id, name, quantity, group_size: 1, unit_price_cents: price_cents, questions }
    }),
  })
  let state: Cart['state'] = 'held'
  return {
    data: { layout: 'event', events: [event], overlay: false } satisfies Partial<TicketsPageData>,
    answers: {
      'GET /ticket-events/:event': () => event,
      'POST /ticket-events/:event/hold': (input: { lines: WantedTickets[] }): Cart => {
        lines = input.lines
        return cart((state = 'held'))
      },
      'POST /ticket-cart': () => cart(state),
      'POST /ticket-cart/release': () => ({ released: true }),
      'POST /ticket-cart/buy': (): Bought => {
        state = 'done'
        return { state: 'done', url: null, receipt: null, embedded: null, ended: [] }
      },
      'POST /my-tickets': () => ({ tickets: sampleTickets(event, lines) }),
    },
  }
}
