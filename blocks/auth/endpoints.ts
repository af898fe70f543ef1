import { endpoint } from '#kernel/browser/endpoint.ts'

// Calls to the auth service (/auth/v1) as the frame makes them. The service has its own error format.

/** Creates a one-time code that hands the caller's session to another window. Bearer token: that session. */
export const oneTimeCode = endpoint<{ refresh_token: string; code_challenge?: string }, { code: string }>(
  'POST',
  '/one-time-code',
)

/**
 * Issues a token that proves to the host page's server who is signed in. It is valid for five minutes and
 * gives no access to the account.
 */
export const siteToken = endpoint<
  Record<string, never>,
  { token: string; /** Seconds since 1970. */ expires_at: number }
>('POST', '/site-token')

export interface MyAccess {
  /** Names of the roles, as in `app_metadata.roles`. */
  roles: string[]
  /** Products with a purchase that still grants them; the name is null when the product was deleted. */
  products: { id: string; name: string | null }[]
}

/**
 * What the signed-in end user has at this moment, for display. Unlike their token it is never stale. One of our
 * functions (/functions/v1).
 */
export const myAccess = endpoint<Record<string, never>, MyAccess>('GET', '/my-access')

/**
 * Response of the calls that create or refresh a session; see the session and user objects of the wire API.
 */
export interface WireSession {
  access_token: string
  /** Empty when the refresh token was stored in the frame's cookie instead. */
  refresh_token: string
  /** Seconds since 1970. */
  expires_at: number
  user: WireUser
}

export interface WireUser {
  id: string
  email?: string | null
  /** ISO 8601; absent until the address is confirmed. */
  email_confirmed_at?: string
  /** ISO 8601. */
  created_at?: string
  user_metadata?: Record<string, unknown>
  factors?: WireFactor[] | null
}

export interface WireFactor {
  id: string
  factor_type: 'totp' | 'webauthn' | 'phone' | 'recovery_code'
  status: 'verified' | 'unverified'
  friendly_name?: string | null
}
