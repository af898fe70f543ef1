import { authErrors } from '../errors.ts'

/**
 * POST /sso: this server supports OpenID Connect (providers/) and not SAML. The refusal uses the code that
 * clients expect.
 */
export function refuseSso(): never {
  throw authErrors.saml_provider_disabled()
}
