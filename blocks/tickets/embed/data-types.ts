import type { EmbedPageData } from '#kernel/browser/embed-page.ts'
import type { TicketEvent } from '../endpoints.ts'

export interface TicketsPageData extends EmbedPageData {
  /** `event`: the one that the tag names. Otherwise those of a series, or all that are not over. */
  layout: 'event' | 'list' | 'calendar'
  /** As a visitor who is signed out sees them. A named event that does not exist leaves none. */
  events: TicketEvent[]
  /** Id of the series that the tag names. */
  series?: string
  /** Whether the checkout may open inside the block, not only in a window. */
  overlay: boolean
}
