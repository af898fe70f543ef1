/** The site's address with the one-time code in the fragment, which no server and no log sees. */
export function withSession(url: string, code: string): string {
  if (!code) return url
  return `${url}${url.includes('#') ? '&' : '#'}bb_session=${encodeURIComponent(code)}`
}
