import type { EmailOtpType } from '@supabase/auth-js'
import { createContext, use } from 'react'

import type { AuthFailure } from './auth/auth-errors.ts'

export interface SignedInUser {
  id: string
  email: string
}

/** An error of the auth service, given back to the caller; nothing is thrown. */
export type AuthResult = Promise<{ error: AuthFailure | null }>

/** What became of a code: `signedIn` false without an error is the first half of a change that needs two mailboxes. */
export interface Confirmed {
  error: AuthFailure | null
  signedIn: boolean
  /** It is done, but was asked for in another browser, which alone can be signed in by it. */
  elsewhere?: boolean
}

export interface Auth {
  /** True until it is known whether somebody is signed in. */
  loading: boolean
  /** Null for visitors, and for people whose second step is still due: no screen opens for either. */
  user: SignedInUser | null
  /** Somebody whose password was right and whose second step is due; only /auth knows them. */
  halfway: SignedInUser | null
  /** A password is to be chosen: after a recovery mail, or because the account has none of its owner's yet. */
  passwordDue: 'recovery' | 'first' | null
  signIn: (email: string, password: string) => AuthResult
  /**
   * `signedIn` where no confirmation is asked for.
   * @param next path that the confirmation mail leads back to; the site's root unless given
   */
  signUp: (
    email: string,
    password: string,
    next?: string,
  ) => Promise<{ error: AuthFailure | null; signedIn: boolean }>
  /** Redeems the token of a mailed link; signs in. */
  confirm: (tokenHash: string, type: EmailOtpType) => Promise<Confirmed>
  /** Redeems the six digits of a mail; signs in. */
  confirmCode: (email: string, code: string, type: EmailOtpType) => Promise<Confirmed>
  resend: (email: string, next?: string) => AuthResult
  /** Asks about unsaved work, ends this browser's session, forgets what the product stored here and goes to /auth. */
  signOut: () => Promise<void>
}

export const AuthContext = createContext<Auth | undefined>(undefined)

/** Who is signed in, and the acts around it. @throws outside AuthProvider */
export function useAuth(): Auth {
  const auth = use(AuthContext)
  if (!auth) throw new Error('useAuth must be used within an AuthProvider')
  return auth
}
