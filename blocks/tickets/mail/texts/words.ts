/** Prefix of the subjects of emails about test mode. */
export const TEST_MARK = '[Test] '

/** The kinds of emails about tickets, named after what happened. */
export type TicketLetter = 'issued' | 'given' | 'changed' | 'canceled' | 'reminder' | 'offer'

/** The values in the emails. Nothing in them was written by a visitor. */
export interface TicketFacts {
  /** Name of the tenant, which the holder knows. */
  site: string
  /** Title of the event. */
  event: string
  /** Number of tickets. */
  count: number
  /** For an offer: until when it holds, in the language and the event's zone. */
  until: string
}

export interface LetterText {
  subject: string
  lines: string[]
}

/** The emails in one language. */
export interface TicketWords {
  letters: Record<TicketLetter, (facts: TicketFacts) => LetterText>
  /** Labels before a time and a place. */
  when: string
  where: string
  /** Label of the button to the page with the tickets, and of an offer. */
  open: string
  take: string
  /** Small print with tickets: to show the code at the door. */
  show: string
  /** Small print for those without an account. */
  claim: string
  /** Small print of a message that the staff wrote. */
  because: (facts: Pick<TicketFacts, 'event' | 'site'>) => string
  /** What the PDF says beside it: label of the order's id, a ticket of test mode, and the place of an online event. */
  pdf: { order: string; test: string; online: string }
  /** Labels in a wallet pass: of the holder's name, and of the type of the ticket. */
  pass: { holder: string; type: string }
}
