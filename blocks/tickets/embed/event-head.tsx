import type { RefObject } from 'react'
import { Badge, type BadgeTone } from '#ui/base/badge.tsx'
import type { EventState, TicketEvent } from '../endpoints.ts'
import { texts } from './texts/spoken.ts'
import { eventTime } from './when.ts'

const TONES: Record<EventState, BadgeTone> = {
  on_sale: 'ok',
  few_left: 'warn',
  not_yet: 'neutral',
  waiting_list: 'neutral',
  sold_out: 'neutral',
  ended: 'neutral',
  closed: 'neutral',
  canceled: 'danger',
}

export const EventBadge = ({ state }: { state: EventState }) => (
  <Badge tone={TONES[state]}>{texts.states[state]}</Badge>
)

/** What, when and where. */
export function EventHead({
  event,
  heading,
}: {
  event: TicketEvent
  heading: RefObject<HTMLHeadingElement | null>
}) {
  return (
    <header className="tk-head">
      <h1 ref={heading} tabIndex={-1}>
        <bdi>{event.title}</bdi>
      </h1>
      <p>
        <time dateTime={event.starts_at}>{eventTime(event)}</time>
      </p>
      <p>
        <bdi>{event.place ?? texts.online}</bdi>
      </p>
      {event.state === 'on_sale' ? null : <EventBadge state={event.state} />}
      {event.summary ? <p className="tk-summary">{event.summary}</p> : null}
    </header>
  )
}
