const SCHEME = /^([a-z][a-z0-9+.-]*):/i

/**
 * The page that somebody means by what they typed: a whole address, or a bare host, which browsers take for https.
 * @returns undefined for what is no address of a web page
 */
export function siteAddress(typed: string): URL | undefined {
  const text = typed.trim()
  // Blanks and control characters inside are left out by parsers: what is asked would not be what is read.
  // oxlint-disable-next-line no-control-regex -- what is looked for
  if (!text || /[\s\u0000-\u001f\u007f]/.test(text)) return undefined
  const scheme = SCHEME.exec(text)?.[1]?.toLowerCase()
  // `shop.example:8080` is a host with its port, and no scheme.
  const whole = /^https?$/.test(scheme ?? '') || (scheme && !scheme.includes('.')) ? text : `https://${text}`
  const url = URL.parse(whole)
  if (!url || !/^https?:$/.test(url.protocol) || !/^https?:\/\//i.test(whole)) return undefined
  if (!url.hostname || url.username || url.password) return undefined
  url.hash = ''
  return url
}
