import { endpoint } from '#kernel/browser/endpoint.ts'

/** An application at Auth0 that a tenant's people are to sign in with, as its creator types it. */
export interface Auth0Form {
  tenant_id: string
  /** Host name alone, ending in `.auth0.com`. */
  domain: string
  client_id: string
  /** Kept sealed, never answered. */
  client_secret: string
}

/** What trying such an application showed; whatever keeps people from signing in is an error instead. */
export interface Auth0Check {
  success: true
  /** Auth0 tells about the secret of a Single Page Application neither yes nor no. */
  secret: 'verified' | 'not_checkable'
  /** Whether Auth0 would send people back to us. */
  callback: 'registered' | 'not_registered' | 'not_checkable'
  /** In words for the creator: what to look after before people come. Empty when all is well. */
  warnings: string[]
}

/** How a tenant stands with Auth0, and what its creator enters there. */
export interface Auth0Status {
  /** Auth0 is the tenant's provider, and everything that signing in needs is there. */
  connected: boolean
  /** Null until connected once. */
  domain: string | null
  client_id: string | null
  /** A secret is stored; shown as such, never itself. */
  secret_set: boolean
  /** For the fields of the application at Auth0, by their names there; lists are entered with commas between. */
  addresses: {
    /** Allowed Callback URLs: the embedded sign-in. */
    callback: string[]
    /** Application Login URI. */
    login: string
    /** Allowed Logout URLs. */
    logout: string[]
    /** Allowed Web Origins (and Allowed Origins, for CORS): the root of the blocks' host. */
    origins: string[]
  }
}

/** For the tenant's owner. */
export const readAuth0 = endpoint<{ tenant_id: string }, Auth0Status>('GET', '/tenant-auth0')

/**
 * Tries the application without storing anything. Refusals, their words made for the creator: 400
 * `auth0_fields_required`, `auth0_domain_invalid`, 422 `auth0_unreachable`, `auth0_secret_wrong`, 429.
 */
export const testAuth0 = endpoint<Auth0Form, Auth0Check>('POST', '/test-auth0')

/** The same try; then the tenant's people sign in there. The other direction is `auth-config`. */
export const connectAuth0 = endpoint<Auth0Form, Auth0Check>('POST', '/connect-auth0')
