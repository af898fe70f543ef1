import { readAddress } from '#kernel/browser/own-address.ts'

/**
 * Navigates to an address from a response. Resolves only when the browser restores the page from its
 * back/forward cache, so that buttons stay busy until the page unloads.
 * @throws {TypeError} with `missing` for an address that cannot be used
 */
export async function goTo(url: string | undefined, missing: string): Promise<void> {
  const address = url ? readAddress(url, location.origin) : undefined
  if (!address) throw new TypeError(missing)
  const back = new Promise((resolve) => addEventListener('pageshow', resolve, { once: true }))
  location.assign(address)
  await back
}
