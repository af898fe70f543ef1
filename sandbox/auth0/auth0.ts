import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import Provider from 'oidc-provider'
import { memoryStore } from '../identity/store.ts'
import { bodyOf, newKeys, peopleConfiguration, show } from '../oidc.ts'
import { AUTH0_CLIENTS, AUTH0_DOMAIN } from './clients.ts'
import { answerCredentials } from './client-credentials.ts'
import { endedPage, acmePage, welcomePage } from './login-page.ts'
import { AcmeUsers } from './acme-users.ts'
import { createRequestLog } from './request-log.ts'
import type { LoggedRequest } from './request-log.ts'

/** Mount path of the stand-in. */
const MOUNT = '/auth0'
const INTERACTION = /^\/interaction\/[\w-]+$/
const SESSION_COOKIE = '_auth0'

export interface Auth0 {
  /** The stand-in's URL, by the Auth0 domain that it simulates. */
  overrides: Record<string, string>
  /** The last requests to the stand-in, oldest first. */
  requests(): LoggedRequest[]
  /** Whether the stand-in handles a request path. */
  owns(url: string | undefined): boolean
  listener(request: IncomingMessage, response: ServerResponse): void
}

/**
 * A certified OpenID Connect provider with the URLs, token contents and error messages of Auth0. It works
 * with an unmodified `@auth0/auth0-spa-js`. "Acme login" offers two users and accepts any other. All data is
 * in memory.
 * @param url URL of the sandbox, for browsers and the product
 */
export async function openAuth0(url: string): Promise<Auth0> {
  const issuer = `${url}${MOUNT}/`
  const people = new AcmeUsers()
  const log = createRequestLog()
  const provider = new Provider(issuer, await configuration(people))
  // Auth0 accepts only listed callback URLs. The sandbox knows the product's path, but not its origin.
  provider.Client.prototype.redirectUriAllowed = isSignIn
  const answer = provider.callback()

  async function login(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { prompt } = await provider.interactionDetails(request, response)
    if (prompt.name !== 'login') return show(response, 400, endedPage())
    if (request.method !== 'POST') return show(response, 200, acmePage())
    const form = new URLSearchParams(await bodyOf(request))
    const finish = (result: object) =>
      provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
    const go = form.get('go')
    if (go === 'cancel')
      return finish({ error: 'access_denied', error_description: 'User did not authorize the request' })
    if (go === 'mfa')
      return finish({ error: 'mfa_required', error_description: 'Multifactor authentication required' })
    const email = (form.get('email') ?? '').trim()
    if (!/^[^@\s]+@[^@\s]+$/.test(email)) return show(response, 200, acmePage(email, 'Type an email address'))
    const person = people.upsert(email, (form.get('name') ?? '').trim(), form.get('verified') !== 'false')
    return finish({ login: { accountId: person.sub } })
  }

  async function route(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url!, url)
    log.note(request, pathname, searchParams)
    if (pathname === '/') return show(response, 200, welcomePage(AUTH0_DOMAIN, AUTH0_CLIENTS.spa))
    if (INTERACTION.test(pathname)) return login(request, response)
    if (pathname === '/v2/logout') return logout(response, searchParams)
    // Our application check sends JSON, which Auth0 accepts but `oidc-provider` does not. Browsers send a
    // form.
    if (pathname === '/oauth/token' && request.headers['content-type']?.startsWith('application/json'))
      return answerCredentials(response, await bodyOf(request))
    await answer(request, response)
  }

  return {
    overrides: { [AUTH0_DOMAIN]: `${url}${MOUNT}` },
    requests: log.all,
    owns: (path) => path === MOUNT || Boolean(path?.startsWith(`${MOUNT}/`)),
    listener(request, response) {
      // The provider derives its mount path from the difference between `originalUrl` and `url`.
      Object.assign(request, { originalUrl: request.url })
      request.url = request.url!.slice(MOUNT.length) || '/'
      route(request, response).catch(async () => {
        if (response.headersSent) response.end()
        else await show(response, 400, endedPage())
      })
    },
  }
}

/** Whether a URL is a tenant's embedded sign-in, on any host: the callback URL that a creator enters. */
function isSignIn(address: string): boolean {
  const url = URL.parse(address)
  return url?.pathname === '/embed/auth' && /^\?tenant=pk_\w+$/.test(url.search)
}

/** Auth0's logout: clears the session cookies and redirects to an allowed URL, with any query. */
async function logout(response: ServerResponse, query: URLSearchParams): Promise<void> {
  const to = query.get('returnTo') ?? ''
  if (URL.parse(to)?.pathname !== '/embed/auth') return show(response, 400, endedPage())
  const gone = [SESSION_COOKIE, `${SESSION_COOKIE}.sig`].map(
    (name) => `${name}=; path=/; expires=Thu, 01 Jan 1970 00:00:00 GMT; httponly; samesite=lax`,
  )
  response.writeHead(302, { location: to, 'set-cookie': gone, 'cache-control': 'no-store' }).end()
}

async function configuration(people: AcmeUsers): Promise<object> {
  return {
    adapter: memoryStore(),
    clients: [
      {
        client_id: AUTH0_CLIENTS.spa.id,
        // A Single Page Application authenticates only with its PKCE verifier.
        token_endpoint_auth_method: 'none',
        application_type: 'web',
        redirect_uris: ['https://blocks.example/embed/auth'],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
      },
    ],
    jwks: await newKeys(),
    routes: {
      authorization: '/authorize',
      token: '/oauth/token',
      jwks: '/.well-known/jwks.json',
      userinfo: '/userinfo',
      revocation: '/oauth/revoke',
    },
    cookies: {
      keys: [randomBytes(32).toString('base64url')],
      names: { session: SESSION_COOKIE, interaction: '_auth0_login', resume: '_auth0_resume' },
    },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'nickname'] },
    // Auth0 puts the profile into the ID token.
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    clientBasedCORS: () => true,
    features: { devInteractions: { enabled: false }, revocation: { enabled: true } },
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `${MOUNT}/interaction/${uid}` },
    ttl: {
      AccessToken: 86_400,
      AuthorizationCode: 60,
      Grant: 86_400,
      IdToken: 36_000,
      Interaction: 3600,
      RefreshToken: 86_400,
      Session: 86_400,
    },
    ...peopleConfiguration((sub) => people.find(sub)),
  }
}
