import type { AppError } from '#kernel/errors.ts'
import type { SessionBody } from './sessions/session-body.ts'

// The parameters that a browser carries back to the return page, named as clients of this protocol expect.

type Words = Record<string, string | number>

/** Adds these parameters to the fragment, and to the query for clients that read them there. */
export function withRedirectParameters(page: string, words: Words, inQuery: boolean): string {
  const target = new URL(page)
  const parameters = Object.entries(words).map(([name, value]): [string, string] => [name, String(value)])
  if (inQuery) for (const [name, value] of parameters) target.searchParams.set(name, value)
  target.hash = new URLSearchParams(parameters).toString()
  return target.href
}

/** Adds a refusal to the query and the fragment of the address. */
export function withRefusal(page: string, { code, message, status }: AppError): string {
  const error = status === 403 || status === 401 ? 'access_denied' : 'invalid_request'
  return withRedirectParameters(page, { error, error_code: code, error_description: message }, true)
}

/** Adds a session behind `#`. The page must be one that tokenReturnAddress allowed. */
export function withSession(page: string, session: SessionBody, more: Words = {}): string {
  const { access_token, expires_at, expires_in, refresh_token, token_type } = session
  const { provider_token, provider_refresh_token } = session
  const words = {
    access_token,
    expires_at,
    expires_in,
    ...(provider_token ? { provider_token } : {}),
    ...(provider_refresh_token ? { provider_refresh_token } : {}),
    refresh_token,
    token_type,
    ...more,
  }
  return withRedirectParameters(page, words, false)
}
