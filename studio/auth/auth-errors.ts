import { AUTH_MESSAGES, AUTH_WORDS } from '#kernel/browser/auth-words.ts'

const UNEXPECTED = 'Something went wrong. Please try again.'

/** Codes whose own message speaks to programs; every other error shows the message that came with it. */
const WORDS_OF_CODE = new Map<string, string>([
  ...Object.entries(AUTH_WORDS),
  ['otp_expired', 'This code is wrong or has expired. Ask for a new one.'],
  ['reauthentication_not_valid', 'This code is wrong or has expired. Ask for a new one.'],
  [
    'mfa_verification_failed',
    'This code is not right, or was used already. Check it, or wait for the next one.',
  ],
  ['mfa_challenge_expired', 'That took too long. Please try again.'],
  ['webauthn_challenge_expired', 'That took too long. Please try again.'],
  ['webauthn_challenge_not_found', 'That took too long. Please try again.'],
  ['webauthn_credential_not_found', 'No account here knows this passkey. Sign in another way.'],
  ['insufficient_aal', 'Confirm this with your second step first.'],
  ['session_not_found', 'Your session has ended. Please sign in again.'],
  ['session_expired', 'Your session has ended. Please sign in again.'],
  ['access_denied', 'You canceled the sign-in. Nothing was changed.'],
  ['bad_oauth_state', 'This sign-in was started elsewhere or too long ago. Please start again.'],
  ['bad_oauth_callback', 'The provider did not answer as expected. Please start again.'],
  ['flow_state_not_found', 'This sign-in was started elsewhere or too long ago. Please start again.'],
  ['flow_state_expired', 'This sign-in was started elsewhere or too long ago. Please start again.'],
  ['bad_code_verifier', 'This sign-in was started in another browser. Please start again here.'],
  ['pkce_code_verifier_not_found', 'This sign-in was started in another browser. Please start again here.'],
  ['identity_already_exists', 'This account is connected to somebody else here.'],
  [
    'single_identity_not_deletable',
    'This is your only way to sign in. Set a password or connect another first.',
  ],
  ['email_conflict_identity_not_deletable', 'Your email comes from this account. Change your email first.'],
  ['ERROR_PASSTHROUGH_SEE_CAUSE_PROPERTY', 'The passkey was not used. Try again, or sign in another way.'],
  ['ERROR_CEREMONY_ABORTED', 'The passkey was not used. Try again, or sign in another way.'],
  ['ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED', 'This device or key is registered already.'],
  ['ERROR_INVALID_DOMAIN', 'Passkeys need a secure address (https).'],
  ['ERROR_INVALID_RP_ID', 'Passkeys do not work at this address.'],
])

/** What is known of a failure: an error of the auth client, of a passkey ceremony, or of a redirect. */
export interface AuthFailure {
  message?: string
  /** 0 where no answer came: its message is the browser's and not for people. */
  status?: number
  code?: string
}

/** The text for an error of the auth service; messages without a text of ours are shown as they are. */
export function authErrorText(error: AuthFailure | null | undefined): string {
  const known = error?.code === undefined ? undefined : WORDS_OF_CODE.get(error.code)
  if (known) return known
  const message = error?.status === 0 ? undefined : error?.message?.trim()
  // `{}` is the client's own stand-in for an answer without a message.
  if (!message || message === '{}') return UNEXPECTED
  return Object.hasOwn(AUTH_MESSAGES, message) ? AUTH_WORDS[AUTH_MESSAGES[message]!] : message
}

/** How long to wait before the same is asked again: the client hands the sentence on, not the header Retry-After. */
export const secondsToWait = ({ status, message }: AuthFailure): number =>
  status === 429 ? Number(/after (\d+) seconds?/.exec(message ?? '')?.[1] ?? 0) : 0

/** Why a password is refused, in words for a list; empty for any other error. */
export function passwordRefusals(error: { code?: string; reasons?: string[] } | null | undefined): string[] {
  if (error?.code !== 'weak_password') return []
  return (error.reasons ?? []).map((reason) => REASONS.get(reason)).filter((text) => text !== undefined)
}

const REASONS = new Map([
  ['length', 'It is too short.'],
  ['characters', 'It is easy to guess.'],
  ['pwned', 'It is on lists of stolen passwords.'],
])
