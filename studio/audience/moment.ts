import { formatDate, formatDateTime } from '#kernel/browser/dates.ts'

const pad = (part: number) => String(part).padStart(2, '0')

/** A moment of a rule as the value of a `datetime-local` field, in the user's time zone. */
export function toLocalInput(moment: string | undefined): string {
  if (!moment) return ''
  const date = new Date(moment)
  if (Number.isNaN(date.getTime())) return ''
  const day = `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`
  return `${day}T${pad(date.getHours())}:${pad(date.getMinutes())}`
}

/** What a rule stores for the value of a `datetime-local` field. Undefined for an incomplete one, or another century. */
export function fromLocalInput(value: string): string | undefined {
  const date = new Date(value)
  if (Number.isNaN(date.getTime())) return undefined
  const utc = date.toISOString()
  return utc.startsWith('20') && utc.length === 24 ? utc.replace(/\.\d+/, '') : undefined
}

/** The day in the user's time zone, with the time of day unless it is midnight. */
export function momentText(moment: string): string {
  return toLocalInput(moment).endsWith('T00:00') ? formatDate(moment) : formatDateTime(moment)
}
