import { inTurn } from '#kernel/in-turn.ts'
import type { ticketPdf } from './ticket-pdf.ts'

/** Beyond that, a visitor would wait longer than browsers do: a file takes up to some seconds. */
const MOST_WAITING = 20

/**
 * Makes the PDF of tickets when no other one is being made by this process, so that files leave time for everything else.
 * @param most that may wait before it; emails wait for any number, because their queue makes one at a time
 * @throws {AppError} too_many_requests if more wait
 */
export const ticketPdfInTurn = (
  make: Parameters<typeof ticketPdf>,
  most: number = MOST_WAITING,
): Promise<Buffer> =>
  inTurn(
    'pdf',
    async () => {
      // Fonts and their programs load with the first one.
      const module = await import('./ticket-pdf.ts')
      return module.ticketPdf(...make)
    },
    { atOnce: 1, most },
  )
