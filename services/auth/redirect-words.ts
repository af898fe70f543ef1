import type { AppError } from '#kernel/errors.ts'
import type { SessionBody } from './sessions/session-body.ts'

// What a browser brings along to the page that a person returns to, in the words that clients of this protocol read.

type Words = Record<string, string | number>

/** The address with these words in its fragment, and for clients that read it in its query too. */
export function withWords(page: string, words: Words, inQuery: boolean): string {
  const target = new URL(page)
  const told = Object.entries(words).map(([name, value]): [string, string] => [name, String(value)])
  if (inQuery) for (const [name, value] of told) target.searchParams.set(name, value)
  target.hash = new URLSearchParams(told).toString()
  return target.href
}

/** The address with a refusal, in query and fragment. */
export function withRefusal(page: string, { code, message, status }: AppError): string {
  const error = status === 403 || status === 401 ? 'access_denied' : 'invalid_request'
  return withWords(page, { error, error_code: code, error_description: message }, true)
}

/** The address with a session behind `#`. The page must be one that tokenReturnAddress allowed. */
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
  return withWords(page, words, false)
}
