import type { Config } from '#kernel/config.ts'
import { authErrors } from '../errors.ts'
import type { Pool } from '../pool.ts'
import { auth0Address, auth0Domain } from './domain.ts'

/** The Auth0 application that a tenant's users sign in with. */
export interface Auth0Application {
  clientId: string
  /** The address of the Auth0 server, without a trailing slash. */
  address: string
  /** The issuer in its ID tokens: the address with a trailing slash. */
  issuer: string
}

/**
 * @throws {AppError} 422 auth0_not_configured if the tenant uses another sign-in method, or a setting is
 *   missing
 */
export function applicationOf(config: Config, { tenant }: Pool): Auth0Application {
  const domain = auth0Domain(tenant?.auth0_domain ?? '')
  if (tenant?.auth_provider !== 'auth0' || !domain || !tenant.auth0_client_id)
    throw authErrors.auth0_not_configured()
  const address = auth0Address(config, domain)
  return { clientId: tenant.auth0_client_id, address, issuer: `${address}/` }
}
