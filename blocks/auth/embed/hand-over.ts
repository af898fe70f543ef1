/** The site's address with the one-time code behind `#`, where no server and no log sees it. */
export function withSession(url: string, code: string): string {
  if (!code) return url
  return `${url}${url.includes('#') ? '&' : '#'}bb_session=${encodeURIComponent(code)}`
}
