import { tokenHash } from '#kernel/secrets/one-time-token.ts'
import { originOf } from '../responses.ts'
import type { Auth } from '../auth.ts'
import type { Pool } from '../pool.ts'
import { readRefreshToken } from '../sessions/refresh-token.ts'
import { refreshSession } from '../sessions/refresh.ts'
import { sessionBody } from '../sessions/session-body.ts'
import { endSession, proofBy, startSession } from '../sessions/sessions.ts'
import type { SessionRow } from '../sessions/sessions.ts'
import { build, runAlone, runTogether } from '../statements.ts'
import { poolOfClient } from './authorize-call.ts'
import { noteSession, sessionOfCode, useCode } from './authorizations.ts'
import type { ClientRow } from './clients.ts'
import { claimsOf } from './user-claims.ts'
import type { ClientGrant } from './token-call.ts'
import { tokenError } from './token-error.ts'

/**
 * grant_type=authorization_code. A code works once, for the application it was issued to, with the verifier
 * that the application stored. A second use ends the session that the code opened (RFC 6749 4.1.2).
 */
export const codeGrant: ClientGrant = async ({ auth, c }, client, form) => {
  const { database } = auth.kernel
  const [code, verifier] = [form.get('code') ?? '', form.get('code_verifier') ?? '']
  const pool = await poolFor(auth, client)
  const opened = await runTogether(database, 'oauth code', async (run) => {
    const used = await useCode(run, pool.id, client.id, code)
    if (!used || tokenHash(verifier).toString('base64url') !== used.code_challenge) return undefined
    const redirectUri = form.get('redirect_uri')
    if (redirectUri !== null && redirectUri !== used.redirect_uri) return undefined
    const start = startSession(pool, used.user_id, {
      aal: 'aal1',
      amr: [proofBy('oauth_provider/authorization_code')],
      oauthClientId: client.id,
      ...originOf(c),
    })
    const [session] = await run(start)
    if (session) await run(noteSession(pool.id, used.id, session.session_id))
    return session && { session, used }
  })
  if (!opened) {
    const [again] = await runAlone(database, sessionOfCode(pool.id, code))
    if (again?.session_id) await runAlone(database, endSession(pool, again.session_id))
    throw tokenError('invalid_grant', 'The code was used, has expired or belongs to another application')
  }
  const { session, used } = opened
  return c.json(await answerOf(auth, pool, client, session, { scope: used.scope, nonce: used.nonce }))
}

/**
 * grant_type=refresh_token. Refresh tokens rotate as for other sessions, and work only for the application of
 * the session.
 */
export const refreshGrant: ClientGrant = async ({ auth, c }, client, form) => {
  const pool = await poolFor(auth, client)
  const given = form.get('refresh_token') ?? ''
  const read = readRefreshToken(auth.hashes.refresh, pool.id, given)
  const [owned] = read
    ? await runAlone(auth.kernel.database, scopeOfSession(pool, read.session, client.id))
    : []
  if (!owned) throw tokenError('invalid_grant', 'Unknown refresh token')
  const session = await refreshSession(auth, pool, given, client.id).catch(() => {
    throw tokenError('invalid_grant', 'The refresh token was already used or its session has ended')
  })
  return c.json(await answerOf(auth, pool, client, session, { scope: owned.scopes.join(' '), nonce: null }))
}

/** The scopes of the session's application, as long as the member's consent exists. */
const scopeOfSession = (pool: Pool, sessionId: string, clientId: string) =>
  build
    .selectFrom('auth.sessions as s')
    .innerJoin('auth.oauth_consents as a', (join) =>
      join
        .onRef('a.pool_id', '=', 's.pool_id')
        .onRef('a.user_id', '=', 's.user_id')
        .onRef('a.client_id', '=', 's.oauth_client_id'),
    )
    .select('a.scopes')
    .where('s.pool_id', '=', pool.id)
    .where('s.id', '=', sessionId)
    .where('s.oauth_client_id', '=', clientId)

async function poolFor(auth: Auth, client: ClientRow): Promise<Pool> {
  const pool = await poolOfClient(auth, client)
  if (!pool) throw tokenError('invalid_client', 'The application’s tenant was deleted')
  return pool
}

/** RFC 6749 5.1, with an ID token if `openid` was requested (OpenID Connect Core 3.1.3.3). */
async function answerOf(
  auth: Auth,
  pool: Pool,
  client: ClientRow,
  session: SessionRow,
  { scope, nonce }: { scope: string; nonce: string | null },
) {
  const { access_token, token_type, expires_in, refresh_token } = await sessionBody(auth, pool, session)
  const scopes = scope.split(' ')
  const idToken = scopes.includes('openid')
    ? await auth.kernel.tokens.mintIdToken(
        {
          aud: client.id,
          ...claimsOf(session, scopes),
          ...(nonce ? { nonce } : {}),
          auth_time: Math.floor(Date.now() / 1000),
        },
        expires_in,
      )
    : undefined
  return {
    access_token,
    token_type,
    expires_in,
    ...(client.grant_types.includes('refresh_token') ? { refresh_token } : {}),
    scope,
    ...(idToken ? { id_token: idToken } : {}),
  }
}
