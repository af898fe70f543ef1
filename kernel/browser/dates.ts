const FORMAT = new Intl.DateTimeFormat('en-US', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

function partsOf(iso: string): Partial<Record<Intl.DateTimeFormatPartTypes, string>> | undefined {
  const date = new Date(iso)
  if (Number.isNaN(date.getTime())) return undefined
  return Object.fromEntries(FORMAT.formatToParts(date).map(({ type, value }) => [type, value]))
}

/** A day as people read it, in their own time zone: `3 Mar 2026`; empty for text that is no date. */
export function formatDate(iso: string): string {
  const parts = partsOf(iso)
  return parts ? `${parts.day} ${parts.month} ${parts.year}` : ''
}

/** The same with the minute: `3 Mar 2026, 16:05`. */
export function formatDateTime(iso: string): string {
  const parts = partsOf(iso)
  return parts ? `${formatDate(iso)}, ${parts.hour}:${parts.minute}` : ''
}
