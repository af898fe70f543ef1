/** What a calendar shows of an event. */
export interface CalendarEvent {
  id: string
  title: string
  place: string | null
  starts_at: Date
  ends_at: Date
  updated_at: Date
  isCanceled: boolean
}

/**
 * A calendar file with one event. A later file with the same id replaces it in calendars that follow the standard.
 * @param host of the product, for an id that no other calendar has
 * @see https://www.rfc-editor.org/rfc/rfc5545
 */
export function calendarFile(event: CalendarEvent, host: string): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Bolt Blocks//Tickets//EN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${event.id}@${host}`,
    `DTSTAMP:${moment(event.updated_at)}`,
    `SEQUENCE:${Math.floor(event.updated_at.getTime() / 1000) - SINCE}`,
    `DTSTART:${moment(event.starts_at)}`,
    `DTEND:${moment(event.ends_at)}`,
    `SUMMARY:${escaped(event.title)}`,
    ...(event.place ? [`LOCATION:${escaped(event.place)}`] : []),
    `STATUS:${event.isCanceled ? 'CANCELLED' : 'CONFIRMED'}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return `${lines.map(folded).join('\r\n')}\r\n`
}

/** Calendars read a sequence of 31 bits, so it counts from 2026. */
const SINCE = 1_767_225_600

/** In universal time, which needs no rules of a zone. */
const moment = (date: Date) => date.toISOString().replaceAll(/[-:]|\.\d+/g, '')

const escaped = (text: string) =>
  text.replaceAll(/[\\;,]/g, String.raw`\$&`).replaceAll(/\r\n|[\r\n\u2028\u2029]/g, String.raw`\n`)

/** Lines have 75 bytes at most; a longer one goes on after a line break and a space. No character is split. */
function folded(line: string): string {
  const parts: string[] = ['']
  let bytes = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (bytes + size > 74) {
      parts.push('')
      bytes = 0
    }
    parts[parts.length - 1] += character
    bytes += size
  }
  return parts.join('\r\n ')
}
