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

export interface EventHeadProps {
  event: TicketEvent
  heading: RefObject<HTMLHeadingElement | null>
  /** Level of the heading; 1 on the block's own page. */
  level?: 1 | 4
}

/** What, when and where. */
export function EventHead({ event, heading, level = 1 }: EventHeadProps) {
  const Heading = `h${level}` as const
  return (
    <header className="tk-head">
      <Heading ref={heading} tabIndex={-1} className="tk-title">
        <bdi>{event.title}</bdi>
      </Heading>
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
