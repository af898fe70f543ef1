import type { User } from '@supabase/auth-js'

let isNew = false

/** Marks the sign-in that follows, or is in progress, as the first one of a new account; `false` takes it back. */
export function markNewAccount(mark = true): void {
  isNew = mark
}

/** Returns whether this sign-in is the first one of a new account. */
export const isNewAccount = (): boolean => isNew

/** Runs a redemption of a sign-up email. The session starts inside, so the mark must be there before. */
export async function asNewAccount<T extends { error: unknown }>(redeem: () => Promise<T>): Promise<T> {
  markNewAccount()
  const result = await redeem()
  if (result.error) markNewAccount(false)
  return result
}

/** Milliseconds between the confirmation of an account and the end of its first sign-in, which one request does. */
const SAME_REQUEST_MS = 2000

/** Returns whether this sign-in also confirmed the account: it is the first one. Both times are the server's. */
export function isFirstSignIn(
  user: Pick<User, 'created_at' | 'email_confirmed_at' | 'last_sign_in_at'>,
): boolean {
  const confirmed = Date.parse(user.email_confirmed_at ?? user.created_at)
  return Math.abs(Date.parse(user.last_sign_in_at ?? '') - confirmed) < SAME_REQUEST_MS
}
