import type { AuthError, EmailOtpType } from '@supabase/auth-js'
import { createContext, use } from 'react'

export interface SignedInUser {
  id: string
  email: string
}

/** An error of the auth service, given back to the caller; nothing is thrown. */
export type AuthResult = Promise<{ error: AuthError | null }>

export interface Auth {
  /** True until it is known whether somebody is signed in. */
  loading: boolean
  user: SignedInUser | null
  signIn: (email: string, password: string) => AuthResult
  /** The confirmation mail leads back to the site's root. `signedIn` where no confirmation is asked for. */
  signUp: (email: string, password: string) => Promise<{ error: AuthError | null; signedIn: boolean }>
  /** Confirms by the code of a mailed link; signs in. */
  confirm: (tokenHash: string, type: EmailOtpType) => AuthResult
  resend: (email: string) => AuthResult
  /** Ends this browser's session, forgets what the product stored here and goes to /auth. */
  signOut: () => Promise<void>
}

export const AuthContext = createContext<Auth | undefined>(undefined)

/** Who is signed in, and the acts around it. @throws outside AuthProvider */
export function useAuth(): Auth {
  const auth = use(AuthContext)
  if (!auth) throw new Error('useAuth must be used within an AuthProvider')
  return auth
}
