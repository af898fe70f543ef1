import { AUTH_MESSAGES, AUTH_WORDS } from '#kernel/browser/auth-words.ts'

const UNEXPECTED = 'Something went wrong. Please try again.'

/** Messages for codes whose own message is too technical. Every other error shows the service's message. */
const TEXT_BY_CODE = new Map<string, string>([
  ...Object.entries(AUTH_WORDS),
  ['otp_expired', 'This code is wrong or has expired. Request a new one.'],
  ['reauthentication_not_valid', 'This code is wrong or has expired. Request a new one.'],
  [
    'mfa_verification_failed',
    'This code is wrong or has already been used. Check it, or wait for the next one.',
  ],
  ['mfa_challenge_expired', 'That took too long. Please try again.'],
  ['webauthn_challenge_expired', 'That took too long. Please try again.'],
  ['webauthn_challenge_not_found', 'That took too long. Please try again.'],
  ['webauthn_credential_not_found', 'No account here uses this passkey. Sign in another way.'],
  ['insufficient_aal', 'Complete your second step first.'],
  ['session_not_found', 'Your session has ended. Please sign in again.'],
  ['session_expired', 'Your session has ended. Please sign in again.'],
  ['access_denied', 'You canceled the sign-in. Nothing was changed.'],
  ['bad_oauth_state', 'This sign-in was started elsewhere or too long ago. Please start again.'],
  ['bad_oauth_callback', 'The provider sent an unexpected response. Please start again.'],
  ['flow_state_not_found', 'This sign-in was started elsewhere or too long ago. Please start again.'],
  ['flow_state_expired', 'This sign-in was started elsewhere or too long ago. Please start again.'],
  ['bad_code_verifier', 'This sign-in was started in another browser. Please start again here.'],
  ['pkce_code_verifier_not_found', 'This sign-in was started in another browser. Please start again here.'],
  ['identity_already_exists', 'This account is already connected to another user.'],
  [
    'single_identity_not_deletable',
    'This is your only way to sign in. Set a password or connect another account first.',
  ],
  ['email_conflict_identity_not_deletable', 'Your email comes from this account. Change your email first.'],
  ['ERROR_PASSTHROUGH_SEE_CAUSE_PROPERTY', 'The passkey was not used. Try again, or sign in another way.'],
  ['ERROR_CEREMONY_ABORTED', 'The passkey was not used. Try again, or sign in another way.'],
  ['ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED', 'This device or key is already registered.'],
  ['ERROR_INVALID_DOMAIN', 'Passkeys need a secure address (https).'],
  ['ERROR_INVALID_RP_ID', "Passkeys don't work on this domain."],
])

/** The common shape of failures: an error of the auth client, of a passkey ceremony or of a redirect. */
export interface AuthFailure {
  message?: string
  /** 0 if no response arrived. The message is then the browser's and must not be shown. */
  status?: number
  code?: string
}

/**
 * Returns the message for an error of the auth service. A message without a text of ours is returned
 * unchanged.
 */
export function authErrorText(error: AuthFailure | null | undefined): string {
  const known = error?.code === undefined ? undefined : TEXT_BY_CODE.get(error.code)
  if (known) return known
  const message = error?.status === 0 ? undefined : error?.message?.trim()
  // The client reports `{}` for a response without a message.
  if (!message || message === '{}') return UNEXPECTED
  return Object.hasOwn(AUTH_MESSAGES, message) ? AUTH_WORDS[AUTH_MESSAGES[message]!] : message
}

/**
 * Seconds until a retry is allowed. Read from the message, because the client does not expose the Retry-After
 * header.
 */
export const secondsToWait = ({ status, message }: AuthFailure): number =>
  status === 429 ? Number(/after (\d+) seconds?/.exec(message ?? '')?.[1] ?? 0) : 0

/** Returns the reasons why a password is rejected, as sentences for a list; empty for any other error. */
export function passwordRefusals(error: { code?: string; reasons?: string[] } | null | undefined): string[] {
  if (error?.code !== 'weak_password') return []
  return (error.reasons ?? []).map((reason) => REASONS.get(reason)).filter((text) => text !== undefined)
}

const REASONS = new Map([
  ['length', 'It is too short.'],
  ['characters', 'It is easy to guess.'],
  ['pwned', 'It is on lists of stolen passwords.'],
])
