import { newToken, tokenHash } from '#kernel/secrets/one-time-token.ts'
import type { SealedPlace } from '#kernel/secrets/sealed-places.ts'
import type { Auth } from '../auth.ts'
import type { Pool } from '../pool.ts'
import type { Challenge } from '../sign-in/flow-states.ts'
import { build, fromNow, now, runAlone } from '../statements.ts'

/** Lifetime of a pending login, in seconds. */
export const LOGIN_SECONDS = 600

export interface NewLogin {
  provider: string
  /** The PKCE verifier of our exchange with the provider. */
  verifier: string
  nonce: string
  /** The provider's page, without the state. */
  authorizeUrl: string
  /** An address that returnAddress allowed. */
  redirectTo: string
  /** The client's PKCE challenge. */
  challenge?: Challenge | undefined
  /** Set if a session adds the provider to its account. */
  linking?: { userId: string; sessionId: string } | undefined
}

/** A login that returned from the provider. */
export interface Login {
  provider: string
  verifier: string
  nonce: string
  redirectTo: string
  challenge: Challenge | undefined
  linking: { userId: string; sessionId: string } | undefined
}

/**
 * Creates a state that names the pool by its public key, because providers have only one redirect address for
 * all pools.
 */
export const writeState = (pool: Pool): string =>
  pool.tenant ? `${newToken()}.${pool.tenant.public_key}` : newToken()

/** The public key that a state names; undefined for creators. */
export const tenantOfState = (state: string): string | undefined => state.split('.')[1]

/**
 * Stores a login until the provider sends the user back, and deletes the pool's expired ones.
 * @param browser the secret of the browser's cookie; without one, the first browser that opens the login gets
 *   it
 */
export async function storeLogin(
  auth: Auth,
  pool: Pool,
  state: string,
  login: NewLogin,
  browser?: string,
): Promise<void> {
  const { database, sealer } = auth.kernel
  await runAlone(
    database,
    build
      .with('expired', (db) =>
        db.deleteFrom('auth.provider_logins').where('pool_id', '=', pool.id).where('expires_at', '<=', now),
      )
      .insertInto('auth.provider_logins')
      .values({
        pool_id: pool.id,
        state_hash: tokenHash(state),
        provider: login.provider,
        browser_hash: browser ? tokenHash(browser) : null,
        nonce: login.nonce,
        verifier_sealed: sealer.seal(login.verifier, placeOf(pool, state)),
        authorize_url: login.authorizeUrl,
        redirect_to: login.redirectTo,
        code_challenge: login.challenge?.challenge ?? null,
        code_challenge_method: login.challenge?.method ?? null,
        linking_user_id: login.linking?.userId ?? null,
        linking_session_id: login.linking?.sessionId ?? null,
        expires_at: fromNow(LOGIN_SECONDS),
      }),
  )
}

/**
 * The account that an unclaimed login would add its provider to, as its owner knows it: address, else number,
 * else id. Undefined for a login that signs in.
 */
export async function linkingOf(
  auth: Auth,
  pool: Pool,
  state: string,
): Promise<{ provider: string; account: string } | undefined> {
  const [linking] = await runAlone(
    auth.kernel.database,
    build
      .selectFrom('auth.provider_logins as l')
      .innerJoin('auth.users as u', (join) =>
        join.onRef('u.pool_id', '=', 'l.pool_id').onRef('u.id', '=', 'l.linking_user_id'),
      )
      .select(['l.provider', 'u.id', 'u.email', 'u.phone'])
      .where('l.pool_id', '=', pool.id)
      .where('l.state_hash', '=', tokenHash(state))
      .where('l.browser_hash', 'is', null)
      .where('l.expires_at', '>', now),
  )
  if (!linking) return undefined
  const { provider, id, email, phone } = linking
  return { provider, account: email || (phone ? `+${phone}` : id) }
}

/**
 * Assigns an unclaimed login to the browser that opened it, with one conditional update.
 * @returns where it continues
 */
export async function claimLogin(auth: Auth, pool: Pool, state: string, browser: string) {
  const [claimed] = await runAlone(
    auth.kernel.database,
    build
      .updateTable('auth.provider_logins')
      .set({ browser_hash: tokenHash(browser) })
      .where('pool_id', '=', pool.id)
      .where('state_hash', '=', tokenHash(state))
      .where('browser_hash', 'is', null)
      .where('expires_at', '>', now)
      .returning(['authorize_url', 'provider']),
  )
  return claimed && { authorizeUrl: claimed.authorize_url, provider: claimed.provider }
}

/**
 * Takes a login back with one conditional delete, so that exactly one of several concurrent calls gets it.
 * Another browser, another pool or an expired login gets nothing and uses nothing up.
 */
export async function takeLogin(
  auth: Auth,
  pool: Pool,
  state: string,
  browser: string,
): Promise<Login | undefined> {
  const [taken] = await runAlone(
    auth.kernel.database,
    build
      .deleteFrom('auth.provider_logins')
      .where('pool_id', '=', pool.id)
      .where('state_hash', '=', tokenHash(state))
      .where('browser_hash', '=', tokenHash(browser))
      .where('expires_at', '>', now)
      .returning([
        'provider',
        'verifier_sealed',
        'nonce',
        'redirect_to',
        'code_challenge',
        'code_challenge_method',
        'linking_user_id',
        'linking_session_id',
      ]),
  )
  if (!taken) return undefined
  const { code_challenge: challenge, code_challenge_method: method } = taken
  const { linking_user_id: userId, linking_session_id: sessionId } = taken
  return {
    provider: taken.provider,
    verifier: auth.kernel.sealer.open(taken.verifier_sealed, placeOf(pool, state)),
    nonce: taken.nonce,
    redirectTo: taken.redirect_to,
    challenge: challenge && method ? { challenge, method: method as Challenge['method'] } : undefined,
    linking: userId && sessionId ? { userId, sessionId } : undefined,
  }
}

export const placeOf = (pool: Pool, state: string): SealedPlace =>
  `auth.provider_logins.verifier:${pool.id}:${tokenHash(state).toString('base64url')}`
