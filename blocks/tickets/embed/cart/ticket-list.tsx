import './cart.css'
import { useCallback, useEffect, useState } from 'react'
import { refusalWords } from '#kernel/browser/call.ts'
import type { EmbedApi } from '#kernel/browser/embed-page.ts'
import { Note } from '#ui/base/note.tsx'
import { myTickets, type OwnTicket } from '#blocks/tickets/endpoints.ts'
import { TicketCard } from './ticket-card.tsx'
import { texts } from './texts/spoken.ts'

export interface TicketListProps {
  embed: EmbedApi
  /** Those of a cart; otherwise those of the signed-in member. */
  cart?: string
  /** Shows the event of each ticket. */
  withEvent?: boolean
  /** Nothing at all is shown to a member without tickets. */
  title?: string
}

/** Tickets with their codes, as their holder sees them. */
export function TicketList({ embed, cart, withEvent, title }: TicketListProps) {
  const [tickets, setTickets] = useState<OwnTicket[]>()
  const [problem, setProblem] = useState('')

  const read = useCallback(
    () =>
      embed
        .call(myTickets, cart === undefined ? {} : { cart })
        .then(({ tickets: found }) => setTickets(found)),
    [embed, cart],
  )
  useEffect(() => {
    read().catch((why: unknown) =>
      setProblem(refusalWords(why, { ...texts.errors, unexpected: texts.ticket.failed })),
    )
  }, [read])

  if (problem)
    return (
      <Note tone="danger" role="alert">
        {problem}
      </Note>
    )
  if (!tickets || (title && tickets.length === 0)) return null
  return (
    <>
      {title ? <h2>{title}</h2> : null}
      <ul className="tk-tickets">
        {tickets.map((ticket) => (
          <TicketCard
            key={ticket.id}
            ticket={ticket}
            embed={embed}
            proof={cart === undefined ? {} : { cart }}
            withEvent={withEvent ?? false}
            onChanged={read}
          />
        ))}
      </ul>
    </>
  )
}
