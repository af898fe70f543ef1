import { authErrors } from '../errors.ts'

/** POST /sso: this server speaks OpenID Connect (providers/), not SAML, and says so in words that clients read. */
export function refuseSso(): never {
  throw authErrors.saml_provider_disabled()
}
