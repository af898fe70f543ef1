import { readAddress } from '#kernel/browser/own-address.ts'

export interface NewTab {
  /** @throws {TypeError} for an address that cannot be used */
  go(url: string): void
  close(): void
}

/**
 * Opens an empty tab. Call it inside the click handler, before any await, or the browser blocks it. If the
 * browser allows no tab, this page navigates instead.
 */
export function openTab(): NewTab {
  const tab = window.open('', '_blank')
  if (tab) tab.opener = null
  return {
    go(url) {
      const address = readAddress(url, location.origin)
      if (!address) throw new TypeError('The address cannot be used')
      if (tab) tab.location.replace(address.href)
      else location.assign(address.href)
    },
    close: () => tab?.close(),
  }
}
