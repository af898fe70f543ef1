import { inZone } from '#kernel/browser/local.ts'
import type { TicketEvent } from '../endpoints.ts'

const DAY = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' } as const
const TIME = { hour: '2-digit', minute: '2-digit' } as const

/** When an event takes place, by the clocks there: `Sat, 5 Dec 2026, 19:00–23:00 CET`. */
export function eventTime({
  starts_at,
  ends_at,
  zone,
}: Pick<TicketEvent, 'starts_at' | 'ends_at' | 'zone'>): string {
  return inZone(starts_at, zone, { ...DAY, ...TIME, timeZoneName: 'short' }, ends_at)
}

/** A moment of its sale: `Sat, 5 Dec 2026, 10:00 CET`. */
export const saleTime = (iso: string, zone: string): string =>
  inZone(iso, zone, { ...DAY, ...TIME, timeZoneName: 'short' })

/** A day of the calendar of its zone as `2026-12-05`. */
export function dayIn(iso: string, zone: string): string {
  // The Swedish format of a date is that of ISO 8601, in every browser.
  return new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(new Date(iso))
}
