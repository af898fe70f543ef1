const HOUR = 60
const MINUTE_MS = 60_000

/** Minutes left until a time (ISO 8601), rounded up; never below 0. */
export function minutesLeft(expiresAt: string, now: number): number {
  return Math.max(0, Math.ceil((Date.parse(expiresAt) - now) / MINUTE_MS))
}

/** Hours and two-digit minutes: `5h 03m remaining`. */
export function remainingText(minutes: number): string {
  return `${Math.floor(minutes / HOUR)}h ${String(minutes % HOUR).padStart(2, '0')}m remaining`
}

/** Below one hour, the banner turns into a warning. */
export const isLastHour = (minutes: number): boolean => minutes < HOUR
