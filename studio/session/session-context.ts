import type { EmailOtpType } from '@supabase/auth-js'
import { createContext, use } from 'react'

import type { AuthFailure } from '../auth/auth-errors.ts'

export interface SignedInUser {
  id: string
  email: string
}

/** An error of the auth service is returned, never thrown. */
export type AuthResult = Promise<{ error: AuthFailure | null }>

/**
 * The result of redeeming a code. `signedIn` is false without an error after the first of the two
 * confirmations of an email change.
 */
export interface ConfirmResult {
  error: AuthFailure | null
  signedIn: boolean
  /** The code was redeemed, but only the browser that requested it can be signed in. */
  elsewhere?: boolean
}

export interface Auth {
  /** True until it is known whether a user is signed in. */
  loading: boolean
  /**
   * Null for visitors and for users whose second step is still due; protected screens stay closed to both.
   */
  user: SignedInUser | null
  /** A user who entered the right password but still has to complete the second step. Only /auth uses it. */
  pendingUser: SignedInUser | null
  /**
   * Set if the user must choose a password: after a reset email, or because the owner has not set one yet.
   */
  passwordDue: 'recovery' | 'first' | null
  signIn: (email: string, password: string) => AuthResult
  /**
   * `signedIn` is true if the server requires no email confirmation.
   * @param next path that the confirmation email links to; defaults to the root
   */
  signUp: (
    email: string,
    password: string,
    next?: string,
  ) => Promise<{ error: AuthFailure | null; signedIn: boolean }>
  /** Redeems the token of an emailed link; signs in. */
  confirm: (tokenHash: string, type: EmailOtpType) => Promise<ConfirmResult>
  /** Redeems an emailed six-digit code; signs in. */
  confirmCode: (email: string, code: string, type: EmailOtpType) => Promise<ConfirmResult>
  resend: (email: string, next?: string) => AuthResult
  /**
   * Asks about unsaved work, ends this browser's session, clears our browser storage and navigates to /auth.
   */
  signOut: () => Promise<void>
}

export const AuthContext = createContext<Auth | undefined>(undefined)

/** Returns the signed-in user and the sign-in functions. @throws outside AuthProvider */
export function useAuth(): Auth {
  const auth = use(AuthContext)
  if (!auth) throw new Error('useAuth must be used within an AuthProvider')
  return auth
}
