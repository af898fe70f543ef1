import { useState } from 'react'
import type { EmbedApi } from '#kernel/browser/embed-page.ts'
import { refusalWords } from '#kernel/browser/call.ts'
import { saveFile } from '#kernel/browser/save-file.ts'
import { Badge } from '#ui/base/badge.tsx'
import { Button } from '#ui/base/button.tsx'
import { Note } from '#ui/base/note.tsx'
import { ticketsCalendar, ticketsPdf } from '#blocks/tickets/endpoints.ts'
import { eventTime } from '../when.ts'
import type { TicketGroup } from './group-tickets.ts'
import { TicketCard } from './ticket-card.tsx'
import { texts } from './texts/spoken.ts'

export interface EventTicketsProps {
  group: TicketGroup
  embed: EmbedApi
  /** The cart that proves the tickets, for guests. */
  proof: { cart?: string }
  /** Shows which event it is. */
  withEvent: boolean
  /** Reads the tickets again. @param message what has happened */
  onChanged: (message: string) => Promise<void>
}

/** A holder's tickets of one event, with what all of them share: its links and files. */
export function EventTickets({ group, embed, proof, withEvent, onChanged }: EventTicketsProps) {
  const { event, tickets } = group
  const copy = texts.ticket
  const isOn = event.state === 'published' && !event.over
  const online = tickets.find(({ online_url }) => online_url)?.online_url
  const recording = tickets.find(({ recording_url }) => recording_url)?.recording_url
  return (
    <section className="tk-own">
      {withEvent ? (
        <div className="tk-about">
          <h3>
            <bdi>{event.title}</bdi>
          </h3>
          <p className="tk-quiet">
            {eventTime(event)}
            {event.place ? (
              <>
                {' · '}
                <bdi>{event.place}</bdi>
              </>
            ) : null}
          </p>
          {event.state === 'canceled' ? <Badge tone="warn">{copy.eventCanceled}</Badge> : null}
        </div>
      ) : null}
      <div className="tk-row">
        {online && !event.over ? <OutLink href={online}>{copy.online}</OutLink> : null}
        {recording ? <OutLink href={recording}>{copy.recording}</OutLink> : null}
      </div>
      {isOn ? <Files group={group} embed={embed} proof={proof} /> : null}
      <ul className="tk-tickets">
        {tickets.map((ticket) => (
          <TicketCard key={ticket.id} ticket={ticket} embed={embed} proof={proof} onChanged={onChanged} />
        ))}
      </ul>
    </section>
  )
}

/** The tickets as a PDF, and the event as a calendar file. */
function Files({ group, embed, proof }: Pick<EventTicketsProps, 'group' | 'embed' | 'proof'>) {
  const [busy, setBusy] = useState<'pdf' | 'calendar'>()
  const [problem, setProblem] = useState('')
  const copy = texts.ticket

  async function save(kind: 'pdf' | 'calendar') {
    setBusy(kind)
    setProblem('')
    const input = { event: group.event.id, locale: document.documentElement.lang, ...proof }
    try {
      if (kind === 'pdf') saveFile('tickets.pdf', await embed.call(ticketsPdf, input))
      else saveFile('event.ics', await embed.call(ticketsCalendar, input))
    } catch (why) {
      setProblem(refusalWords(why, { ...texts.errors, unexpected: copy.noFile }))
    } finally {
      setBusy(undefined)
    }
  }
  return (
    <>
      {problem ? (
        <Note tone="danger" role="alert">
          {problem}
        </Note>
      ) : null}
      <div className="tk-row">
        {group.tickets.some(({ code }) => code) ? (
          <Button size="small" busy={busy === 'pdf'} onClick={() => void save('pdf')}>
            {copy.pdf}
          </Button>
        ) : null}
        <Button size="small" busy={busy === 'calendar'} onClick={() => void save('calendar')}>
          {copy.calendar}
        </Button>
      </div>
    </>
  )
}

function OutLink({ href, children }: { href: string; children: string }) {
  return (
    <a className="tk-out" href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  )
}
