import type { Outcome } from './attempt.ts'

/**
 * Seconds until the next attempt, after the first, second, … failure in a row. The tenth failure is final.
 */
export const DELAYS = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400]
const LONGEST = 86_400
/** Statuses of an overloaded receiver: nothing else is sent to it during the delay. */
const THROTTLES = new Set([429, 502, 504])

/** The consequence of an attempt. */
export type Verdict =
  | { kind: 'delivered' }
  /** Retry after these seconds; `hold` also pauses everything else for this endpoint. */
  | { kind: 'retry'; after: number; hold: boolean }
  /** That was the last attempt. */
  | { kind: 'failed' }
  /** The receiver does not want any more events. */
  | { kind: 'gone' }

/**
 * @param failures consecutive failures before this attempt
 * @param random 0 to 1: spreads retries of simultaneous failures
 */
export function verdictOf(outcome: Outcome, failures: number, random: number): Verdict {
  const { status, retryAfter } = outcome
  if (status !== null && status >= 200 && status < 300) return { kind: 'delivered' }
  if (status === 410) return { kind: 'gone' }
  const delay = DELAYS[failures]
  if (delay === undefined) return { kind: 'failed' }
  const after = Math.ceil(Math.max(delay * (1 + random / 10), Math.min(retryAfter ?? 0, LONGEST)))
  return { kind: 'retry', after, hold: retryAfter !== undefined || THROTTLES.has(status ?? 0) }
}
