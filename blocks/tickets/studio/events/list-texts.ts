// What lists of orders and messages say about an event's tickets. Pure.
import type { EventRow } from './event-rows.ts'

/** How many tickets of which type: `2 × Seat, 1 × Child`. */
export function ticketsText(
  { tickets }: { tickets: readonly { type_id: string }[] },
  { types }: Pick<EventRow, 'types'>,
): string {
  const counts = Map.groupBy(tickets, ({ type_id }) => type_id)
  return types
    .flatMap(({ id, name }) => (counts.has(id) ? [`${counts.get(id)!.length} × ${name}`] : []))
    .join(', ')
}

/** Who got a message: `Supper: all holders`, or those of types. */
export function toText(
  { type_ids }: { type_ids: readonly string[] },
  event: Pick<EventRow, 'title' | 'types'> | undefined,
): string {
  const title = event?.title ?? 'An event'
  const names = event?.types.filter(({ id }) => type_ids.includes(id)).map(({ name }) => name) ?? []
  return type_ids.length > 0 ? `${title}: ${names.join(', ')}` : `${title}: all holders`
}

/** How many emails a message is, and how many of them were handed over while not all are. */
export function sentText({ recipients, queued }: { recipients: number; queued: number }): string {
  const emails = `${recipients.toLocaleString('en-US')} ${recipients === 1 ? 'email' : 'emails'}`
  return queued < recipients ? `${queued.toLocaleString('en-US')} of ${emails}` : emails
}
