import type { User } from '@supabase/auth-js'

let isNew = false

/** Says whether this page's sign-in is the first one of its account, until the account has started. */
export function markNewAccount(isFirst: boolean): void {
  isNew = isFirst
}

/** Returns whether this sign-in is the first one of a new account. */
export const isNewAccount = (): boolean => isNew

/** Milliseconds between the confirmation of an account and its first sign-in, which one request does. */
const SAME_REQUEST_MS = 250

/** Returns whether this sign-in also confirmed the account: it is the first one. Both times are the server's. */
export function isFirstSignIn(
  user: Pick<User, 'created_at' | 'email_confirmed_at' | 'last_sign_in_at'>,
): boolean {
  const confirmed = Date.parse(user.email_confirmed_at ?? user.created_at)
  return Math.abs(Date.parse(user.last_sign_in_at ?? '') - confirmed) < SAME_REQUEST_MS
}
