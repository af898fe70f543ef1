import { sql } from 'kysely'
import { newToken, tokenHash } from '#kernel/secrets/one-time-token.ts'
import type { Auth } from '../auth.ts'
import type { Pool } from '../pool.ts'
import { build, fromNow, now, runAlone } from '../statements.ts'
import type { Run } from '../statements.ts'

/** Seconds for a user to sign in and decide. */
const DECIDE_SECONDS = 600
/** Lifetime of a code, in seconds (RFC 6749 4.1.2 allows ten minutes at most). */
const CODE_SECONDS = 60

export interface AuthorizationRow {
  id: string
  client_id: string
  redirect_uri: string
  scope: string
  state: string | null
}

const shown = ['id', 'client_id', 'redirect_uri', 'scope', 'state'] as const

/**
 * Stores an application's request until its member decides, and deletes requests that expired long ago.
 * @returns its id
 */
export async function storeRequest(
  auth: Auth,
  request: {
    poolId: string
    clientId: string
    redirectUri: string
    scope: string
    state: string | null
    nonce: string | null
    challenge: string
  },
): Promise<string> {
  const { database } = auth.kernel
  await runAlone(
    database,
    build
      .deleteFrom('auth.oauth_authorizations')
      .where('pool_id', '=', request.poolId)
      .where('client_id', '=', request.clientId)
      // A used code is stored for another hour, to detect a second use.
      .where('expires_at', '<', sql<Date>`now() - interval '1 hour'`),
  )
  const [kept] = await runAlone(
    database,
    build
      .insertInto('auth.oauth_authorizations')
      .values({
        pool_id: request.poolId,
        client_id: request.clientId,
        redirect_uri: request.redirectUri,
        scope: request.scope,
        state: request.state,
        nonce: request.nonce,
        code_challenge: request.challenge,
        expires_at: fromNow(DECIDE_SECONDS),
      })
      .returning('id'),
  )
  return kept!.id
}

/**
 * Assigns a pending request to the first user who reads it, so that no one else can be made to decide on it.
 */
export async function claimRequest(
  auth: Auth,
  pool: Pool,
  id: string,
  userId: string,
): Promise<AuthorizationRow | undefined> {
  const [request] = await runAlone(
    auth.kernel.database,
    build
      .updateTable('auth.oauth_authorizations')
      .set({ user_id: userId })
      .where('pool_id', '=', pool.id)
      .where('id', '=', id)
      .where('status', '=', 'pending')
      .where('expires_at', '>', now)
      .where((eb) => eb.or([eb('user_id', 'is', null), eb('user_id', '=', userId)]))
      .returning(shown),
  )
  return request
}

/** Releases a claimed request for another user at the same browser, as if it had never been read. */
export const releaseRequest = (pool: Pool, id: string, userId: string) =>
  build
    .updateTable('auth.oauth_authorizations')
    .set({ user_id: null })
    .where('pool_id', '=', pool.id)
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('status', '=', 'pending')
    .returning('id')

/**
 * Approves a request once, even after two clicks.
 * @returns the request and its code, which is stored only as a hash
 */
export async function approveRequest(
  run: Run,
  pool: Pool,
  id: string,
  userId: string,
): Promise<(AuthorizationRow & { code: string }) | undefined> {
  const code = newToken()
  const [request] = await run(
    build
      .updateTable('auth.oauth_authorizations')
      .set({ status: 'approved', code_hash: tokenHash(code), expires_at: fromNow(CODE_SECONDS) })
      .where('pool_id', '=', pool.id)
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .where('status', '=', 'pending')
      .where('expires_at', '>', now)
      .returning(shown),
  )
  return request && { ...request, code }
}

/**
 * Denies a request, which uses it up.
 * @returns undefined if it was already decided, or is not assigned to this member
 */
export async function denyRequest(
  auth: Auth,
  pool: Pool,
  id: string,
  userId: string,
): Promise<AuthorizationRow | undefined> {
  const [request] = await runAlone(
    auth.kernel.database,
    build
      .deleteFrom('auth.oauth_authorizations')
      .where('pool_id', '=', pool.id)
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .where('status', '=', 'pending')
      .returning(shown),
  )
  return request
}

export interface UsedCode {
  id: string
  user_id: string
  redirect_uri: string
  scope: string
  nonce: string | null
  code_challenge: string
}

/** Uses a code. One conditional update, so that exactly one of several concurrent calls succeeds. */
export async function useCode(
  run: Run,
  poolId: string,
  clientId: string,
  code: string,
): Promise<UsedCode | undefined> {
  const [used] = await run(
    build
      .updateTable('auth.oauth_authorizations')
      .set({ status: 'used' })
      .where('pool_id', '=', poolId)
      .where('client_id', '=', clientId)
      .where('code_hash', '=', tokenHash(code))
      .where('status', '=', 'approved')
      .where('expires_at', '>', now)
      .returning(['id', 'user_id', 'redirect_uri', 'scope', 'nonce', 'code_challenge'])
      .$castTo<UsedCode>(),
  )
  return used
}

/** The session that a code opened, needed when the code is used a second time. */
export const sessionOfCode = (poolId: string, code: string) =>
  build
    .selectFrom('auth.oauth_authorizations')
    .select('session_id')
    .where('pool_id', '=', poolId)
    .where('code_hash', '=', tokenHash(code))
    .where('status', '=', 'used')

/**
 * Stores which session an authorization opened. A second use of its code ends that session (RFC 6749, 4.1.2).
 */
export const noteSession = (poolId: string, id: string, sessionId: string) =>
  build
    .updateTable('auth.oauth_authorizations')
    .set({ session_id: sessionId })
    .where('pool_id', '=', poolId)
    .where('id', '=', id)
