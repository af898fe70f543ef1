import { endpoint } from '#kernel/browser/endpoint.ts'

/** An Auth0 application for a tenant's sign-in, as its creator enters it. */
export interface Auth0Form {
  tenant_id: string
  /** Only the host name, ending in `.auth0.com`. */
  domain: string
  client_id: string
  /** Stored sealed and never returned. */
  client_secret: string
}

/**
 * The result of testing an application. Anything that would prevent users from signing in is an error
 * instead.
 */
export interface Auth0Check {
  success: true
  /** Auth0 does not reveal whether the secret of a Single Page Application is right. */
  secret: 'verified' | 'not_checkable'
  /** Whether Auth0 would redirect users back to us. */
  callback: 'registered' | 'not_registered' | 'not_checkable'
  /** Messages for the creator about what to fix before users sign in. Empty if there is nothing to fix. */
  warnings: string[]
}

/** The state of a tenant's Auth0 connection, and the URLs that its creator enters there. */
export interface Auth0Status {
  /** Auth0 is the tenant's provider, and its settings are complete. */
  connected: boolean
  /** Null until the first connection. */
  domain: string | null
  client_id: string | null
  /** Whether a secret is stored. The secret itself is never returned. */
  secret_set: boolean
  /** Values for the fields of the Auth0 application. Lists are entered separated by commas. */
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

/** Reads the state of the Auth0 connection, for the tenant's owner. */
export const readAuth0 = endpoint<{ tenant_id: string }, Auth0Status>('GET', '/tenant-auth0')

/**
 * Tests the application without storing anything. Errors, with messages for the creator: 400
 * `auth0_fields_required`, `auth0_domain_invalid`, 422 `auth0_unreachable`, `auth0_secret_wrong`, 429.
 */
export const testAuth0 = endpoint<Auth0Form, Auth0Check>('POST', '/test-auth0')

/** Runs the same test, then makes Auth0 the tenant's sign-in. `auth-config` reverses it. */
export const connectAuth0 = endpoint<Auth0Form, Auth0Check>('POST', '/connect-auth0')
