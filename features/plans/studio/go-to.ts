import { readAddress } from '#kernel/browser/own-address.ts'

/**
 * Leaves for an address that a call gave. Resolves only when the browser's Back brings the page out of its memory, so
 * that what waits on it stays busy until the page is gone.
 * @throws {TypeError} with `missing` for an address that cannot be gone to
 */
export async function goTo(url: string | undefined, missing: string): Promise<void> {
  const address = url ? readAddress(url, location.origin) : undefined
  if (!address) throw new TypeError(missing)
  const back = new Promise((resolve) => addEventListener('pageshow', resolve, { once: true }))
  location.assign(address)
  await back
}
