// The single parser for user-supplied URLs that we navigate to, so that server, Studio and embeds agree.

/** Characters that browsers and servers interpret differently: control characters, spaces, backslashes. */
const AMBIGUOUS = /[\p{Cc}\p{Cf}\s\\]/u
const MAX_LENGTH = 2048

/**
 * Parses an untrusted URL: an absolute http(s) URL or a path that starts with a single slash.
 * @param base our own origin, against which paths are resolved
 * @returns undefined for anything ambiguous: other schemes, `//host`, userinfo, backslashes, control characters,
 *   encoded slashes at the start of the path, more than 2048 characters
 */
export function readAddress(text: string, base: string): URL | undefined {
  if (text.length > MAX_LENGTH || AMBIGUOUS.test(text)) return undefined
  if (!/^https?:\/\/[^/?#@]+/i.test(text) && !/^\/(?!\/)/.test(text)) return undefined
  if (!URL.canParse(text, base)) return undefined
  const url = new URL(text, base)
  if (url.username || url.password || /^\/(?:\/|%2f|%5c)/i.test(url.pathname)) return undefined
  return url
}

/** The same, restricted to our own origin. */
export function readOwnAddress(text: string, origin: string): URL | undefined {
  const url = readAddress(text, origin)
  return url?.origin === new URL(origin).origin ? url : undefined
}
