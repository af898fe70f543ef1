import { authErrors } from '../errors.ts'
import { takeFactorAnswer } from '../limits.ts'
import type { SessionCall } from '../route-table.ts'
import type { SessionRow } from '../sessions/sessions.ts'
import { settingsOf } from '../settings/pool-settings.ts'
import { build, now, runTogether } from '../statements.ts'
import { ANSWER_WINDOW, countAnswer, lockUser, noteRightAnswer } from './factors.ts'
import { raiseSession } from './raise-session.ts'
import { codeText, recoveryFactorOf } from './recovery-codes.ts'

/** Normalizes a typed code: case, blanks and hyphens are ignored. */
const normalizeCode = (given: string): string => given.toLowerCase().replace(/[\s-]/g, '')

/**
 * Raises the session with a recovery code, which is used up. One conditional update, so that exactly one of
 * several concurrent calls succeeds.
 * @throws {AppError} 422 mfa_verification_failed (the same for wrong, used and missing codes),
 *   mfa_recovery_codes_verify_not_enabled; 429 mfa_recovery_codes_locked
 */
export async function verifyRecoveryCode(call: SessionCall, given: string): Promise<SessionRow> {
  const { auth, pool, claims } = call
  const { database, limits } = auth.kernel
  if (!(await settingsOf(auth, pool)).mfa_recovery_codes)
    throw authErrors.mfa_recovery_codes_verify_not_enabled()
  await takeFactorAnswer(limits, pool, `recovery ${claims.sub}`)
  const code = normalizeCode(given)
  const outcome = await runTogether(database, 'use recovery code', async (run) => {
    await run(lockUser(pool, claims.sub))
    const factor = await recoveryFactorOf(run, pool, claims.sub)
    if (!factor) return 'mfa_verification_failed'
    if (!(await countAnswer(run, pool, factor.id))) return 'mfa_recovery_codes_locked'
    const [used] = await run(
      build
        .updateTable('auth.mfa_recovery_codes')
        .set({ used_at: now })
        .where('pool_id', '=', pool.id)
        .where('factor_id', '=', factor.id)
        .where('code_hash', 'in', auth.hashes.factor.all(codeText(pool, factor.id, code)))
        .where('used_at', 'is', null)
        .returning('factor_id'),
    )
    if (!used) return 'mfa_verification_failed'
    await run(noteRightAnswer(pool, factor.id))
    const session = { userId: claims.sub, sessionId: claims.session_id }
    const raised = await raiseSession(run, pool, session, { id: factor.id, type: 'recovery_code' })
    return raised ?? 'session_not_found'
  })
  if (outcome === 'mfa_recovery_codes_locked')
    throw authErrors[outcome]({ headers: { 'retry-after': String(ANSWER_WINDOW) } })
  if (typeof outcome === 'string') throw authErrors[outcome]()
  return outcome
}
