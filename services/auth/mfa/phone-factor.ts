import { randomCode } from '#kernel/secrets/one-time-token.ts'
import type { TextMessage } from '#kernel/sms/sms.ts'
import { userById } from '../accounts/users.ts'
import { authErrors } from '../errors.ts'
import { takeText } from '../limits.ts'
import { requirePhoneNumber } from '../phone/phone-number.ts'
import { codeMessage } from '../phone/text-messages.ts'
import type { Pool } from '../pool.ts'
import type { SessionCall } from '../route-table.ts'
import { build, runAlone } from '../statements.ts'
import type { Question } from './challenges.ts'
import type { Factor } from './factors.ts'

/** @throws {AppError} 400 validation_failed without a number that can receive text messages */
export function normalFactorPhone(given: string | null | undefined): string {
  if (!given) throw authErrors.validation_failed({ text: 'Phone number required to enroll Phone factor' })
  return requirePhoneNumber(given)
}

/** Deletes an unfinished enrollment of the same number, so that the next one can replace it. */
export const dropUnverifiedPhone = (pool: Pool, userId: string, phone: string) =>
  build
    .deleteFrom('auth.mfa_factors')
    .where('pool_id', '=', pool.id)
    .where('user_id', '=', userId)
    .where('phone', '=', phone)
    .where('status', '=', 'unverified')

/** The hashed text, which binds a code to one challenge of one pool. */
export const phoneCodeText = (pool: Pool, challengeId: string, code: string) =>
  `${pool.id} mfa ${challengeId} ${code}`

/**
 * Creates a code for the number of a factor and the message with it, to be sent once the challenge is stored.
 * @throws {AppError} 429 over_sms_send_rate_limit
 */
export async function phoneQuestion(
  { auth, pool, c }: SessionCall,
  factor: Factor,
  challengeId: string,
): Promise<{ question: Question; text: TextMessage }> {
  const phone = factor.phone!
  await takeText(auth.kernel.limits, pool, phone)
  const [user] = await runAlone(auth.kernel.database, userById(pool, factor.user_id), 'user_by_id')
  const code = randomCode()
  const text = codeMessage(pool, {
    phone,
    code,
    userMetadata: user?.raw_user_meta_data ?? {},
    acceptLanguage: c.req.header('accept-language'),
  })
  return { question: { codeHash: auth.hashes.factor.make(phoneCodeText(pool, challengeId, code)) }, text }
}
