import { readOwnAddress } from '#kernel/browser/own-address.ts'

/** A placeholder origin for resolving paths; the result does not depend on it. */
const OWN = 'https://own.invalid'
/**
 * Encoded slashes, backslashes, percent signs and control characters, which a second decoding would reveal.
 */
const ENCODED = /%(?:2f|5c|25|0[0-9a-f]|1[0-9a-f]|7f)/i

/**
 * Returns the path to open after sign-in from an untrusted query value: a path on this origin, otherwise the
 * fallback. In addition to what `readOwnAddress` rejects, it rejects (and never repairs) absolute URLs, empty
 * or encoded path segments, and the sign-in page itself.
 */
export function safeReturnPath(value: string | null | undefined, fallback = '/'): string {
  if (!value?.startsWith('/')) return fallback
  const path = value.split(/[?#]/, 1)[0]!
  if (path.includes('//') || ENCODED.test(path)) return fallback
  const url = readOwnAddress(value, OWN)
  return url && url.pathname !== '/auth' ? url.pathname + url.search + url.hash : fallback
}
