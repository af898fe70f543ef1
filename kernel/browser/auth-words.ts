/**
 * What people read instead of three messages of the auth service (spec section 8), in the Studio and on the blocks'
 * pages alike; by the service's code.
 */
export const AUTH_WORDS = {
  invalid_credentials:
    'Invalid email or password. If you just signed up, please check your email for a confirmation link first.',
  user_already_exists:
    'This email is already registered. Try signing in instead, or check your email for a confirmation link.',
  email_not_confirmed: 'Please check your email and click the confirmation link before signing in.',
} as const

/** The service's own messages of those; servers that speak an older version of the wire answer without codes. */
export const AUTH_MESSAGES: Record<string, keyof typeof AUTH_WORDS> = {
  'Invalid login credentials': 'invalid_credentials',
  'User already registered': 'user_already_exists',
  'Email not confirmed': 'email_not_confirmed',
}
