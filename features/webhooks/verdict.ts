import type { Outcome } from './attempt.ts'

/** Seconds until the next try, after the first, second, … failure in a row. The tenth is the last. */
export const DELAYS = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400]
const LONGEST = 86_400
/** Answers of a receiver that has too much to do: nothing else is sent to it meanwhile. */
const THROTTLES = new Set([429, 502, 504])

/** What follows from an attempt. */
export type Verdict =
  | { kind: 'delivered' }
  /** Tried again after these seconds; `hold`: so is everything else for this endpoint. */
  | { kind: 'retry'; after: number; hold: boolean }
  /** Tried for the last time. */
  | { kind: 'failed' }
  /** The receiver wants nothing any more. */
  | { kind: 'gone' }

/**
 * @param failures before this attempt, in a row
 * @param random 0 to 1: spreads what failed together
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
