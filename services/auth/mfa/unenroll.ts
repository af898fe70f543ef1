import { authErrors } from '../errors.ts'
import type { Pool } from '../pool.ts'
import type { SessionCall } from '../route-table.ts'
import { runTogether } from '../statements.ts'
import type { Run } from '../statements.ts'
import { deleteFactor, factorOf, factorsOf, lockUser } from './factors.ts'
import type { Factor } from './factors.ts'
import { lowerSessions } from './raise-session.ts'
import { assuranceOf } from './step-up.ts'

/**
 * Removes a factor. Sessions that it raised return to aal1. Recovery codes are deleted with the last factor
 * that they replace.
 * @throws {AppError} 404 mfa_factor_not_found; 422 insufficient_aal for a verified factor that this session
 *   did not prove
 */
export async function unenroll(call: SessionCall, factorId: string): Promise<Factor> {
  const { auth, pool, claims } = call
  const outcome = await runTogether(auth.kernel.database, 'unenroll factor', async (run) => {
    await run(lockUser(pool, claims.sub))
    const [factor] = await run(factorOf(pool, claims.sub, factorId))
    const [session] = await run(assuranceOf(pool, claims.session_id))
    if (!factor) return 'mfa_factor_not_found'
    if (factor.status === 'verified' && session?.aal !== 'aal2') return 'insufficient_aal_to_unenroll'
    return removeFactor(run, pool, claims.sub, factorId)
  })
  if (!outcome) throw authErrors.mfa_factor_not_found()
  if (typeof outcome === 'string') throw authErrors[outcome]()
  return outcome
}

/**
 * Removes a factor without checking rights. The caller must have locked the user's row.
 * @returns the removed factor
 */
export async function removeFactor(
  run: Run,
  pool: Pool,
  userId: string,
  factorId: string,
): Promise<Factor | undefined> {
  const [removed] = await run(deleteFactor(pool, userId, factorId))
  if (!removed) return undefined
  await run(lowerSessions(pool, userId, { id: removed.id, type: removed.factor_type }))
  const left = (await run(factorsOf(pool, userId))).filter(({ status }) => status === 'verified')
  if (left.length === 1 && left[0]!.factor_type === 'recovery_code')
    await removeFactor(run, pool, userId, left[0]!.id)
  return removed
}
