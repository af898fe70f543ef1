import { AppError } from '#kernel/errors.ts'
import type { AppContext } from '#kernel/http/context.ts'
import { newToken } from '#kernel/secrets/one-time-token.ts'
import type { Auth } from '../auth.ts'
import { atLeastAal2WhenMfa } from '../mfa/step-up.ts'
import { authErrors } from '../errors.ts'
import type { Pool } from '../pool.ts'
import { codeReturnAddress, siteUrl } from '../redirects.ts'
import { withRefusal } from '../redirect-parameters.ts'
import type { Call, SessionCall } from '../route-table.ts'
import { settingsOf } from '../settings/pool-settings.ts'
import { readChallenge } from '../sign-in/flow-states.ts'
import { ownFirstStep, prepareLogin, withState } from './authorize.ts'
import { markBrowser } from './login-cookie.ts'
import { linkingPage, needsConfirmation } from './confirm-linking.ts'
import { claimLogin, storeLogin, linkingOf, writeState } from './logins.ts'
import type { NewLogin } from './logins.ts'
import { offeredProvider } from './provider-store.ts'

/**
 * GET /authorize: redirects the browser to the provider's page. `apikey=pk_…` in the query selects a tenant's
 * pool, because a browser that follows a link sends no header. With `skip_http_redirect=true` a script gets
 * `{url}`. A browser that navigates here is redirected all the same, because the official client also puts
 * the parameter into the address that the application opens.
 */
export async function authorize(call: Call): Promise<Response> {
  const { auth, c, pool } = call
  c.header('cache-control', 'no-store')
  const { login } = c.req.query()
  if (login) return firstStep(auth, c, pool, login)
  const back = backTo(call)
  const wanted = await prepared(call, back).catch((error: unknown) => error)
  if (wanted instanceof AppError && wanted.code === 'provider_unreachable' && !wantsJson(c))
    return c.redirect(withRefusal(back, wanted), 302)
  if (wanted instanceof Error) throw wanted
  const url = await begin(call, wanted as NewLogin, !wantsJson(c) || fromOwnOrigin(c))
  return wantsJson(c) ? c.json({ url }) : c.redirect(url, 302)
}

/**
 * GET /user/identities/authorize: the same for a signed-in user who adds the provider to their account.
 * @throws {AppError} 404 manual_linking_disabled, 401 insufficient_aal
 */
export async function authorizeLinking(call: SessionCall): Promise<Response> {
  const { auth, c, pool, claims } = call
  c.header('cache-control', 'no-store')
  if (!(await settingsOf(auth, pool)).manual_linking) throw authErrors.manual_linking_disabled()
  await atLeastAal2WhenMfa(call)
  const login = await prepared(call, backTo(call), { userId: claims.sub, sessionId: claims.session_id })
  const json = c.req.query('skip_http_redirect') === 'true'
  const url = await begin(call, login, !json || fromOwnOrigin(c))
  return json ? c.json({ url }) : c.redirect(url, 302)
}

const backTo = ({ auth, c, pool }: Call) =>
  codeReturnAddress(auth.kernel.config.publicUrl, pool, c.req.query('redirect_to'))

async function prepared(
  { auth, c, pool }: Call,
  back: string,
  linking?: NewLogin['linking'],
): Promise<NewLogin> {
  const query = c.req.query()
  const challenge = readChallenge(query)
  const provider = await offeredProvider(auth, pool, (query.provider ?? '').toLowerCase())
  return prepareLogin(auth, provider, { redirectTo: back, scopes: query.scopes, challenge, linking, query })
}

/**
 * Stores the login and returns where to redirect the browser. Only a browser that came here itself, or one of
 * our pages, can get the cookie now. Others first go through a page of our own that sets it.
 */
async function begin({ auth, c, pool }: Call, login: NewLogin, marked: boolean): Promise<string> {
  const state = writeState(pool)
  const secret = newToken()
  await storeLogin(auth, pool, state, login, marked ? secret : undefined)
  if (!marked) return ownFirstStep(auth.kernel.config.publicUrl, pool, state)
  markBrowser(c, state, secret, isPosted(login.authorizeUrl))
  return withState(login.authorizeUrl, state)
}

/**
 * POST /authorize?login=…: the button of the page that asks for confirmation before a provider is added to an
 * account.
 */
export function confirmLinking({ auth, c, pool }: Call): Promise<Response> {
  c.header('cache-control', 'no-store')
  return firstStep(auth, c, pool, c.req.query('login') ?? '')
}

/**
 * The address that `begin` created for a browser that could not get the cookie. The first browser to open it
 * gets the login. If the login adds a provider to an account, the user must confirm first, because another
 * person may have sent them the address.
 */
async function firstStep(auth: Auth, c: AppContext, pool: Pool, state: string): Promise<Response> {
  const home = siteUrl(auth.kernel.config.publicUrl, pool)
  if (needsConfirmation(c)) {
    const linking = await linkingOf(auth, pool, state)
    if (linking) {
      const { title } = await offeredProvider(auth, pool, linking.provider)
      return linkingPage(c, pool, { provider: title, account: linking.account })
    }
  }
  const secret = newToken()
  const claimed = await claimLogin(auth, pool, state, secret)
  if (!claimed) return c.redirect(withRefusal(home, authErrors.bad_oauth_state()), 302)
  markBrowser(c, state, secret, isPosted(claimed.authorizeUrl))
  return c.redirect(withState(claimed.authorizeUrl, state), c.req.method === 'POST' ? 303 : 302)
}

/** The provider's page posts its response as a form. */
const isPosted = (authorizeUrl: string) =>
  new URL(authorizeUrl).searchParams.get('response_mode') === 'form_post'

/**
 * True if a script made the request and not a navigation. Browsers report this themselves (Fetch Metadata).
 */
const wantsJson = (c: AppContext): boolean =>
  c.req.query('skip_http_redirect') === 'true' &&
  (c.req.header('sec-fetch-mode') ?? 'navigate') !== 'navigate'

/**
 * True if a script of our own origin made the request. Only such a script can get a cookie. Browsers report
 * this, and no page can change it.
 */
const fromOwnOrigin = (c: AppContext): boolean => c.req.header('sec-fetch-site') === 'same-origin'
