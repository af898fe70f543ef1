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

/** Formats a day in the user's time zone: `3 Mar 2026`. Empty if the text is not a date. */
export function formatDate(iso: string): string {
  const parts = partsOf(iso)
  return parts ? `${parts.day} ${parts.month} ${parts.year}` : ''
}

/** Formats a day with hours and minutes: `3 Mar 2026, 16:05`. */
export function formatDateTime(iso: string): string {
  const parts = partsOf(iso)
  return parts ? `${formatDate(iso)}, ${parts.hour}:${parts.minute}` : ''
}
