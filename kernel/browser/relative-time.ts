import { formatDate } from './dates.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/**
 * Formats a time relative to now, for use inside a sentence: `just now`, `5 minutes ago`, `on 3 Mar 2026`.
 */
export const formatRelativeTime = (time: string, now = Date.now()): string =>
  formatRecent(time, now) ?? `on ${formatDate(time)}`

/** The same for a list: `5 minutes ago`, or the day alone (`3 Mar 2026`). */
export const formatAgo = (time: string, now = Date.now()): string =>
  formatRecent(time, now) ?? formatDate(time)

/** Undefined for times more than a week ago. */
function formatRecent(time: string, now: number): string | undefined {
  const past = now - Date.parse(time)
  if (!(past >= 0) || past < MINUTE) return 'just now'
  if (past < HOUR) return ago(past / MINUTE, 'minute')
  if (past < DAY) return ago(past / HOUR, 'hour')
  if (past < 7 * DAY) return ago(past / DAY, 'day')
  return undefined
}

function ago(count: number, unit: string): string {
  const whole = Math.floor(count)
  return `${whole} ${unit}${whole === 1 ? '' : 's'} ago`
}
