/**
 * The scopes that an application may request: OpenID Connect's scopes of user claims (OpenID Connect Core
 * 5.4).
 */
export const SCOPES = ['openid', 'email', 'profile', 'phone'] as const

/** Returns the scopes of a request in a fixed order and without duplicates; undefined if one is unknown. */
export function readScopes(text: string): string[] | undefined {
  const requested = new Set(text.split(' ').filter(Boolean))
  const known = SCOPES.filter((scope) => requested.has(scope))
  return known.length === requested.size ? [...known] : undefined
}

/** The scope of an application that requests none. */
export const DEFAULT_SCOPE = 'email'
