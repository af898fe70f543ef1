import { sameBytes } from '#kernel/secrets/same-bytes.ts'
import { originOf } from '../responses.ts'
import { authErrors } from '../errors.ts'
import { takeFactorAnswer } from '../limits.ts'
import type { SessionCall } from '../route-table.ts'
import type { SessionRow } from '../sessions/sessions.ts'
import { runAlone, runTogether } from '../statements.ts'
import type { Run } from '../statements.ts'
import { answerChallenge, useChallenge } from './challenges.ts'
import type { Challenge } from './challenges.ts'
import { offersFactor, secretPlace } from './enroll.ts'
import {
  ANSWER_WINDOW,
  countAnswer,
  dropUnverified,
  factorOf,
  lockUser,
  noteRightAnswer,
  useStep,
} from './factors.ts'
import type { Factor } from './factors.ts'
import type { VerifyFactorInput } from './inputs.ts'
import { phoneCodeText } from './phone-factor.ts'
import { raiseSession } from './raise-session.ts'
import { assuranceOf } from './step-up.ts'
import { matchTotp } from './totp.ts'
import { checkWebauthnFactor, refuseWithoutCredential } from './webauthn-factor.ts'

/**
 * The result of a response. Refusals are values, so that the count is committed although the request fails.
 */
type Outcome = { session: SessionRow; newlyVerified: boolean } | keyof typeof authErrors

/** Messages of the official service, by type of factor. */
const WRONG_CODE: Partial<Record<Factor['factor_type'], string>> = {
  totp: 'Invalid TOTP code entered',
  phone: 'Invalid MFA Phone code entered',
}

/** Decides whether a response is right, inside the transaction that uses it up. */
export type Judge = (run: Run, challenge: Challenge) => Promise<boolean>

/**
 * Responds to a challenge. A right response verifies the factor and raises the session to aal2.
 * @throws {AppError} 404 mfa_factor_not_found (also for another user's factor); 422 mfa_verification_failed,
 *   mfa_challenge_expired (also for used ones), mfa_ip_address_mismatch, *_verify_not_enabled; 429
 *   over_request_rate_limit
 */
export async function verifyFactor(
  call: SessionCall,
  factorId: string,
  input: VerifyFactorInput,
): Promise<{ session: SessionRow; newlyVerified: boolean; factor: Factor }> {
  const { auth, pool, claims, c } = call
  const { database, limits } = auth.kernel
  const [factor] = await runAlone(database, factorOf(pool, claims.sub, factorId))
  if (!factor || factor.factor_type === 'recovery_code') throw authErrors.mfa_factor_not_found()
  const type = factor.factor_type
  if (!input.code && type !== 'webauthn')
    throw authErrors.validation_failed({ text: 'Code needs to be non-empty' })
  if (!(await offersFactor(auth, pool, type))) throw authErrors[`mfa_${type}_verify_not_enabled`]()
  if (type === 'webauthn') refuseWithoutCredential(input)
  await takeFactorAnswer(limits, pool, factorId)
  const { ip } = originOf(c)
  const challengeOrError = await runTogether(database, 'answer factor', async (run) => {
    const [challenge] = await run(answerChallenge(pool, factorId, input.challenge_id, ip))
    if (!challenge || challenge.expired) return 'mfa_challenge_expired'
    if (!challenge.same_ip) return 'mfa_ip_address_mismatch'
    return (await countAnswer(run, pool, factorId)) ? challenge : 'over_request_rate_limit'
  })
  if (challengeOrError === 'over_request_rate_limit')
    throw authErrors[challengeOrError]({ headers: { 'retry-after': String(ANSWER_WINDOW) } })
  if (typeof challengeOrError === 'string') throw authErrors[challengeOrError]()
  // Signatures are checked outside of any transaction, and the result is applied inside.
  const judge =
    type === 'webauthn'
      ? await checkWebauthnFactor(call, factor, challengeOrError, input)
      : judgeCode(call, factor, input)
  const outcome = await runTogether(database, 'raise session', (run) =>
    finish(run, call, factor, challengeOrError, judge),
  )
  if (outcome === 'mfa_verification_failed') throw authErrors[outcome]({ text: WRONG_CODE[type] })
  if (typeof outcome === 'string') throw authErrors[outcome]()
  return { ...outcome, factor }
}

async function finish(
  run: Run,
  { pool, claims }: SessionCall,
  factor: Factor,
  challenge: Challenge,
  judge: Judge,
): Promise<Outcome> {
  await run(lockUser(pool, claims.sub))
  if (!(await judge(run, challenge))) return 'mfa_verification_failed'
  const [used] = await run(useChallenge(pool, factor.id, challenge.id))
  if (!used) return 'mfa_challenge_expired'
  const [before] = await run(factorOf(pool, claims.sub, factor.id))
  if (!before) return 'mfa_factor_not_found'
  // An enrollment started before another factor was verified must not bypass that factor.
  const [now] = await run(assuranceOf(pool, claims.session_id))
  if (before.status === 'unverified' && now?.has_factor && now.aal !== 'aal2')
    return 'insufficient_aal_to_enroll'
  await run(noteRightAnswer(pool, factor.id))
  await run(dropUnverified(pool, claims.sub, factor.factor_type))
  const session = await raiseSession(
    run,
    pool,
    { userId: claims.sub, sessionId: claims.session_id },
    { id: factor.id, type: factor.factor_type },
  )
  if (!session) return 'session_not_found'
  return { session, newlyVerified: before.status === 'unverified' }
}

function judgeCode({ auth, pool }: SessionCall, factor: Factor, { code }: VerifyFactorInput): Judge {
  const given = (code ?? '').replaceAll(' ', '')
  if (factor.factor_type === 'phone')
    return async (_run, { id, code_hash: kept }) =>
      auth.hashes.factor.all(phoneCodeText(pool, id, given)).some((hash) => kept && sameBytes(hash, kept))
  const secret = auth.kernel.sealer.open(factor.secret_sealed!, secretPlace(pool, factor.id))
  const step = matchTotp(secret, given, Date.now())
  return async (run) => step !== undefined && (await run(useStep(pool, factor.id, step))).length > 0
}
