import type { Claims } from '#kernel/db/claims.ts'
import { AppError } from '#kernel/errors.ts'
import type { AppContext } from '#kernel/http/context.ts'
import type { Auth } from './auth.ts'
import {
  newOneTimeCodeInput,
  oneTimeCodeInput,
  passwordInput,
  readBody,
  refreshInput,
  resendInput,
  signUpInput,
  verifyInput,
} from './contract.ts'
import { authErrors } from './errors.ts'
import { grantsNotOffered } from './not-offered.ts'
import { ONE_TIME_CODE_SECONDS, issueOneTimeCode, redeemOneTimeCode } from './one-time-codes.ts'
import type { Pool } from './pool.ts'
import { returnAddress } from './redirects.ts'
import { readRefreshToken } from './refresh-token.ts'
import { refreshSession } from './refresh.ts'
import { resend as sendAgain } from './resend.ts'
import { sessionBody } from './session-body.ts'
import {
  answerSession,
  cookieToken,
  dropCookie,
  fromOwnPage,
  isPlaceholder,
  usesCookie,
} from './session-cookie.ts'
import { endSession, endSessionsOf } from './sessions.ts'
import type { SessionRow } from './sessions.ts'
import { signInWithPassword } from './sign-in.ts'
import { signUp as signUpWithPassword } from './sign-up.ts'
import { runAlone } from './statements.ts'
import { userBody } from './user-body.ts'
import { userById } from './users.ts'
import { verify as redeem } from './verify.ts'

/** A call by somebody with an API key. */
interface Call {
  auth: Auth
  c: AppContext
  pool: Pool
}
/** A call by somebody with a living session. */
interface SessionCall extends Call {
  claims: Claims & { sub: string; session_id: string }
}

const userAgent = (c: AppContext) => c.req.header('user-agent')
const returnTo = ({ auth, c, pool }: Call) =>
  returnAddress(auth.kernel.config.publicUrl, pool, c.req.query('redirect_to'))

const answer = async ({ auth, c, pool }: Call, row: SessionRow) =>
  answerSession(c, pool, await sessionBody(auth, pool, row))

/** POST /signup: the user whom a mail awaits, or a session where addresses are confirmed by themselves. */
export async function signUp(call: Call): Promise<Response> {
  const { auth, c, pool } = call
  usesCookie(c, pool)
  const input = await readBody(c, signUpInput)
  const result = await signUpWithPassword(auth, pool, input, {
    userAgent: userAgent(c),
    returnTo: returnTo(call),
  })
  return 'session' in result ? answer(call, result.session) : c.json(userBody(result.user, pool))
}

/** POST /resend: the same answer whether or not there is such a user. */
export async function resend(call: Call): Promise<Response> {
  await sendAgain(call.auth, call.pool, await readBody(call.c, resendInput), returnTo(call))
  return call.c.json({})
}

/** POST /verify: a token or code from a mail for a session. */
export async function verify(call: Call): Promise<Response> {
  const { auth, c, pool } = call
  usesCookie(c, pool)
  const { session } = await redeem(auth, pool, await readBody(c, verifyInput), userAgent(c))
  return answer(call, session)
}

/** POST /token: one grant each. */
export async function token(call: Call): Promise<Response> {
  usesCookie(call.c, call.pool)
  const grant = call.c.req.query('grant_type') ?? ''
  if (Object.hasOwn(grants, grant)) return grants[grant]!(call)
  if (Object.hasOwn(grantsNotOffered, grant)) throw authErrors[grantsNotOffered[grant]!]()
  throw authErrors.validation_failed({ text: 'unsupported_grant_type' })
}

const grants: Record<string, (call: Call) => Promise<Response>> = {
  async password(call) {
    const { auth, c, pool } = call
    const caller = { clientIp: c.get('clientIp'), userAgent: userAgent(c) }
    return answer(call, await signInWithPassword(auth, pool, await readBody(c, passwordInput), caller))
  },

  async refresh_token(call) {
    const { auth, c, pool } = call
    const { refresh_token: given } = await readBody(c, refreshInput)
    const inCookie = usesCookie(c, pool) && isPlaceholder(given)
    const refreshToken = inCookie ? cookieToken(c, pool) : (given ?? '')
    if (!refreshToken && !inCookie)
      throw authErrors.validation_failed({ text: 'A refresh_token is required' })
    try {
      return await answer(call, await refreshSession(auth, pool, refreshToken))
    } catch (error) {
      if (inCookie) dropCookie(c, pool)
      throw error
    }
  },

  async one_time_code(call) {
    const { auth, c, pool } = call
    // A page of another site that saw the code on its way must not take the session over.
    if (c.req.header('origin') && !fromOwnPage(c)) throw authErrors.origin_not_allowed()
    return answer(
      call,
      await redeemOneTimeCode(auth, pool, await readBody(c, oneTimeCodeInput), userAgent(c)),
    )
  },
}

/**
 * A code for another window of the same person. Takes the session's refresh token beside its access token: access
 * tokens are shown to builders' own servers, and nobody who merely holds one may make sessions of it.
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

/** `local` ends this session, `global` all of the user's, `others` all but this one. */
export async function logout({ auth, c, pool, claims }: SessionCall): Promise<Response> {
  const scope = c.req.query('scope') || 'global'
  const ends = {
    local: () => endSession(pool, claims.session_id),
    global: () => endSessionsOf(pool, claims.sub),
    others: () => endSessionsOf(pool, claims.sub, claims.session_id),
  }
  if (!Object.hasOwn(ends, scope))
    throw authErrors.validation_failed({ text: `Unsupported logout scope "${scope}"` })
  const inCookie = usesCookie(c, pool)
  await runAlone(auth.kernel.database, ends[scope as keyof typeof ends]())
  if (inCookie && scope !== 'others') dropCookie(c, pool)
  return c.body(null, 204)
}

/** GET /user: read anew, so that a user who is gone is not answered from a token. */
export async function user({ auth, c, pool, claims }: SessionCall): Promise<Response> {
  const [found] = await runAlone(auth.kernel.database, userById(pool, claims.sub), 'user_by_id')
  if (!found) throw new AppError('user_not_found', 403, 'User from sub claim in JWT does not exist')
  return c.json(userBody(found, pool))
}

/** GET /health, in the words of the official service; the instance's own state is told by /health/ready. */
export function health({ c }: Call): Response {
  return c.json({
    name: 'Bolt Blocks Auth',
    version: 'v1',
    description: 'User registration and authentication',
  })
}

const PROVIDERS =
  'anonymous_users apple azure bitbucket discord facebook figma github gitlab google kakao keycloak linkedin linkedin_oidc notion phone slack slack_oidc spotify twitch twitter workos zoom'.split(
    ' ',
  )

/** GET /settings: what clients draw their sign-in forms from. */
export function settings({ auth, c }: Call): Response {
  return c.json({
    external: { email: true, ...Object.fromEntries(PROVIDERS.map((name) => [name, false])) },
    disable_signup: false,
    mailer_autoconfirm: auth.kernel.config.auth.autoconfirm,
    phone_autoconfirm: false,
    sms_provider: '',
    saml_enabled: false,
    passkeys_enabled: false,
  })
}

/** The public halves of the signing keys (RFC 7517), for whoever checks our tokens. */
export async function jwks({ auth, c }: Call): Promise<Response> {
  c.header('cache-control', 'public, max-age=600')
  return c.json({ keys: await auth.kernel.tokens.publicKeys() })
}
