/** What an application may ask for: OpenID Connect's scopes of the user's claims (OpenID Connect Core 5.4). */
export const SCOPES = ['openid', 'email', 'profile', 'phone'] as const

/** The scopes of a request, in one order, each once; undefined when one is unknown. */
export function readScopes(text: string): string[] | undefined {
  const asked = new Set(text.split(' ').filter(Boolean))
  const known = SCOPES.filter((scope) => asked.has(scope))
  return known.length === asked.size ? [...known] : undefined
}

/** What an application gets that asks for nothing. */
export const DEFAULT_SCOPE = 'email'
