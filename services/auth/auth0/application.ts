import type { Config } from '#kernel/config.ts'
import { authErrors } from '../errors.ts'
import type { Pool } from '../pool.ts'
import { auth0Address, auth0Domain } from './domain.ts'

/** The application at Auth0 that people of a tenant sign in with. */
export interface Auth0Application {
  clientId: string
  /** Where Auth0 answers, without a slash at the end. */
  address: string
  /** As its ID tokens say it: the address and a slash. */
  issuer: string
}

/** @throws {AppError} 422 auth0_not_configured where people sign in otherwise, or something is missing */
export function applicationOf(config: Config, { tenant }: Pool): Auth0Application {
  const domain = auth0Domain(tenant?.auth0_domain ?? '')
  if (tenant?.auth_provider !== 'auth0' || !domain || !tenant.auth0_client_id)
    throw authErrors.auth0_not_configured()
  const address = auth0Address(config, domain)
  return { clientId: tenant.auth0_client_id, address, issuer: `${address}/` }
}
