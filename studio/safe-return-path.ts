import { readOwnAddress } from '#kernel/browser/own-address.ts'

/** Any origin of our own will do: what is a path on one is a path on all. */
const OWN = 'https://own.invalid'
/** Slashes, backslashes, percent signs and control characters that a second reader would decode. */
const ENCODED = /%(?:2f|5c|25|0[0-9a-f]|1[0-9a-f]|7f)/i

/**
 * The path to go to after sign-in, from a query value that anybody may have written: a path on this origin, else
 * the fallback. Refused, not mended, beyond what no address of ours may hold: absolute addresses, empty or encoded
 * steps, and the sign-in page itself.
 */
export function safeReturnPath(value: string | null | undefined, fallback = '/'): string {
  if (!value?.startsWith('/')) return fallback
  const path = value.split(/[?#]/, 1)[0]!
  if (path.includes('//') || ENCODED.test(path)) return fallback
  const url = readOwnAddress(value, OWN)
  return url && url.pathname !== '/auth' ? url.pathname + url.search + url.hash : fallback
}
