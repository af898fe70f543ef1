import type { Claims } from '#kernel/db/claims.ts'
import type { Kernel } from '#kernel/kernel.ts'
import type { Passage } from './passage.ts'
import type { KnownSource } from './retrieve.ts'

/** What `app.event_view` returns, as far as it is told. */
interface SeenEvent {
  id: string
  title: string
  summary: string | null
  place: string | null
  zone: string
  starts_at: string
  ends_at: string
  currency: string
  is_canceled: boolean
  types: { name: string; description: string | null; state: string; price_cents: number | null }[]
}

/** Events that the asking person sees and that are not over, each as one text. At most 100. */
export async function eventPassages(
  { database }: Kernel,
  claims: Claims,
  source: KnownSource,
): Promise<Passage[]> {
  const { rows } = await database.once<{ event: SeenEvent | null }>(claims, {
    name: 'prompt events',
    text: 'select e.event from app.list_events($1, null, null) as e (event)',
    values: [source.design.events?.series ?? null],
    readOnly: true,
  })
  return rows.flatMap(({ event }) => (event ? passageOf(source, event) : []))
}

/** One of them again, if the person may see it now. */
export async function eventPassage(
  { database }: Kernel,
  claims: Claims,
  source: KnownSource,
  ref: string,
): Promise<Passage | undefined> {
  if (!/^[0-9a-f-]{36}$/.test(ref)) return undefined
  const { rows } = await database.once<{ event: SeenEvent | null }>(claims, {
    name: 'prompt event',
    text: 'select app.event_view($1, null) as event',
    values: [ref],
    readOnly: true,
  })
  return rows[0]?.event ? passageOf(source, rows[0].event) : undefined
}

function passageOf({ id: source }: KnownSource, event: SeenEvent): Passage {
  const moment = (at: string) =>
    new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'short', timeZone: event.zone }).format(
      new Date(at),
    )
  const price = (cents: number | null) =>
    cents === null ? '' : `, ${(cents / 100).toFixed(2)} ${event.currency.toUpperCase()}`
  const lines = [
    event.is_canceled ? 'This event is canceled.' : '',
    event.summary ?? '',
    `Starts: ${moment(event.starts_at)}. Ends: ${moment(event.ends_at)} (${event.zone}).`,
    event.place ? `Place: ${event.place}` : 'Online',
    ...event.types.map(
      ({ name, description, state, price_cents: cents }) =>
        `Ticket ${name}${price(cents)}, ${state.replaceAll('_', ' ')}${description ? `: ${description}` : ''}`,
    ),
  ]
  return {
    kind: 'events',
    source,
    ref: event.id,
    title: event.title,
    text: lines.filter(Boolean).join('\n').slice(0, 3000).toWellFormed(),
  }
}
