import { randomUUID } from 'node:crypto'
import type { TextMessage } from '#kernel/sms/sms.ts'
import { originOf } from '../responses.ts'
import { authErrors } from '../errors.ts'
import { sendTextOrThrow } from '../phone/text-messages.ts'
import type { SessionCall } from '../route-table.ts'
import { runAlone } from '../statements.ts'
import { newChallenge } from './challenges.ts'
import type { Question } from './challenges.ts'
import { offersFactor } from './enroll.ts'
import { factorOf, factorsOf } from './factors.ts'
import { phoneQuestion } from './phone-factor.ts'
import { webauthnQuestion } from './webauthn-factor.ts'

/** The response to a challenge as clients read it. `expires_at` is in seconds since 1970. */
export interface ChallengeBody {
  id: string
  type: string
  expires_at: number
  webauthn?: object
}

/**
 * Requests a code or a signature from the holder of a factor.
 * @param channel of a text message: `sms`; `whatsapp` is sent as SMS too
 * @throws {AppError} 404 mfa_factor_not_found (also for another user's factor); 422 *_verify_not_enabled,
 *   sms_send_failed; 429 over_sms_send_rate_limit
 */
export async function challengeFactor(
  call: SessionCall,
  factorId: string,
  channel?: string | null,
): Promise<ChallengeBody> {
  const { auth, pool, claims, c } = call
  const { database } = auth.kernel
  const [factor] = await runAlone(database, factorOf(pool, claims.sub, factorId))
  if (!factor || factor.factor_type === 'recovery_code') throw authErrors.mfa_factor_not_found()
  const type = factor.factor_type
  if (!(await offersFactor(auth, pool, type))) throw authErrors[`mfa_${type}_verify_not_enabled`]()
  if (type === 'phone' && channel && channel !== 'sms' && channel !== 'whatsapp')
    throw authErrors.validation_failed({ text: 'Invalid channel, supported values are "sms" and "whatsapp"' })
  const id = randomUUID()
  const { question, text, ...shown } = await ask()
  const [put] = await runAlone(database, newChallenge(pool, factorId, id, originOf(c).ip, question))
  if (text) await sendTextOrThrow(auth, text)
  return { id, type, expires_at: Math.floor(put!.expires_at.getTime() / 1000), ...shown }

  async function ask(): Promise<{ question: Question; webauthn?: object; text?: TextMessage }> {
    if (type === 'phone') return phoneQuestion(call, factor!, id)
    if (type === 'webauthn')
      return webauthnQuestion(call, factor!, await runAlone(database, factorsOf(pool, claims.sub)))
    return { question: {} }
  }
}
