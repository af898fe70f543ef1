import { uuid } from '#kernel/contract.ts'
import { PLATFORM_POOL } from '#kernel/db/claims.ts'
import type { Auth } from '../auth.ts'
import { authErrors } from '../errors.ts'
import { poolOfTenant } from '../guards.ts'
import { creators } from '../pool.ts'
import type { Pool } from '../pool.ts'
import type { Call } from '../route-table.ts'
import { storeRequest } from './authorizations.ts'
import { clientById } from './clients.ts'
import type { ClientRow } from './clients.ts'
import { redirectUriMatches, withParameters } from './redirect-uri.ts'
import { DEFAULT_SCOPE, readScopes } from './scopes.ts'

const CHALLENGE = /^[A-Za-z0-9_-]{43}$/

/**
 * GET /oauth/authorize: an application sends its member here (RFC 6749 4.1.1 with PKCE as OAuth 2.1
 * requires), and we redirect to our consent page. The client's id selects the pool, because browsers send no
 * API key.
 * @throws {AppError} 400 validation_failed if the client or redirect_uri is unknown, since there is no
 *   address to redirect to. Every other fault is reported to the application.
 */
export async function authorize({ auth, c }: Call): Promise<Response> {
  const query = c.req.query()
  const client = uuid.safeParse(query.client_id).success
    ? await clientById(auth, query.client_id!.toLowerCase())
    : undefined
  const pool = client && (await poolOfClient(auth, client))
  if (!client || !pool) throw authErrors.validation_failed({ text: 'client_id: unknown application' })
  const redirectUri =
    query.redirect_uri ?? (client.redirect_uris.length === 1 ? client.redirect_uris[0]! : '')
  if (!client.redirect_uris.some((known) => redirectUriMatches(known, redirectUri)))
    throw authErrors.validation_failed({ text: 'redirect_uri is not registered for this application' })

  c.header('cache-control', 'no-store')
  const state = query.state ?? null
  const scopes = readScopes(query.scope || client.scope || DEFAULT_SCOPE)
  const fault = faultOf(query, scopes)
  if (fault) return c.redirect(withParameters(redirectUri, { ...fault, state, iss: issuerOf(auth) }), 302)
  const id = await storeRequest(auth, {
    poolId: pool.id,
    clientId: client.id,
    redirectUri,
    scope: scopes!.join(' '),
    state,
    nonce: query.nonce ?? null,
    challenge: query.code_challenge!,
  })
  return c.redirect(consentPage(auth.kernel.config.publicUrl, pool, id), 302)
}

/**
 * RFC 6749 4.1.2.1. Only PKCE with S256 is accepted (RFC 9700 2.1.1: `plain` reveals the verifier to anyone
 * who sees the address).
 */
function faultOf(query: Record<string, string>, scopes: string[] | undefined) {
  const refused = (error: string, error_description: string) => ({ error, error_description })
  if (query.response_type !== 'code')
    return refused('unsupported_response_type', 'response_type must be code')
  if (!CHALLENGE.test(query.code_challenge ?? '') || query.code_challenge_method !== 'S256')
    return refused('invalid_request', 'PKCE is needed: code_challenge with code_challenge_method=S256')
  if (!scopes) return refused('invalid_scope', 'Known scopes are openid, email, profile and phone')
  if ((query.state ?? '').length > 2048 || (query.nonce ?? '').length > 255)
    return refused('invalid_request', 'state or nonce is too long')
  if (query.prompt === 'none') return refused('interaction_required', 'A person has to agree')
  return undefined
}

/** The issuer of all our tokens. */
export const issuerOf = (auth: Auth) => `${auth.kernel.config.publicUrl}/auth/v1`

/** The page on which the member decides: the Studio's for creators, the block's for end users. */
function consentPage(publicUrl: string, { tenant }: Pool, id: string): string {
  const url = new URL(tenant ? `${publicUrl}/embed/consent` : `${publicUrl}/oauth/consent`)
  if (tenant) url.searchParams.set('tenant', tenant.public_key)
  url.searchParams.set('authorization_id', id)
  return url.href
}

/** The pool whose users an application may sign in; undefined if its tenant was deleted. */
export const poolOfClient = async (auth: Auth, client: ClientRow): Promise<Pool | undefined> =>
  client.pool_id === PLATFORM_POOL ? creators : poolOfTenant(auth.kernel, client.pool_id)
