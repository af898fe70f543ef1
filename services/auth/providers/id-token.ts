import { jwtVerify } from 'jose'
import type { JWTPayload } from 'jose'
import type { AuthorizationServer } from 'oauth4webapi'
import type { Auth } from '../auth.ts'
import { authErrors } from '../errors.ts'
import type { Provider } from './provider.ts'

/** Maximum clock difference, in seconds. */
export const LEEWAY = 60

/** Only asymmetric algorithms: with a symmetric one, anyone who has the public key could forge a token. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA']

export type IdTokenClaims = JWTPayload & { sub: string }

/**
 * Verifies an ID token with the provider's own keys (OpenID Connect Core 3.1.3.7): a signature with an
 * algorithm that the provider announces, issuer, audience, authorized party, lifetime within 60 seconds,
 * subject. The caller compares the nonce, because each flow computes it differently.
 * @throws {AppError} 422 provider_refused, provider_unreachable
 */
export async function checkIdToken(auth: Auth, provider: Provider, token: string): Promise<IdTokenClaims> {
  const server = await auth.servers.metadata(provider)
  try {
    const { payload } = await jwtVerify(token, auth.servers.keys(server), {
      algorithms: algorithmsOf(server),
      issuer: [server.issuer, ...provider.issuerAliases],
      audience: provider.audiences,
      clockTolerance: LEEWAY,
      requiredClaims: ['sub', 'iat', 'exp'],
    })
    refuseForeignParty(provider, payload)
    if (typeof payload.sub !== 'string' || !payload.sub || payload.sub.length > 255)
      throw new Error('The subject is no name')
    return payload as IdTokenClaims
  } catch (cause) {
    throw authErrors.provider_refused({ cause })
  }
}

/** `azp` names the client that the token was issued for. It is required if there are several audiences. */
function refuseForeignParty({ audiences }: Provider, { aud, azp }: JWTPayload): void {
  const several = Array.isArray(aud) && aud.length > 1
  if (azp === undefined ? several : typeof azp !== 'string' || !audiences.includes(azp))
    throw new Error('The token was issued for another client')
}

function algorithmsOf({ id_token_signing_alg_values_supported: announced }: AuthorizationServer): string[] {
  const known = announced?.filter((algorithm) => ALGORITHMS.includes(algorithm))
  return known?.length ? known : ['RS256']
}
