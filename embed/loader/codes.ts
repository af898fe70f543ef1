import type { HostCode } from '#kernel/browser/embed-page.ts'

const CODE = /(^#?|&)bb_(order|session)=([\w.~-]{1,512})(?=&|$)/g

/** Removes our one-time codes from a fragment. The page's own content stays. */
export function splitHash(hash: string): { codes: Partial<Record<HostCode, string>>; rest: string } {
  const codes: Partial<Record<HostCode, string>> = {}
  const rest = hash.replace(CODE, (_, _before, kind: HostCode, code: string) => {
    codes[kind] = code
    return ''
  })
  const own = rest.replace(/^[#&]+/, '')
  return { codes, rest: own ? `#${own}` : '' }
}

/**
 * Removes our codes from this page's address, so that no reload, bookmark or script of the page sees them
 * again.
 */
export function takeCodes(): Partial<Record<HostCode, string>> {
  const { codes, rest } = splitHash(location.hash)
  // The full URL: a `<base>` of the page would redirect a relative one.
  if (codes.order || codes.session)
    history.replaceState(history.state, '', location.href.replace(/#.*/, '') + rest)
  return codes
}
