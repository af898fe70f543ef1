import { CallError } from '#kernel/browser/call.ts'
import { errorMessage } from '../error-message.ts'

/** Not errors: the visitor is not signed in there and can use the button, which is shown again. */
const SILENT_CODES = ['login_required', 'missing_refresh_token', 'consent_required', 'interaction_required']

/** The library aborts a request after its timeout. It throws whichever of the two errors comes first. */
const TIMEOUT_MESSAGE = "Timeout when executing 'fetch'"

/**
 * Converts an error of the library, or one from Auth0's redirect, into a CallError. Only its code is used,
 * because anybody could have written the description.
 */
export function toAuth0Error(why: unknown): CallError {
  if (why instanceof CallError) return why
  if (why instanceof Error && (why.name === 'AbortError' || why.message === TIMEOUT_MESSAGE))
    return new CallError(0, 'timeout', '')
  const kind = typeof why === 'object' && why !== null && 'error' in why ? String(why.error) : ''
  return new CallError(0, kind || 'auth0_failed', '')
}

/** Error message for a failed sign-in at Auth0 (spec §8); empty when the button alone is enough. */
export function auth0ErrorMessage(why: unknown): string {
  const refusal = toAuth0Error(why)
  return SILENT_CODES.includes(refusal.code) ? '' : errorMessage(refusal)
}
