const OWN = 'https://own.invalid'

/**
 * The path to go to after sign-in, from a query value that anybody may have written: a path on this origin, else
 * the fallback. Everything that some reader could take for another origin is refused, not mended: schemes,
 * `//host`, backslashes, encoded slashes, control characters, blanks, user information.
 */
export function safeReturnPath(value: string | null | undefined, fallback = '/'): string {
  if (!value || !value.startsWith('/') || /[\\\s\p{Cc}]/u.test(value)) return fallback
  const path = value.split(/[?#]/, 1)[0]!
  if (path.includes('//') || /%(?:2f|5c|25|0[0-9a-f]|1[0-9a-f]|7f)/i.test(path)) return fallback
  const url = URL.parse(value, OWN)
  if (!url || url.origin !== OWN || url.pathname.startsWith('//') || url.pathname === '/auth') return fallback
  return url.pathname + url.search + url.hash
}
