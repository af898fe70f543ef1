import { endpoint } from '#kernel/browser/endpoint.ts'

// Calls of the wire service /auth/v1, as the frame makes them; the service answers in its own error shape.

/** Makes a code that hands the caller's session to one other window, once. Bearer: the session to hand over. */
export const oneTimeCode = endpoint<{ refresh_token: string; code_challenge?: string }, { code: string }>(
  'POST',
  '/one-time-code',
)

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
  user_metadata?: Record<string, unknown>
  factors?: WireFactor[] | null
}

export interface WireFactor {
  id: string
  factor_type: 'totp' | 'webauthn' | 'phone' | 'recovery_code'
  status: 'verified' | 'unverified'
  friendly_name?: string | null
}
