import { createRemoteJWKSet, customFetch } from 'jose'
import type { JWTVerifyGetKey } from 'jose'
import * as oauth from 'oauth4webapi'
import type { GuardedFetch } from '#kernel/net/guarded-fetch.ts'
import { authErrors } from '../errors.ts'
import type { Provider } from './provider.ts'

/** Milliseconds for which a discovery document and a key set are cached. */
const CACHE_MS = 600_000
/**
 * Milliseconds before the keys are loaded again for an unknown key id, so that made-up key ids do not cause a
 * stream of requests.
 */
const KEY_RELOAD_COOLDOWN_MS = 30_000
const MOST_DOCUMENTS = 500
/** Real providers publish two to ten keys. */
const MAX_KEYS = 50

/**
 * The servers of the providers: discovery documents and key sets, loaded by the guarded fetch and cached for
 * 10 minutes.
 */
export interface KnownServers {
  /**
   * Returns the endpoints and features of a provider.
   * @throws {AppError} 422 provider_unreachable; its cause says why
   */
  metadata(provider: Provider): Promise<oauth.AuthorizationServer>
  /** The keys that the provider signs ID tokens with. */
  keys(server: oauth.AuthorizationServer): JWTVerifyGetKey
}

/**
 * Loads and caches what providers publish about themselves.
 * @param fetch reaches public addresses only
 */
export function createKnownServers(fetch: GuardedFetch): KnownServers {
  const documents = new Map<string, { until: number; document: Promise<oauth.AuthorizationServer> }>()
  const keySets = new Map<string, JWTVerifyGetKey>()

  async function metadata(provider: Provider): Promise<oauth.AuthorizationServer> {
    try {
      return withEndpoints(
        fetch,
        provider,
        provider.protocol === 'oidc' ? await discovered(provider) : fixed(provider),
      )
    } catch (cause) {
      throw authErrors.provider_unreachable({ cause })
    }
  }

  function discovered(provider: Provider): Promise<oauth.AuthorizationServer> {
    const key = `${provider.issuer} ${provider.discoveryUrl ?? ''}`
    const known = documents.get(key)
    if (known && known.until > Date.now()) return known.document
    const document = discover(fetch, provider)
    makeRoom(documents)
    documents.set(key, { until: Date.now() + CACHE_MS, document })
    // Failures are not cached.
    document.catch(() => documents.delete(key))
    return document
  }

  function keys({ jwks_uri: uri = '' }: oauth.AuthorizationServer): JWTVerifyGetKey {
    const known = keySets.get(uri)
    if (known) return known
    const keySet = createRemoteJWKSet(new URL(uri), {
      cacheMaxAge: CACHE_MS,
      cooldownDuration: KEY_RELOAD_COOLDOWN_MS,
      [customFetch]: (address, init) => fetchKeys(fetch, address, init),
    })
    makeRoom(keySets)
    keySets.set(uri, keySet)
    return keySet
  }
  return { metadata, keys }
}

function makeRoom(map: Map<string, unknown>): void {
  if (map.size >= MOST_DOCUMENTS) map.delete(map.keys().next().value!)
}

/** OpenID Connect Discovery 1.0: the document must name exactly the issuer it was requested for. */
async function discover(
  fetch: GuardedFetch,
  { issuer, discoveryUrl }: Provider,
): Promise<oauth.AuthorizationServer> {
  const expected = new URL(issuer!)
  const answer = discoveryUrl
    ? await fetch(discoveryUrl, { headers: { accept: 'application/json' } })
    : await oauth.discoveryRequest(expected, {
        algorithm: 'oidc',
        [oauth.customFetch]: (address, init) => fetch(address, init),
        // The guarded fetch decides whether plain http is allowed at all.
        [oauth.allowInsecureRequests]: true,
      })
  return oauth.processDiscoveryResponse(expected, answer)
}

const fixed = ({ issuer, endpoints }: Provider): oauth.AuthorizationServer => ({
  issuer: issuer ?? new URL(endpoints.authorization!).origin,
})

/**
 * Overrides the document's endpoints with the configured ones, and refuses endpoints that a document of this
 * issuer may not name.
 */
function withEndpoints(
  fetch: GuardedFetch,
  provider: Provider,
  document: oauth.AuthorizationServer,
): oauth.AuthorizationServer {
  const { endpoints } = provider
  const place = (configured: string | undefined, documented: string | undefined): string | undefined => {
    if (configured || !documented) return configured && fetch.check(configured).href
    const url = fetch.check(documented)
    // These endpoints receive the secret, the tokens and the keys, so a document must not name other hosts.
    const home = new URL(document.issuer).host
    if (url.host !== home && !provider.hosts.includes(url.host))
      throw new Error(`The discovery document names an endpoint on another host: ${url.host}`)
    return url.href
  }
  const server = {
    ...document,
    authorization_endpoint: endpoints.authorization ?? document.authorization_endpoint,
    token_endpoint: place(endpoints.token, document.token_endpoint),
    userinfo_endpoint: place(endpoints.userinfo, document.userinfo_endpoint),
    jwks_uri: place(endpoints.jwks, document.jwks_uri),
  }
  const authorization = server.authorization_endpoint && fetch.check(server.authorization_endpoint)
  if (!authorization || !server.token_endpoint || (provider.protocol === 'oidc' && !server.jwks_uri))
    throw new Error('The discovery document lacks an endpoint')
  return server
}

async function fetchKeys(fetch: GuardedFetch, address: string, init: RequestInit): Promise<Response> {
  const answer = await fetch(address, init)
  const text = await answer.text()
  const { keys } = JSON.parse(text) as { keys?: unknown[] }
  if (Array.isArray(keys) && keys.length > MAX_KEYS) throw new Error('The provider publishes too many keys')
  return new Response(text, { status: answer.status, headers: answer.headers })
}
