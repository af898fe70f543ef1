const SCHEME = /^([a-z][a-z0-9+.-]*):/i

/**
 * Parses a typed page address: a complete URL, or a bare host, which defaults to https as in browsers.
 * @returns undefined if it is not the URL of a web page
 */
export function siteAddress(typed: string): URL | undefined {
  const text = typed.trim()
  // Parsers drop blanks and control characters inside, so the requested URL would differ from the one shown.
  // oxlint-disable-next-line no-control-regex -- what is looked for
  if (!text || /[\s\u0000-\u001f\u007f]/.test(text)) return undefined
  const scheme = SCHEME.exec(text)?.[1]?.toLowerCase()
  // `shop.example:8080` is a host with a port, not a scheme.
  const whole = /^https?$/.test(scheme ?? '') || (scheme && !scheme.includes('.')) ? text : `https://${text}`
  const url = URL.parse(whole)
  if (!url || !/^https?:$/.test(url.protocol) || !/^https?:\/\//i.test(whole)) return undefined
  if (!url.hostname || url.username || url.password) return undefined
  url.hash = ''
  return url
}
