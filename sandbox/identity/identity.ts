import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import Provider, { interactionPolicy } from 'oidc-provider'
import { bodyOf, newKeys, peopleConfiguration, show } from '../oidc.ts'
import { expiredPage, loginPage } from './login-page.ts'
import { IdentityUsers } from './users.ts'
import { memoryStore } from './store.ts'

/** Mount path of the identity stand-in. */
const MOUNT = '/identity'
const INTERACTION = /^\/interaction\/[\w-]+$/

export interface Identity {
  /** Credentials of the client; OpenID Connect discovery starts at the issuer. */
  client: { issuer: string; clientId: string; clientSecret: string }
  /** Whether the stand-in handles a request path. */
  owns(url: string | undefined): boolean
  listener(request: IncomingMessage, response: ServerResponse): void
}

/**
 * A certified OpenID Connect provider (`oidc-provider`) with one client. Its login page accepts any name. It
 * replaces providers such as Google during development. Keys, users and sessions are in memory.
 * @param url URL of the sandbox, for browsers and the product
 */
export async function openIdentity(url: string): Promise<Identity> {
  const issuer = `${url}${MOUNT}`
  const client = { issuer, clientId: 'sandbox-client', clientSecret: randomBytes(24).toString('base64url') }
  const people = new IdentityUsers()
  const provider = new Provider(issuer, await configuration(client, people))
  // Only the product's path is known here. Any other recipient of a code lacks the secret and verifier.
  provider.Client.prototype.redirectUriAllowed = (uri) => URL.parse(uri)?.pathname === '/auth/v1/callback'
  const answer = provider.callback()

  async function login(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { prompt, params } = await provider.interactionDetails(request, response)
    if (prompt.name !== 'login') return show(response, 400, expiredPage())
    const hint = typeof params.login_hint === 'string' ? params.login_hint : ''
    if (request.method !== 'POST') return show(response, 200, loginPage(hint))
    const form = new URLSearchParams(await bodyOf(request))
    const finish = (result: object) =>
      provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
    if (form.get('go') === 'cancel')
      return finish({ error: 'access_denied', error_description: 'The person went back' })
    const email = (form.get('email') ?? '').trim()
    if (!/^[^@\s]+@[^@\s]+$/.test(email))
      return show(response, 200, loginPage(email, 'Type an email address'))
    const person = people.upsert(email, (form.get('name') ?? '').trim(), form.get('verified') !== 'false')
    return finish({ login: { accountId: person.sub, remember: false } })
  }

  return {
    client,
    owns: (path) => path === MOUNT || Boolean(path?.startsWith(`${MOUNT}/`)),
    listener(request, response) {
      // The provider derives its mount path from the difference between `originalUrl` and `url`.
      Object.assign(request, { originalUrl: request.url })
      request.url = request.url!.slice(MOUNT.length) || '/'
      const isLogin = INTERACTION.test(request.url)
      const done = isLogin ? login(request, response) : answer(request, response)
      done.catch(async () => {
        if (response.headersSent) response.end()
        else await show(response, 400, expiredPage())
      })
    },
  }
}

async function configuration(client: Identity['client'], people: IdentityUsers): Promise<object> {
  const policy = interactionPolicy.base()
  const { Check } = interactionPolicy
  // Prompt for login every time, so that a developer can switch users.
  policy
    .get('login')
    .checks.add(
      new Check('login_required_always', 'Every sign-in shows the login page', ({ oidc }) =>
        oidc.result?.login ? Check.NO_NEED_TO_PROMPT : Check.REQUEST_PROMPT,
      ),
    )
  return {
    adapter: memoryStore(),
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        redirect_uris: ['http://localhost/auth/v1/callback'],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
      },
    ],
    jwks: await newKeys(),
    cookies: { keys: [randomBytes(32).toString('base64url')] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    // Like the large providers, include the requested claims in the ID token too.
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { policy, url: (_: unknown, { uid }: { uid: string }) => `${MOUNT}/interaction/${uid}` },
    ttl: {
      AccessToken: 3600,
      AuthorizationCode: 60,
      Grant: 86_400,
      IdToken: 3600,
      Interaction: 3600,
      RefreshToken: 86_400,
      Session: 86_400,
    },
    ...peopleConfiguration((sub) => people.find(sub)),
  }
}
