// Times as they are typed, on the clocks of the event's place: `2026-12-05T19:00`.

/** The time on the clocks of a zone at a moment. */
export function localIn(iso: string, zone: string): string {
  const parts = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  }).format(new Date(iso))
  return parts.replace(' ', 'T')
}

/**
 * The moment at which the clocks of a zone show a time. A time that summer time skips is read as the one after the change, and of
 * a time that occurs twice the first one counts, as in PostgreSQL's tables of zones for most cases.
 * @returns undefined for a text that is not a time
 */
export function momentIn(local: string, zone: string): string | undefined {
  const asUtc = Date.parse(`${local}Z`)
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(local) || Number.isNaN(asUtc)) return undefined
  const offsetAt = (moment: number) =>
    Date.parse(`${localIn(new Date(moment).toISOString(), zone)}Z`) - moment
  // The offsets of the day before and after: one of them is right, unless the time is skipped.
  const candidates = [asUtc - offsetAt(asUtc - 86_400_000), asUtc - offsetAt(asUtc + 86_400_000)].toSorted(
    (a, b) => a - b,
  )
  const found = candidates.find((moment) => localIn(new Date(moment).toISOString(), zone) === local)
  return new Date(found ?? candidates[1]!).toISOString()
}

/** Whether the clocks of a zone never show a time, because summer time begins. */
export function isSkipped(local: string, zone: string): boolean {
  const moment = momentIn(local, zone)
  return moment !== undefined && localIn(moment, zone) !== local
}

/**
 * As `momentIn`, but a time that was not changed stays the moment that is stored: of a time that occurs twice it may be the second one.
 * @param stored moments that were shown
 */
export const momentOf = (
  local: string,
  zone: string,
  stored: readonly (string | null)[],
): string | undefined =>
  stored.find((iso): iso is string => iso !== null && localIn(iso, zone) === local) ?? momentIn(local, zone)

/** The zone of this browser. */
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'

/** Zones to choose from; a zone of an event that this browser does not know is added. */
export function zoneOptions(current: string): { value: string; label: string }[] {
  const known = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', current])
  return [...known].toSorted().map((value) => ({ value, label: value.replaceAll('_', ' ') }))
}
