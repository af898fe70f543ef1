import { authErrors } from '../errors.ts'

const UNITS: Record<string, number> = { ms: 0.001, s: 1, m: 60, h: 3600 }

/**
 * Seconds of a ban as `1h30m`; `none` is 0.
 * @throws {AppError} 400 validation_failed
 */
export function banSeconds(duration: string): number {
  if (duration === 'none') return 0
  if (!/^(?:\d{1,9}(?:\.\d{1,9})?(?:ms|s|m|h))+$/.test(duration))
    throw authErrors.validation_failed({
      text: 'invalid format for ban duration: use for example 24h, or none',
    })
  const parts = [...duration.matchAll(/([\d.]+)(ms|s|m|h)/g)]
  const total = parts.reduce((sum, [, amount, unit]) => sum + Number(amount) * UNITS[unit!]!, 0)
  // A hundred years: later than that PostgreSQL's calendar ends some day.
  return Math.min(total, 100 * 365 * 86_400)
}
