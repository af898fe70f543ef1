import { createHash, randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import type { Kernel } from '#kernel/kernel.ts'
import type { GuardedFetch } from '#kernel/net/guarded-fetch.ts'
import { auth0Fetch } from './auth0-fetch.ts'
import { auth0Address } from './domain.ts'

/** An Auth0 application as a creator entered it. */
export interface Application {
  /** Normalized (domain.ts). */
  domain: string
  clientId: string
  clientSecret: string
  /** Our address that users return to. */
  callback: string
}

export type ApplicationCheck =
  | { result: 'unreachable'; cause?: unknown }
  | { result: 'wrong_secret' }
  | {
      result: 'fine'
      secret: 'verified' | 'not_checkable'
      callback: 'registered' | 'not_registered' | 'not_checkable'
    }

/** Auth0 publishes two or three keys. A larger set does not come from Auth0. */
const MAX_KEYS = 50

const place = z.string().check(z.maxLength(2000))
const discovery = z.object({
  issuer: place,
  authorization_endpoint: place,
  token_endpoint: place,
  jwks_uri: place,
})
const keySet = z.object({
  keys: z.array(z.object({ kty: z.string(), alg: z.optional(z.string()), use: z.optional(z.string()) })),
})

/**
 * Tests as much of an application as possible before users sign in: that the domain is an issuer with an
 * RS256 key, that it redirects users back to us, and that the secret belongs to the client id. The id, the
 * secret and the responses are not logged.
 */
export async function checkApplication(kernel: Kernel, application: Application): Promise<ApplicationCheck> {
  const fetch = auth0Fetch(kernel)
  const base = auth0Address(kernel.config, application.domain)
  try {
    const server = await discover(fetch, base)
    const secret = await secretOf(fetch, server.token_endpoint, base, application)
    if (secret === 'wrong') return { result: 'wrong_secret' }
    return {
      result: 'fine',
      secret,
      callback: await callbackOf(fetch, server.authorization_endpoint, application),
    }
  } catch (cause) {
    return { result: 'unreachable', cause }
  }
}

/** OpenID Connect Discovery 1.0: the document must name the requested issuer and no endpoints elsewhere. */
async function discover(fetch: GuardedFetch, base: string): Promise<z.output<typeof discovery>> {
  const document = discovery.parse(await read(fetch, `${base}/.well-known/openid-configuration`))
  if (document.issuer !== `${base}/`) throw new Error('The discovery document names another issuer')
  const home = new URL(base).origin
  for (const name of ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const)
    if (fetch.check(document[name]).origin !== home)
      throw new Error('The discovery document names an endpoint on another host')
  const { keys } = keySet.parse(await read(fetch, document.jwks_uri))
  const signs = ({ kty, alg = 'RS256', use = 'sig' }: (typeof keys)[number]) =>
    kty === 'RSA' && alg === 'RS256' && use === 'sig'
  if (keys.length > MAX_KEYS || !keys.some(signs)) throw new Error('The key set has no key for RS256')
  return document
}

async function read(fetch: GuardedFetch, address: string): Promise<unknown> {
  const answer = await fetch(address, { headers: { accept: 'application/json' } })
  if (answer.status !== 200) throw new Error(`The address answers ${answer.status}`)
  return answer.json()
}

/**
 * Requests a token for the application itself (RFC 6749 4.4) and discards it. Auth0 checks the secret first,
 * then the right to this grant. For a Single Page Application, which needs no secret, it does not check the
 * secret.
 */
async function secretOf(
  fetch: GuardedFetch,
  address: string,
  base: string,
  { clientId, clientSecret }: Application,
): Promise<'verified' | 'not_checkable' | 'wrong'> {
  const answer = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
      audience: `${base}/api/v2/`,
    }),
  })
  return interpretSecretResponse(answer.status, await answer.text())
}

/** Reads Auth0's response to client credentials. Only a certain failure is reported as wrong. */
export function interpretSecretResponse(
  status: number,
  text: string,
): 'verified' | 'not_checkable' | 'wrong' {
  if (status === 200) return 'verified'
  const responseText = text.slice(0, 10_000).toLowerCase()
  // "Client is not authorized to access …": Auth0 accepted the secret and refused only the grant.
  if (status === 403 && /not authorized to access|client-grant/.test(responseText)) return 'verified'
  if (status === 401 || /invalid_client/.test(responseText)) return 'wrong'
  return 'not_checkable'
}

/**
 * Starts a sign-in that may not show a page. Auth0 reports every problem at the callback if it knows the
 * application and the callback, and on its own page if not.
 */
async function callbackOf(
  fetch: GuardedFetch,
  address: string,
  { clientId, callback }: Application,
): Promise<'registered' | 'not_registered' | 'not_checkable'> {
  const random = () => randomBytes(32).toString('base64url')
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: callback,
    response_type: 'code',
    scope: 'openid',
    prompt: 'none',
    state: random(),
    nonce: random(),
    code_challenge: createHash('sha256').update(random()).digest('base64url'),
    code_challenge_method: 'S256',
  })
  try {
    const answer = await fetch(`${address}?${query}`)
    const to = URL.parse(answer.headers.get('location') ?? '', address)
    const back = new URL(callback)
    if (to?.origin === back.origin && to.pathname === back.pathname) return 'registered'
    return answer.status >= 500 ? 'not_checkable' : 'not_registered'
  } catch {
    return 'not_checkable'
  }
}
