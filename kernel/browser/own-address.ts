// Parsed once, by this module, wherever an address to go to comes from outside: server, Studio and embeds agree.

/** Spellings that browsers and servers read differently: control characters, spaces, backslashes. */
const AMBIGUOUS = /[\p{Cc}\p{Cf}\s\\]/u
const MAX_LENGTH = 2048

/**
 * Reads an address that was given from outside: an absolute http(s) address or a path starting with one slash.
 * @param base our own origin, to which paths belong
 * @returns undefined for everything that has more than one reading: other schemes, `//host`, userinfo, backslashes,
 *   control characters, encoded slashes at the start of the path, more than 2048 characters
 */
export function readAddress(text: string, base: string): URL | undefined {
  if (text.length > MAX_LENGTH || AMBIGUOUS.test(text)) return undefined
  if (!/^https?:\/\/[^/?#@]+/i.test(text) && !/^\/(?!\/)/.test(text)) return undefined
  if (!URL.canParse(text, base)) return undefined
  const url = new URL(text, base)
  if (url.username || url.password || /^\/(?:\/|%2f|%5c)/i.test(url.pathname)) return undefined
  return url
}

/** The same, for addresses of our own origin only. */
export function readOwnAddress(text: string, origin: string): URL | undefined {
  const url = readAddress(text, origin)
  return url?.origin === new URL(origin).origin ? url : undefined
}
