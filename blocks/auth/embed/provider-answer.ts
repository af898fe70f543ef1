import { CallError } from '#kernel/browser/call.ts'

/** Takes what a provider answered out of the address: neither reloads nor the history of this window meet it again. */
export function forgetAnswer(): void {
  const rest = new URLSearchParams(location.search)
  for (const name of ['code', 'error', 'error_code', 'error_description']) rest.delete(name)
  // The service says refusals behind `#` too.
  history.replaceState(null, '', `${location.pathname}?${rest}`)
}

/** What the provider, or our own callback, says instead of a code. */
export function refusal(told: URLSearchParams): CallError {
  const code = told.get('error_code') ?? told.get('error') ?? ''
  return new CallError(400, code || 'bad_oauth_state', told.get('error_description') ?? '')
}

/**
 * A refusal that belongs to no sign-in of this browser ends at the form, because the service knows no better place.
 * Only its code counts: the description could be anybody's words. @returns undefined where nothing was refused
 */
export function strayRefusal(): CallError | undefined {
  const told = new URLSearchParams(location.search)
  if (!told.has('error_code')) return undefined
  forgetAnswer()
  told.delete('error_description')
  return refusal(told)
}
