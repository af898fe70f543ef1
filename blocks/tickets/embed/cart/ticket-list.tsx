import './cart.css'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { refusalWords } from '#kernel/browser/call.ts'
import type { EmbedApi } from '#kernel/browser/embed-page.ts'
import { Note } from '#ui/base/note.tsx'
import { myTickets, type OwnTicket } from '#blocks/tickets/endpoints.ts'
import { EventTickets } from './event-tickets.tsx'
import { groupTickets, type TicketGroup } from './group-tickets.ts'
import { texts } from './texts/spoken.ts'

export interface TicketListProps {
  embed: EmbedApi
  /** Those of a cart; otherwise those of the signed-in member. */
  cart?: string
  /** Shows the event of the tickets. */
  withEvent?: boolean
  /** What to show to a member without tickets. */
  empty?: ReactNode
}

/** Tickets with their codes by event, as their holder sees them. */
export function TicketList({ embed, cart, withEvent = false, empty = null }: TicketListProps) {
  const [tickets, setTickets] = useState<OwnTicket[]>()
  const [problem, setProblem] = useState('')
  const [done, setDone] = useState('')
  const message = useRef<HTMLDivElement>(null)
  const [proof] = useState(() => (cart === undefined ? {} : { cart }))

  const read = useCallback(
    () => embed.call(myTickets, proof).then(({ tickets: found }) => setTickets(found)),
    [embed, proof],
  )
  useEffect(() => {
    read().catch((why: unknown) =>
      setProblem(refusalWords(why, { ...texts.errors, unexpected: texts.ticket.failed })),
    )
  }, [read])
  // The ticket that had the focus may be gone.
  useEffect(() => {
    if (done) message.current?.focus()
  }, [done])

  async function follow(what: string) {
    await read()
    setDone(what)
  }
  const groups = (own: TicketGroup[]) =>
    own.map((group) => (
      <EventTickets
        key={group.event.id}
        group={group}
        embed={embed}
        proof={proof}
        withEvent={withEvent}
        onChanged={follow}
      />
    ))

  if (problem)
    return (
      <Note tone="danger" role="alert">
        {problem}
      </Note>
    )
  if (!tickets) return <p className="tk-quiet">{texts.ticket.loading}</p>
  const { next, past } = groupTickets(tickets)
  return (
    <div className="tk-mine">
      <div ref={message} tabIndex={-1} className="tk-done">
        {done ? <Note tone="ok">{done}</Note> : null}
      </div>
      {tickets.length ? groups(next) : empty}
      {past.length ? (
        <details className="tk-past" open={next.length === 0}>
          <summary>{texts.ticket.past}</summary>
          {groups(past)}
        </details>
      ) : null}
    </div>
  )
}
