import { useEffect, useRef } from 'react'
import { inZone, wholeMoney } from '#kernel/browser/local.ts'
import type { TicketEvent } from '../endpoints.ts'
import { canBuy } from './choosing.ts'
import { EventBadge } from './event-head.tsx'
import { texts } from './texts/spoken.ts'
import { eventTime } from './when.ts'

export interface EventListProps {
  events: readonly TicketEvent[]
  /** The event from which the visitor comes back: its button gets the focus. */
  focused: string | undefined
  onOpen: (event: TicketEvent) => void
}

/** Events as rows: day, title, place, lowest price and state. */
export function EventList({ events, focused, onOpen }: EventListProps) {
  const rows = useRef<HTMLUListElement>(null)
  useEffect(() => {
    if (focused) rows.current?.querySelector<HTMLElement>(`[data-event="${focused}"]`)?.focus()
  }, [focused])
  return (
    <ul className="tk-events" ref={rows}>
      {events.map((event) => (
        <li key={event.id}>
          <span className="tk-day" aria-hidden="true">
            <strong>{inZone(event.starts_at, event.zone, { day: 'numeric' })}</strong>
            {inZone(event.starts_at, event.zone, { month: 'short' })}
          </span>
          <div>
            <h2>
              <button type="button" data-event={event.id} onClick={() => onOpen(event)}>
                <bdi>{event.title}</bdi>
              </button>
            </h2>
            <p className="tk-quiet">
              <time dateTime={event.starts_at}>{eventTime(event)}</time> ·{' '}
              <bdi>{event.place ?? texts.online}</bdi>
            </p>
          </div>
          <div className="tk-side">
            {lowestPrice(event)}
            <EventBadge state={event.state} />
          </div>
        </li>
      ))}
    </ul>
  )
}

function lowestPrice({ types, currency }: TicketEvent) {
  const prices = types.filter((type) => canBuy(type) && !type.addon_of).map(({ price_cents }) => price_cents)
  if (prices.length === 0) return null
  const [low, high] = [Math.min(...prices), Math.max(...prices)]
  const price = high === 0 ? texts.free : wholeMoney(low, currency)
  return <span>{low === high ? price : texts.from(price)}</span>
}
