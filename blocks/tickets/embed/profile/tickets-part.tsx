import { useEffect, useRef } from 'react'
import type { ProfilePartProps } from '#kernel/browser/embed-page.ts'
import { Button } from '#ui/base/button.tsx'
import { TicketList } from '../cart/ticket-list.tsx'
import { texts } from '../cart/texts/spoken.ts'

export { language } from '../cart/texts/spoken.ts'

/** A member's tickets in the profile block. */
export default function TicketsPart({ embed, onBack }: ProfilePartProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const copy = texts.ticket
  return (
    <>
      <h2 ref={heading} tabIndex={-1}>
        {copy.title}
      </h2>
      <TicketList
        embed={embed}
        withEvent
        empty={
          <>
            <p>{copy.none}</p>
            <p className="tk-quiet">{copy.noneText}</p>
          </>
        }
      />
      <Button variant="primary" onClick={onBack}>
        {copy.back}
      </Button>
    </>
  )
}
