import { randomUUID } from 'node:crypto'
import { originOf } from '../answers.ts'
import { authErrors } from '../errors.ts'
import type { SessionCall } from '../route-table.ts'
import { settingsOf } from '../settings/pool-settings.ts'
import { runAlone } from '../statements.ts'
import { newChallenge } from './challenges.ts'
import type { Question } from './challenges.ts'
import { offers } from './enroll.ts'
import { factorOf, factorsOf } from './factors.ts'
import { webauthnQuestion } from './webauthn-factor.ts'

/** The answer to a challenge as clients read it; `expires_at` in seconds since 1970. */
export interface ChallengeBody {
  id: string
  type: string
  expires_at: number
  webauthn?: object
}

/**
 * Asks the holder of a factor for a code or a signature.
 * @throws {AppError} 404 mfa_factor_not_found (a stranger's too), 422 *_verify_not_enabled
 */
export async function challengeFactor(call: SessionCall, factorId: string): Promise<ChallengeBody> {
  const { auth, pool, claims, c } = call
  const { database } = auth.kernel
  const [factor] = await runAlone(database, factorOf(pool, claims.sub, factorId))
  if (!factor || factor.factor_type === 'recovery_code') throw authErrors.mfa_factor_not_found()
  const type = factor.factor_type
  if (!offers(await settingsOf(auth, pool), type)) throw authErrors[`mfa_${type}_verify_not_enabled`]()
  const id = randomUUID()
  const { question, ...shown }: { question: Question; webauthn?: object } =
    type === 'webauthn'
      ? await webauthnQuestion(call, factor, await runAlone(database, factorsOf(pool, claims.sub)))
      : { question: {} }
  const [put] = await runAlone(database, newChallenge(pool, factorId, id, originOf(c).ip, question))
  return { id, type, expires_at: Math.floor(put!.expires_at.getTime() / 1000), ...shown }
}
