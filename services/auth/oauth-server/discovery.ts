import type { Call } from '../route-table.ts'
import { issuerOf } from './authorize-call.ts'
import { SCOPES } from './scopes.ts'

/**
 * RFC 8414 and OpenID Connect Discovery 1.0: all pools share one issuer, and the client's id selects the
 * pool.
 */
export function discovery({ auth, c }: Call): Response {
  const issuer = issuerOf(auth)
  c.header('cache-control', 'public, max-age=600')
  return c.json({
    issuer,
    authorization_endpoint: `${issuer}/oauth/authorize`,
    token_endpoint: `${issuer}/oauth/token`,
    userinfo_endpoint: `${issuer}/oauth/userinfo`,
    jwks_uri: `${issuer}/.well-known/jwks.json`,
    scopes_supported: SCOPES,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['ES256'],
    token_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    claims_supported: [
      'sub',
      'email',
      'email_verified',
      'phone_number',
      'phone_number_verified',
      'name',
      'picture',
    ],
  })
}
