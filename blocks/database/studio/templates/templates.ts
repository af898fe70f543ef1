import { bookingRequest } from './booking-request.ts'
import { contactForm } from './contact-form.ts'
import { feedback } from './feedback.ts'
import { guestbook } from './guestbook.ts'
import { jobBoard } from './job-board.ts'
import { memberDirectory } from './member-directory.ts'
import { newsletter } from './newsletter.ts'
import type { TableTemplate } from './template.ts'
import { waitingList } from './waiting-list.ts'

/** What a new table can start from, in the order in which they are offered. */
export const TEMPLATES: readonly TableTemplate[] = [
  contactForm,
  newsletter,
  guestbook,
  waitingList,
  jobBoard,
  memberDirectory,
  bookingRequest,
  feedback,
]
