import { authErrors } from '../errors.ts'
import { normalPhone } from '../phone.ts'
import type { Pool } from '../pool.ts'

/** @throws {AppError} 400 validation_failed without a number that a text message can be sent to */
export function normalFactorPhone(given: string | null | undefined): string {
  if (!given) throw authErrors.validation_failed({ text: 'Phone number required to enroll Phone factor' })
  return normalPhone(given)
}

/** A code belongs to one challenge of one pool. */
export const phoneCodeText = (pool: Pool, challengeId: string, code: string) =>
  `${pool.id} mfa ${challengeId} ${code}`
