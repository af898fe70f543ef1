import { randomInt, randomUUID } from 'node:crypto'
import type { Auth } from '../auth.ts'
import { authErrors } from '../errors.ts'
import type { Pool } from '../pool.ts'
import type { SessionCall } from '../route-table.ts'
import { settingsOf } from '../settings/pool-settings.ts'
import { build, runAlone, runTogether } from '../statements.ts'
import type { Run } from '../statements.ts'
import { requireFactorSlot } from './enroll.ts'
import { factorsOf, lockUser, noteRightAnswer } from './factors.ts'
import type { Factor } from './factors.ts'
import { assuranceOf } from './step-up.ts'
import { removeFactor } from './unenroll.ts'

/** Codes in one set. */
const CODES = 10
const CODE_LENGTH = 16
/** Crockford's base 32: no i, l, o, u. 16 of them are 80 random bits. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const DEFAULT_NAME = 'Recovery codes'

/** A new set of codes, which are only shown here. */
export interface NewRecoveryCodes {
  id: string
  type: 'recovery_code'
  friendly_name: string
  total: number
  codes: string[]
}

/** The number of codes, and how many are unused. */
export interface RecoveryCodesStatus {
  id: string
  type: 'recovery_code'
  total: number
  remaining: number
}

const newCode = () => Array.from({ length: CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')

/** The hashed text, which binds a code to one set of one pool. */
export const codeText = (pool: Pool, factorId: string, code: string) =>
  `${pool.id} recovery ${factorId} ${code}`

/** The user's set of codes, stored as a factor. */
export const recoveryFactorOf = async (run: Run, pool: Pool, userId: string): Promise<Factor | undefined> =>
  (await run(factorsOf(pool, userId))).find(({ factor_type }) => factor_type === 'recovery_code')

/**
 * The status of the user's set; any session may read it.
 * @throws {AppError} 404 mfa_factor_not_found without a set
 */
export async function recoveryCodesStatus({ auth, pool, claims }: SessionCall): Promise<RecoveryCodesStatus> {
  const [status] = await runAlone(
    auth.kernel.database,
    build
      .selectFrom('auth.mfa_factors as f')
      .leftJoin('auth.mfa_recovery_codes as r', (join) =>
        join.onRef('r.pool_id', '=', 'f.pool_id').onRef('r.factor_id', '=', 'f.id'),
      )
      .select(({ fn }) => [
        'f.id',
        fn.count<string>('r.code_hash').as('total'),
        fn.count<string>('r.code_hash').filterWhere('r.used_at', 'is', null).as('remaining'),
      ])
      .where('f.pool_id', '=', pool.id)
      .where('f.user_id', '=', claims.sub)
      .where('f.factor_type', '=', 'recovery_code')
      .groupBy('f.id'),
  )
  if (!status) throw authErrors.mfa_factor_not_found()
  return {
    id: status.id,
    type: 'recovery_code',
    total: Number(status.total),
    remaining: Number(status.remaining),
  }
}

/**
 * Creates the user's set of recovery codes.
 * @throws {AppError} 403 insufficient_aal below aal2; 422 mfa_recovery_codes_sole_factor without another
 *   verified factor, mfa_verified_factor_exists if there is a set, mfa_factor_name_conflict,
 *   too_many_enrolled_mfa_factors, mfa_recovery_codes_enroll_not_enabled
 */
export async function generateRecoveryCodes(
  call: SessionCall,
  name: string | null | undefined,
): Promise<NewRecoveryCodes> {
  const { auth, pool, claims } = call
  await enrolling(call)
  return runTogether(auth.kernel.database, 'recovery codes', async (run) => {
    await run(lockUser(pool, claims.sub))
    const known = await run(factorsOf(pool, claims.sub))
    if (!known.some((factor) => factor.status === 'verified'))
      throw authErrors.mfa_recovery_codes_sole_factor()
    await atAal2(run, call)
    if (known.some((factor) => factor.factor_type === 'recovery_code'))
      throw authErrors.mfa_verified_factor_exists()
    const friendlyName = name || DEFAULT_NAME
    await requireFactorSlot(run, call, friendlyName)
    const id = randomUUID()
    await run(
      build.insertInto('auth.mfa_factors').values({
        pool_id: pool.id,
        id,
        user_id: claims.sub,
        factor_type: 'recovery_code',
        status: 'verified',
        friendly_name: friendlyName,
      }),
    )
    return storeCodes(auth, run, pool, id, friendlyName)
  })
}

/**
 * Replaces the set. The old codes stop working immediately, and a lock after wrong ones is lifted.
 * @throws {AppError} 403 insufficient_aal; 404 mfa_factor_not_found; 422
 *   mfa_recovery_codes_enroll_not_enabled
 */
export async function regenerateRecoveryCodes(call: SessionCall): Promise<NewRecoveryCodes> {
  const { auth, pool } = call
  await enrolling(call)
  return runTogether(auth.kernel.database, 'new recovery codes', async (run) => {
    const factor = await ownAtAal2(run, call)
    await run(
      build
        .deleteFrom('auth.mfa_recovery_codes')
        .where('pool_id', '=', pool.id)
        .where('factor_id', '=', factor.id),
    )
    await run(noteRightAnswer(pool, factor.id))
    return storeCodes(auth, run, pool, factor.id, factor.friendly_name)
  })
}

/** Removes the set. @throws {AppError} 403 insufficient_aal; 404 mfa_factor_not_found */
export async function removeRecoveryCodes(call: SessionCall): Promise<Factor> {
  return runTogether(call.auth.kernel.database, 'remove recovery codes', async (run) => {
    const factor = await ownAtAal2(run, call)
    await removeFactor(run, call.pool, call.claims.sub, factor.id)
    return factor
  })
}

async function enrolling({ auth, pool }: SessionCall): Promise<void> {
  if (!(await settingsOf(auth, pool)).mfa_recovery_codes)
    throw authErrors.mfa_recovery_codes_enroll_not_enabled()
}

async function atAal2(run: Run, { pool, claims }: SessionCall): Promise<void> {
  const [session] = await run(assuranceOf(pool, claims.session_id))
  if (session?.aal !== 'aal2') throw authErrors.insufficient_aal_to_enroll()
}

async function ownAtAal2(run: Run, call: SessionCall): Promise<Factor> {
  await run(lockUser(call.pool, call.claims.sub))
  await atAal2(run, call)
  const factor = await recoveryFactorOf(run, call.pool, call.claims.sub)
  if (!factor) throw authErrors.mfa_factor_not_found()
  return factor
}

async function storeCodes(
  auth: Auth,
  run: Run,
  pool: Pool,
  factorId: string,
  name: string,
): Promise<NewRecoveryCodes> {
  const codes = Array.from({ length: CODES }, newCode)
  await run(
    build.insertInto('auth.mfa_recovery_codes').values(
      codes.map((code) => ({
        pool_id: pool.id,
        factor_id: factorId,
        code_hash: auth.hashes.factor.make(codeText(pool, factorId, code)),
      })),
    ),
  )
  return { id: factorId, type: 'recovery_code', friendly_name: name, total: codes.length, codes }
}
