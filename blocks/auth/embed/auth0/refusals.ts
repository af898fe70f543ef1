import { CallError } from '#kernel/browser/call.ts'
import { errorWords } from '../error-words.ts'

/** Nothing went wrong: whoever is not signed in there signs in by the button, which is there again. */
const NO_NEWS = ['login_required', 'missing_refresh_token', 'consent_required', 'interaction_required']

/** The library gives a request up that takes longer than it waits; whichever of the two refusals comes first is thrown. */
const NO_ANSWER = "Timeout when executing 'fetch'"

/**
 * A refusal of the library, or what Auth0 said in the address, as an error of ours. Only its kind counts: its
 * description could be anybody's words.
 */
export function auth0Refusal(why: unknown): CallError {
  if (why instanceof CallError) return why
  if (why instanceof Error && (why.name === 'AbortError' || why.message === NO_ANSWER))
    return new CallError(0, 'timeout', '')
  const kind = typeof why === 'object' && why !== null && 'error' in why ? String(why.error) : ''
  return new CallError(0, kind || 'auth0_failed', '')
}

/** What a visitor reads about a sign-in at Auth0 that failed (spec §8); empty where the button alone says enough. */
export function auth0Words(why: unknown): string {
  const refusal = auth0Refusal(why)
  return NO_NEWS.includes(refusal.code) ? '' : errorWords(refusal)
}
