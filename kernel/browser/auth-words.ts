/**
 * User-facing text for three auth service errors (spec section 8), keyed by error code. The Studio and the block
 * pages share it.
 */
export const AUTH_WORDS = {
  invalid_credentials:
    'Invalid email or password. If you just signed up, please check your email for a confirmation link first.',
  user_already_exists:
    'This email is already registered. Try signing in instead, or check your email for a confirmation link.',
  email_not_confirmed: 'Please check your email and click the confirmation link before signing in.',
} as const

/** The service's own messages for these errors, because servers with an older wire version send no codes. */
export const AUTH_MESSAGES: Record<string, keyof typeof AUTH_WORDS> = {
  'Invalid login credentials': 'invalid_credentials',
  'User already registered': 'user_already_exists',
  'Email not confirmed': 'email_not_confirmed',
}
