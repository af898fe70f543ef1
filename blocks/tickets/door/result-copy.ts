import type { ScanResult } from '../endpoints-door.ts'
import type { Shown } from './door-types.ts'

export type ResultTone = 'ok' | 'warn' | 'danger'

const COPY: Record<ScanResult['result'], { tone: ResultTone; title: string; text: string }> = {
  admitted: { tone: 'ok', title: 'Admitted', text: '' },
  already_used: { tone: 'danger', title: 'Already used', text: '' },
  conflict: { tone: 'danger', title: 'Admitted twice', text: 'Another device admitted this ticket before.' },
  unknown: { tone: 'danger', title: 'Unknown code', text: 'It is not a ticket for this event.' },
  wrong_list: { tone: 'warn', title: 'Wrong gate', text: 'This type of ticket is not admitted here.' },
  ended: { tone: 'danger', title: 'Not valid', text: 'The ticket was canceled or refunded.' },
  test: { tone: 'warn', title: 'Test ticket', text: 'It was made in test mode.' },
  event_canceled: { tone: 'danger', title: 'Event canceled', text: 'No ticket of this event is admitted.' },
}

const TIME = new Intl.DateTimeFormat('en-US', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const DAY = new Intl.DateTimeFormat('en-US', { day: 'numeric', month: 'short' })

/** `19:04`, with the day if it is not today. */
export function timeText(iso: string, today = new Date()): string {
  const date = new Date(iso)
  const time = TIME.format(date)
  return date.toDateString() === today.toDateString() ? time : `${DAY.format(date)}, ${time}`
}

/** Copy of a result: what happened, when and where. */
export function resultCopy({ result, at, by, sheetAt }: Shown): {
  tone: ResultTone
  title: string
  text: string
} {
  const { tone, title, text } = COPY[result]
  if (result === 'already_used' && at) {
    const where = !by ? '' : 'self' in by ? ' on this device' : ` at ${by.name}`
    return { tone, title, text: `Admitted at ${timeText(at)}${where}.` }
  }
  if (sheetAt && result === 'unknown')
    return {
      tone: 'warn',
      title: 'Not on the list',
      text: `The list is from ${timeText(sheetAt)}. Newer tickets need a connection.`,
    }
  return { tone, title, text: sheetAt && result === 'admitted' ? 'Without connection.' : text }
}

/** A result as a sentence about someone who was let in without a connection. */
export const refusedText = (result: ScanResult['result']): string => COPY[result].text || COPY[result].title
