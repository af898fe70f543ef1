import { newToken, tokenHash } from '#kernel/secrets/one-time-token.ts'
import type { Auth } from '../auth.ts'
import { authErrors } from '../errors.ts'
import type { Pool } from '../pool.ts'
import { build, fromNow, now, runAlone } from '../statements.ts'
import type { Run } from '../statements.ts'

/** Lifetime of a pending sign-in, in seconds. It is also the maximum age of an ID token here. */
export const LOGIN_SECONDS = 600

/**
 * Starts a sign-in at the tenant's Auth0 and deletes the pool's expired ones. An ID token is accepted only if
 * it carries this nonce, so a token issued for another page of the same application is useless.
 */
export async function startLogin(auth: Auth, pool: Pool): Promise<string> {
  const nonce = newToken()
  await runAlone(
    auth.kernel.database,
    build
      .with('expired', (db) =>
        db.deleteFrom('auth.auth0_logins').where('pool_id', '=', pool.id).where('expires_at', '<=', now),
      )
      .insertInto('auth.auth0_logins')
      .values({ pool_id: pool.id, nonce_hash: tokenHash(nonce), expires_at: fromNow(LOGIN_SECONDS) }),
  )
  return nonce
}

/**
 * Uses up the nonce. One conditional delete, so that exactly one of several concurrent calls succeeds.
 * @throws {AppError} 400 auth0_invalid_state for a nonce that is unknown, used, expired or another tenant's
 */
export async function consumeLogin(run: Run, pool: Pool, nonce: string): Promise<void> {
  const ended = await run(
    build
      .deleteFrom('auth.auth0_logins')
      .where('pool_id', '=', pool.id)
      .where('nonce_hash', '=', tokenHash(nonce))
      .where('expires_at', '>', now)
      .returning('nonce_hash'),
  )
  if (!ended.length) throw authErrors.auth0_invalid_state()
}
