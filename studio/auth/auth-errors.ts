const UNEXPECTED = 'Something went wrong. Please try again.'

/** What the auth service says, and what people are told instead. */
const WORDS = new Map([
  [
    'Invalid login credentials',
    'Invalid email or password. If you just signed up, please check your email for a confirmation link first.',
  ],
  [
    'User already registered',
    'This email is already registered. Try signing in instead, or check your email for a confirmation link.',
  ],
  ['Email not confirmed', 'Please check your email and click the confirmation link before signing in.'],
])

/**
 * The text for an error of the auth service; messages without a text of ours are shown as they are.
 * @param error with `status` 0 where no answer came: its message is the browser's and not for people
 */
export function authErrorText(error: { message?: string; status?: number } | null | undefined): string {
  const message = error?.status === 0 ? undefined : error?.message?.trim()
  // `{}` is the client's own stand-in for an answer without a message.
  if (!message || message === '{}') return UNEXPECTED
  return WORDS.get(message) ?? message
}
