import { sql } from 'kysely'
import type { Claims } from '#kernel/db/claims.ts'
import { newToken, tokenHash } from '#kernel/secrets/one-time-token.ts'
import type { Origin } from '../responses.ts'
import type { Auth } from '../auth.ts'
import { authErrors } from '../errors.ts'
import type { Pool } from '../pool.ts'
import { sessionWithUser, startSession } from './sessions.ts'
import type { SessionRow } from './sessions.ts'
import { settingsOf } from '../settings/pool-settings.ts'
import { build, fromNow, now, runAlone, runTogether } from '../statements.ts'

/** Lifetime of a code, in seconds. */
export const ONE_TIME_CODE_SECONDS = 60

/**
 * Creates a code that passes the caller's sign-in to one other window, once. With a challenge (S256 of a
 * secret that the other window stores, RFC 7636) only that window can use it, even if the code is
 * intercepted.
 */
export async function issueOneTimeCode(
  auth: Auth,
  pool: Pool,
  claims: Claims,
  challenge: string | null | undefined,
): Promise<string> {
  const code = newToken()
  const { database } = auth.kernel
  await runAlone(
    database,
    build
      .deleteFrom('auth.one_time_codes')
      .where('pool_id', '=', pool.id)
      .where('session_id', '=', claims.session_id!)
      .where('expires_at', '<', now),
  )
  await runAlone(
    database,
    build.insertInto('auth.one_time_codes').values({
      pool_id: pool.id,
      code_hash: tokenHash(code),
      session_id: claims.session_id!,
      verifier_hash: challenge ? Buffer.from(challenge, 'base64url') : null,
      expires_at: fromNow(ONE_TIME_CODE_SECONDS),
    }),
  )
  return code
}

/**
 * Exchanges a code for a new session with the same proofs as the one it came from, which continues. One
 * conditional delete, so that exactly one of several concurrent calls succeeds.
 * @throws {AppError} 403 bad_one_time_code for every used, old, foreign or unknown code, and if the session
 *   has ended
 */
export async function redeemOneTimeCode(
  auth: Auth,
  pool: Pool,
  input: { code: string; code_verifier?: string | null },
  origin: Origin,
): Promise<SessionRow> {
  const rules = await settingsOf(auth, pool)
  const verifierHash = input.code_verifier ? tokenHash(input.code_verifier) : null
  return runTogether(auth.kernel.database, 'one-time code', async (run) => {
    const [used] = await run(
      build
        .deleteFrom('auth.one_time_codes')
        .where('pool_id', '=', pool.id)
        .where('code_hash', '=', tokenHash(input.code))
        .where('expires_at', '>', now)
        .where(sql<boolean>`verifier_hash is not distinct from ${verifierHash}`)
        .returning('session_id'),
    )
    const [from] = used ? await run(sessionWithUser(pool, used.session_id, rules)) : []
    if (!from?.within_rules) throw authErrors.bad_one_time_code()
    const [started] = await run(startSession(pool, from.id, { aal: from.aal, amr: from.amr, ...origin }))
    if (!started) throw authErrors.user_banned()
    return started
  })
}
