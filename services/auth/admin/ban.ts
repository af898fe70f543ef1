import { authErrors } from '../errors.ts'

const UNITS: Record<string, number> = { ms: 0.001, s: 1, m: 60, h: 3600 }

/** Parses a ban such as `1h30m` to seconds; `none` is 0. @throws {AppError} 400 validation_failed */
export function banSeconds(duration: string): number {
  if (duration === 'none') return 0
  if (!/^(?:\d{1,9}(?:\.\d{1,9})?(?:ms|s|m|h))+$/.test(duration))
    throw authErrors.validation_failed({
      text: 'invalid format for ban duration: use for example 24h, or none',
    })
  const parts = [...duration.matchAll(/([\d.]+)(ms|s|m|h)/g)]
  const total = parts.reduce((sum, [, amount, unit]) => sum + Number(amount) * UNITS[unit!]!, 0)
  // At most a hundred years, because PostgreSQL's calendar ends at some later date.
  return Math.min(total, 100 * 365 * 86_400)
}
