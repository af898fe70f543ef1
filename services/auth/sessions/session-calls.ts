import { newOneTimeCodeInput, readBody } from '../contract.ts'
import { authErrors } from '../errors.ts'
import type { SessionCall } from '../route-table.ts'
import { runAlone } from '../statements.ts'
import { ONE_TIME_CODE_SECONDS, issueOneTimeCode } from './one-time-codes.ts'
import { readRefreshToken } from './refresh-token.ts'
import { cookieToken, dropCookie, isPlaceholder, usesCookie } from './session-cookie.ts'
import { endSession, endSessionsOf } from './sessions.ts'
import { SITE } from './site-token.ts'

/**
 * POST /one-time-code: creates a code for another window of the same user. Requires the session's refresh
 * token besides its access token. Access tokens are shown to builders' own servers, and a mere holder must
 * not be able to create sessions with one.
 */
export async function oneTimeCode({ auth, c, pool, claims }: SessionCall): Promise<Response> {
  const { code_challenge: challenge, refresh_token: given } = await readBody(c, newOneTimeCodeInput)
  const inCookie = usesCookie(c, pool) && isPlaceholder(given)
  const proof = readRefreshToken(
    auth.hashes.refresh,
    pool.id,
    inCookie ? cookieToken(c, pool) : (given ?? ''),
  )
  if (proof?.session !== claims.session_id) throw authErrors.refresh_token_not_found()
  c.header('cache-control', 'no-store')
  const code = await issueOneTimeCode(auth, pool, claims, challenge)
  return c.json({ code, expires_in: ONE_TIME_CODE_SECONDS })
}

/**
 * POST /logout: `local` ends this session, `global` all of the user's, `others` all but this one. An OAuth
 * application only ever ends its own session, whatever it requests. A site token has no session of its own
 * and ends none.
 */
export async function logout({ auth, c, pool, claims }: SessionCall): Promise<Response> {
  if (claims.client_id === SITE) throw authErrors.insufficient_scope()
  const scope = c.req.query('scope') || 'global'
  const ends = {
    local: () => endSession(pool, claims.session_id),
    global: () => endSessionsOf(pool, claims.sub),
    others: () => endSessionsOf(pool, claims.sub, claims.session_id),
  }
  if (!Object.hasOwn(ends, scope))
    throw authErrors.validation_failed({ text: `Unsupported logout scope "${scope}"` })
  const inCookie = usesCookie(c, pool)
  const effectiveScope = claims.client_id ? 'local' : (scope as keyof typeof ends)
  const ended = await runAlone(auth.kernel.database, ends[effectiveScope]())
  auth.kernel.sessions.forget(ended.map(({ id }) => id))
  if (inCookie && scope !== 'others') dropCookie(c, pool)
  return c.body(null, 204)
}
