import type { HostCode } from '#kernel/browser/embed-page.ts'

const CODE = /(^#?|&)bb_(order|session)=([\w.~-]{1,512})(?=&|$)/g

/** Splits our one-time codes off an address's `#…`; what the page itself put there stays. */
export function splitHash(hash: string): { codes: Partial<Record<HostCode, string>>; rest: string } {
  const codes: Partial<Record<HostCode, string>> = {}
  const rest = hash.replace(CODE, (_, _before, kind: HostCode, code: string) => {
    codes[kind] = code
    return ''
  })
  const own = rest.replace(/^[#&]+/, '')
  return { codes, rest: own ? `#${own}` : '' }
}

/** Takes our codes off this page's address, so that no reload, bookmark or script of the page meets them again. */
export function takeCodes(): Partial<Record<HostCode, string>> {
  const { codes, rest } = splitHash(location.hash)
  // In full: a `<base>` of the page would lead a path elsewhere.
  if (codes.order || codes.session)
    history.replaceState(history.state, '', location.href.replace(/#.*/, '') + rest)
  return codes
}
