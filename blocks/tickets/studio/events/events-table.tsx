import { Badge } from '#ui/base/badge.tsx'
import { Table } from '#ui/lists/table.tsx'
import { inZone } from '#kernel/browser/local.ts'
import { SeatsBar } from './seats-bar.tsx'
import { type EventRow, seatsOf } from './event-rows.ts'

/** When an event starts, at its place. */
export const startText = ({ starts_at, zone }: Pick<EventRow, 'starts_at' | 'zone'>): string =>
  inZone(starts_at, zone, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  })

export function EventState({ event }: { event: EventRow }) {
  if (event.state === 'canceled') return <Badge tone="danger">Canceled</Badge>
  if (event.isOver) return <Badge>Over</Badge>
  return event.state === 'published' ? <Badge dot="ok">Published</Badge> : <Badge dot="neutral">Draft</Badge>
}

/** Events with what is sold of each. */
export function EventsTable({
  label = 'Events',
  events,
  onOpen,
}: {
  label?: string
  events: readonly EventRow[]
  onOpen: (event: EventRow) => void
}) {
  return (
    <Table
      label={label}
      rows={events}
      rowKey={({ id }) => id}
      columns={[
        {
          title: 'Event',
          phone: 'title',
          render: (event) => (
            <span className="wrap-anywhere">
              <button type="button" className="bb-row-open" onClick={() => onOpen(event)}>
                {event.title}
              </button>
              <span className="block text-caption font-normal text-text-3">{event.place ?? 'Online'}</span>
            </span>
          ),
        },
        {
          title: 'Starts',
          phone: 'detail',
          quiet: true,
          render: (event) => <span className="whitespace-nowrap">{startText(event)}</span>,
        },
        {
          title: 'Sold',
          phone: 'aside',
          render: (event) => <SeatsBar name={event.title} {...seatsOf(event)} />,
        },
        { title: 'State', phone: 'badge', render: (event) => <EventState event={event} /> },
      ]}
    />
  )
}
