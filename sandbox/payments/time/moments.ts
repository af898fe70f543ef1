import { invalid } from '../api/errors.ts'
import { DAY } from './periods.ts'

/** Validates a future time, at most `days` ahead. @throws invalid naming `param` */
export function requireFutureTime(given: number, now: number, days: number, param: string): number {
  if (!Number.isInteger(given) || given <= now) throw invalid(`${param} must be in the future.`, param)
  if (given > now + days * DAY) throw invalid(`${param} must be at most ${days} days in the future.`, param)
  return given
}

/** Limits for trials and scheduled ends. */
export const MAX_TRIAL_DAYS = 730
export const MAX_END_DAYS = 5 * 366
