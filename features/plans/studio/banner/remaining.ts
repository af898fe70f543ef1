const HOUR = 60
const MINUTE_MS = 60_000

/** Whole minutes left until an instant (ISO 8601), the begun one included; never below 0. */
export function minutesLeft(expiresAt: string, now: number): number {
  return Math.max(0, Math.ceil((Date.parse(expiresAt) - now) / MINUTE_MS))
}

/** Hours and two-digit minutes: `5h 03m remaining`. */
export function remainingWords(minutes: number): string {
  return `${Math.floor(minutes / HOUR)}h ${String(minutes % HOUR).padStart(2, '0')}m remaining`
}

/** Under one hour the banner warns. */
export const isLastHour = (minutes: number): boolean => minutes < HOUR
