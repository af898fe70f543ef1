import { endpoint } from '#kernel/browser/endpoint.ts'

// Calls of the wire service /auth/v1, as the frame makes them; the service answers in its own error shape.

/** Makes a code that hands the caller's session to one other window, once. Bearer: the session to hand over. */
export const oneTimeCode = endpoint<{ refresh_token: string; code_challenge?: string }, { code: string }>(
  'POST',
  '/one-time-code',
)

/** Proof of who is signed in, for the page around the block: five minutes, and no way into the account. */
export const siteToken = endpoint<
  Record<string, never>,
  { token: string; /** Seconds since 1970. */ expires_at: number }
>('POST', '/site-token')

/** What the frame's own session calls answer with; see reference of the wire: session and user objects. */
export interface WireSession {
  access_token: string
  /** Empty when the refresh token went into the frame's cookie instead. */
  refresh_token: string
  /** Seconds since 1970. */
  expires_at: number
  user: WireUser
}

export interface WireUser {
  id: string
  email?: string | null
  /** ISO 8601; missing while the address is not confirmed. */
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
