import { CallError } from '#kernel/browser/call.ts'

/** Removes the provider's response from the address, to keep it out of reloads and the window's history. */
export function clearProviderResponse(): void {
  const rest = new URLSearchParams(location.search)
  for (const name of ['code', 'error', 'error_code', 'error_description']) rest.delete(name)
  // The service repeats errors in the fragment; this drops it.
  history.replaceState(null, '', `${location.pathname}?${rest}`)
}

/** The error that the provider, or our own callback, sent instead of a code. */
export function refusal(params: URLSearchParams): CallError {
  const code = params.get('error_code') ?? params.get('error') ?? ''
  return new CallError(400, code || 'bad_oauth_state', params.get('error_description') ?? '')
}

/**
 * An error that belongs to no sign-in of this browser: the service sends it to the form for lack of a better
 * place. Only its code is used, because anybody could have written the description. @returns undefined when
 * there is no error
 */
export function unmatchedProviderError(): CallError | undefined {
  const params = new URLSearchParams(location.search)
  if (!params.has('error_code')) return undefined
  clearProviderResponse()
  params.delete('error_description')
  return refusal(params)
}
