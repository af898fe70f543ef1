import { errors, jwtVerify } from 'jose'
import type { JWTPayload } from 'jose'
import { AppError } from '#kernel/errors.ts'
import type { Auth } from '../auth.ts'
import { authErrors } from '../errors.ts'
import { LEEWAY } from '../providers/id-token.ts'
import { createKnownServers } from '../providers/known-servers.ts'
import type { KnownServers } from '../providers/known-servers.ts'
import type { Auth0Application } from './application.ts'
import { auth0Fetch } from './auth0-fetch.ts'
import { LOGIN_SECONDS } from './logins.ts'

export type Auth0Claims = JWTPayload & { sub: string; nonce: string }

const MOST_SUB = 255
const servers = new WeakMap<Auth, KnownServers>()

/**
 * Verifies an ID token of the tenant's Auth0 with the keys of its domain: only RS256, then issuer, audience,
 * authorized party, lifetime within 60 seconds, and subject. The caller must use up the nonce.
 * @throws {AppError} 400 auth0_token_refused, 422 auth0_unreachable
 */
export async function checkAuth0Token(
  auth: Auth,
  application: Auth0Application,
  token: string,
): Promise<Auth0Claims> {
  try {
    const { payload } = await jwtVerify(token, keysOf(auth, application), {
      algorithms: ['RS256'],
      issuer: application.issuer,
      audience: application.clientId,
      clockTolerance: LEEWAY,
      maxTokenAge: LOGIN_SECONDS,
      requiredClaims: ['sub', 'iat', 'exp', 'nonce'],
    })
    refuseForeignParty(application, payload)
    const { sub, nonce } = payload
    if (typeof sub !== 'string' || !sub || sub.length > MOST_SUB || !sub.isWellFormed() || sub.includes('\0'))
      throw new Error('The subject is no name')
    if (typeof nonce !== 'string' || !nonce) throw new Error('The nonce is no text')
    return { ...payload, sub, nonce }
  } catch (cause) {
    throw cause instanceof AppError ? cause : authErrors.auth0_token_refused({ cause })
  }
}

/**
 * `azp` names the client that the token was issued for. It is required if there are several audiences (OpenID
 * Connect Core 3.1.3.7).
 */
function refuseForeignParty({ clientId }: Auth0Application, { aud, azp }: JWTPayload): void {
  const several = Array.isArray(aud) && aud.length > 1
  if (azp === undefined ? several : azp !== clientId)
    throw new Error('The token was issued for another client')
}

/** The domain's key set, from the fixed path where Auth0 publishes it. Cached for 10 minutes. */
function keysOf(auth: Auth, { address, issuer }: Auth0Application) {
  const known = servers.get(auth) ?? createKnownServers(auth0Fetch(auth.kernel))
  servers.set(auth, known)
  const keys = known.keys({ issuer, jwks_uri: `${address}/.well-known/jwks.json` })
  return async (...asked: Parameters<typeof keys>) => {
    try {
      return await keys(...asked)
    } catch (cause) {
      // A key that is missing from the set is the token's fault. A set that cannot be loaded is not.
      if (cause instanceof errors.JWKSNoMatchingKey || cause instanceof errors.JOSENotSupported) throw cause
      throw authErrors.auth0_unreachable({ cause })
    }
  }
}
