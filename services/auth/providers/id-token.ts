import { jwtVerify } from 'jose'
import type { JWTPayload } from 'jose'
import type { AuthorizationServer } from 'oauth4webapi'
import type { Auth } from '../auth.ts'
import { authErrors } from '../errors.ts'
import type { Provider } from './provider.ts'

/** Seconds by which clocks may differ. */
export const LEEWAY = 60

/** Asymmetric only: an ID token that anybody with a public key could have made proves nothing. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA']

export type IdTokenClaims = JWTPayload & { sub: string }

/**
 * Checks an ID token by the provider's own keys (OpenID Connect Core 3.1.3.7): signature with an algorithm that the
 * provider announces, issuer, audience, authorised party, life within 60 seconds, subject. The nonce is the caller's
 * to compare: how it is made differs by flow.
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

/** `azp` names whom the token was made for; with several audiences it has to. */
function refuseForeignParty({ audiences }: Provider, { aud, azp }: JWTPayload): void {
  const several = Array.isArray(aud) && aud.length > 1
  if (azp === undefined ? several : typeof azp !== 'string' || !audiences.includes(azp))
    throw new Error('The token was made for somebody else')
}

function algorithmsOf({ id_token_signing_alg_values_supported: announced }: AuthorizationServer): string[] {
  const known = announced?.filter((algorithm) => ALGORITHMS.includes(algorithm))
  return known?.length ? known : ['RS256']
}
