import * as oauth from 'oauth4webapi'
import type { Auth } from '../auth.ts'
import type { Pool } from '../pool.ts'
import { callbackAddress } from './callback-address.ts'
import type { NewLogin } from './logins.ts'
import { RESERVED_PARAMS } from './provider-config.ts'
import type { Provider } from './provider.ts'

/** What a client requests besides the provider. */
export interface LoginRequest {
  redirectTo: string
  /** As the client wrote it: names separated by commas or blanks. */
  scopes?: string | undefined
  challenge: NewLogin['challenge']
  linking?: NewLogin['linking']
  /**
   * All other parameters of the request: `prompt`, `login_hint`, `access_type` … are passed on to the
   * provider.
   */
  query: Record<string, string>
}

/** Parameters that are meant for us, or that would redirect the provider's response elsewhere. */
const RESERVED_QUERY_PARAMS = new Set([
  ...RESERVED_PARAMS,
  'provider',
  'scopes',
  'scope',
  'redirect_to',
  'skip_http_redirect',
  'invite_token',
  'apikey',
  'response_mode',
  'iss',
  'login',
])
const MOST_PARAMS = 20

/**
 * Prepares a login at the provider: the address of its page with our client id, scopes and challenge (always
 * S256), and what to store until the user returns.
 * @throws {AppError} 422 provider_unreachable
 */
export async function prepareLogin(auth: Auth, provider: Provider, wishes: LoginRequest): Promise<NewLogin> {
  const server = await auth.servers.metadata(provider)
  const verifier = oauth.generateRandomCodeVerifier()
  const nonce = oauth.generateRandomNonce()
  const url = new URL(server.authorization_endpoint!)
  const set = (name: string, value: string) => url.searchParams.set(name, value)
  for (const [name, value] of passedOn(wishes.query)) set(name, value)
  for (const [name, value] of Object.entries(provider.authorizationParams)) set(name, value)
  const requestedScopes = (wishes.scopes ?? '')
    .slice(0, 1000)
    .split(/[\s,]+/)
    .filter(Boolean)
  const scopes = [...new Set([...provider.scopes, ...requestedScopes])]
  if (scopes.length) set('scope', scopes.join(provider.scopeSeparator))
  set('client_id', provider.clientId)
  set('redirect_uri', callbackAddress(auth.kernel.config.publicUrl))
  set('response_type', 'code')
  set('code_challenge', await oauth.calculatePKCECodeChallenge(verifier))
  set('code_challenge_method', 'S256')
  if (provider.protocol === 'oidc' && !provider.skipNonce) set('nonce', nonce)
  const { redirectTo, challenge, linking } = wishes
  return { provider: provider.name, verifier, nonce, authorizeUrl: url.href, redirectTo, challenge, linking }
}

const passedOn = (query: Record<string, string>) =>
  Object.entries(query)
    .filter(
      ([name, value]) =>
        !RESERVED_QUERY_PARAMS.has(name.toLowerCase()) && name.length <= 100 && value.length <= 1000,
    )
    .slice(0, MOST_PARAMS)

/** The provider's page for this login. */
export function withState(authorizeUrl: string, state: string): string {
  const url = new URL(authorizeUrl)
  url.searchParams.set('state', state)
  return url.href
}

/** Our own first step, for a browser that does not have the cookie yet. */
export function ownFirstStep(publicUrl: string, pool: Pool, state: string): string {
  const url = new URL(`${publicUrl}/auth/v1/authorize`)
  url.searchParams.set('login', state)
  if (pool.tenant) url.searchParams.set('apikey', pool.tenant.public_key)
  return url.href
}
