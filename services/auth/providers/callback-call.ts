import { AppError } from '#kernel/errors.ts'
import type { AppContext } from '#kernel/http/context.ts'
import { originOf } from '../responses.ts'
import type { Origin } from '../responses.ts'
import type { Auth } from '../auth.ts'
import { authErrors } from '../errors.ts'
import { creators, endUsersOf } from '../pool.ts'
import type { Pool } from '../pool.ts'
import { withCode } from '../mails/mail-responses.ts'
import { siteUrl, tokenReturnAddress } from '../redirects.ts'
import { withRefusal, withSession } from '../redirect-parameters.ts'
import { sessionBody } from '../sessions/session-body.ts'
import { proofBy, startSession } from '../sessions/sessions.ts'
import { storeFlowState } from '../sign-in/flow-states.ts'
import { reasonIn } from './check-provider.ts'
import { exchange } from './exchange.ts'
import type { Exchanged } from './exchange.ts'
import { readMark } from './login-cookie.ts'
import { takeLogin, tenantOfState } from './logins.ts'
import type { Login } from './logins.ts'
import { offeredProvider } from './provider-store.ts'
import type { Provider } from './provider.ts'
import { signInByProfile } from './sign-in-by-profile.ts'

/**
 * GET and POST /callback: the provider sends the user back. Redirects to the return address of the login,
 * with a code for a client that stores a verifier, else with the session behind `#`. A refusal goes the same
 * way.
 */
export async function callback({ auth, c }: { auth: Auth; c: AppContext }): Promise<Response> {
  c.header('cache-control', 'no-store')
  const params = await readParams(c)
  const state = params.get('state') ?? ''
  const pool = await poolOfState(auth, state)
  const { publicUrl } = auth.kernel.config
  const lost = (error: AppError) => c.redirect(withRefusal(siteUrl(publicUrl, pool ?? creators), error), 303)
  if (!state) return lost(authErrors.bad_oauth_callback({ text: 'OAuth state parameter missing' }))
  const browser = readMark(c, state)
  const login = pool && browser ? await takeLogin(auth, pool, state, browser) : undefined
  if (!pool || !login) return lost(authErrors.bad_oauth_state())
  try {
    const provider = await offeredProvider(auth, pool, login.provider)
    refuseRefusal(params)
    const exchanged = await exchange(auth, provider, params, { ...login, state })
    if (provider.signedSecret) addAppleName(exchanged, params.get('user'))
    const back = await finish(
      auth,
      pool,
      login,
      provider,
      exchanged,
      originOf(c),
      c.req.header('accept-language'),
    )
    return c.redirect(back, 303)
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error
    // For the operator. The error itself is not logged, because it may contain the provider's response,
    // including tokens.
    if (error.cause instanceof Error) {
      const why = { answer: error.code, provider: login.provider, reason: reasonIn(error.cause) }
      c.get('log').warn(why, 'a login at a provider failed')
    }
    return c.redirect(withRefusal(login.redirectTo, error), 303)
  }
}

/** Reads the provider's response from the query or, for providers that post a form, from the body. */
async function readParams(c: AppContext): Promise<URLSearchParams> {
  if (c.req.method !== 'POST') return new URL(c.req.url).searchParams
  if (!/^application\/x-www-form-urlencoded\b/i.test(c.req.header('content-type') ?? ''))
    return new URLSearchParams()
  return new URLSearchParams(await c.req.text())
}

async function poolOfState(auth: Auth, state: string): Promise<Pool | undefined> {
  const publicKey = tenantOfState(state)
  if (publicKey === undefined) return creators
  const tenant = await auth.kernel.tenancy.byPublicKey(publicKey)
  return tenant && endUsersOf(tenant)
}

/**
 * Throws if the user or the provider refused. Only the error code is passed on, because the provider's text
 * could say anything.
 */
function refuseRefusal(params: URLSearchParams): void {
  const error = params.get('error')
  if (!error) return
  throw authErrors.provider_refused({
    text: error === 'access_denied' ? 'The sign-in was cancelled' : 'The provider refused the sign-in',
  })
}

/** Apple sends the name once, next to its token and unsigned. That is good enough for a name. */
function addAppleName({ profile }: Exchanged, user: string | null): void {
  if (!user || profile.data.name) return
  try {
    const { firstName = '', lastName = '' } =
      (JSON.parse(user) as { name?: Record<string, unknown> }).name ?? {}
    const name = `${String(firstName)} ${String(lastName)}`
      .replaceAll('\0', '')
      .toWellFormed()
      .trim()
      .slice(0, 200)
    if (name) Object.assign(profile.data, { name, full_name: name })
  } catch {
    // Malformed input contains no name.
  }
}

async function finish(
  auth: Auth,
  pool: Pool,
  { challenge, linking, redirectTo }: Login,
  provider: Provider,
  { profile, tokens }: Exchanged,
  origin: Origin,
  acceptLanguage: string | undefined,
): Promise<string> {
  const proven = { provider, profile, linking, mailRequest: { returnTo: redirectTo, acceptLanguage } }
  if (challenge) {
    const code = await signInByProfile(auth, pool, proven, (run, userId) =>
      storeFlowState(auth, run, pool, challenge, { userId, method: 'oauth', providerTokens: tokens }),
    )
    return withCode(redirectTo, code)
  }
  const session = await signInByProfile(auth, pool, proven, async (run, userId) => {
    const [started] = await run(
      startSession(pool, userId, { aal: 'aal1', amr: [proofBy('oauth')], ...origin }),
    )
    if (!started) throw authErrors.user_banned()
    return started
  })
  const body = await sessionBody(auth, pool, session)
  const target = tokenReturnAddress(auth.kernel.config.publicUrl, pool, redirectTo)
  return withSession(target, { ...body, ...tokens })
}
