import { OAuthError } from '../oauth-error.ts'

/** Refusals of the token endpoint (RFC 6749 5.2). */
type TokenFault =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'unauthorized_client'
  | 'unsupported_grant_type'

/** @param description for the developer of the application */
export const tokenError = (error: TokenFault, description: string): OAuthError =>
  error === 'invalid_client'
    ? new OAuthError(error, 401, description, { headers: { 'www-authenticate': 'Basic realm="oauth"' } })
    : new OAuthError(error, 400, description)
