import { sql } from 'kysely'
import { newToken, tokenHash } from '#kernel/secrets/one-time-token.ts'
import type { Auth } from '../auth.ts'
import type { Pool } from '../pool.ts'
import { build, fromNow, now, runAlone } from '../statements.ts'
import type { Run } from '../statements.ts'

/** Time for a person to sign in and decide, in seconds. */
const DECIDE_SECONDS = 600
/** Life of a code, in seconds (RFC 6749 4.1.2 allows ten minutes at most). */
const CODE_SECONDS = 60

export interface AuthorizationRow {
  id: string
  client_id: string
  redirect_uri: string
  scope: string
  state: string | null
}

const shown = ['id', 'client_id', 'redirect_uri', 'scope', 'state'] as const

/** Keeps an application's request until its member decides. What expired long ago goes. @returns its id */
export async function keepRequest(
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
      // A used code is remembered for an hour, for the case that it comes again.
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

/** A request that awaits its decision. Whoever looks first has it: nobody else can be made to decide on it. */
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

/** Its holder gives it back, for another person at the same browser: as if they had never looked. */
export const releaseRequest = (pool: Pool, id: string, userId: string) =>
  build
    .updateTable('auth.oauth_authorizations')
    .set({ user_id: null })
    .where('pool_id', '=', pool.id)
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('status', '=', 'pending')
    .returning('id')

/** Decides once: of two clicks, one. @returns the request and its code, stored hashed only */
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

/** The member says no, which uses the request up. @returns undefined when it was answered, or is not this member's */
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

/** Uses a code: one conditional update, so that of many at once exactly one gets it. */
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

/** The session that a code opened, for the case that the code comes again. */
export const sessionOfCode = (poolId: string, code: string) =>
  build
    .selectFrom('auth.oauth_authorizations')
    .select('session_id')
    .where('pool_id', '=', poolId)
    .where('code_hash', '=', tokenHash(code))
    .where('status', '=', 'used')

/** Keeps which session an authorization opened: a second use of its code ends it (RFC 6749, 4.1.2). */
export const noteSession = (poolId: string, id: string, sessionId: string) =>
  build
    .updateTable('auth.oauth_authorizations')
    .set({ session_id: sessionId })
    .where('pool_id', '=', poolId)
    .where('id', '=', id)
