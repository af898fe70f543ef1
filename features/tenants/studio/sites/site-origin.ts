/** Maximum number of sites per tenant. */
export const MAX_SITES = 50

export type SiteReading = { origin: string } | { error: string }

const EXAMPLE = 'https://your-site.com'
/** The format that the database stores: scheme, host and optionally a port. */
const STORABLE = /^https?:\/\/[a-z0-9](?:[a-z0-9.-]{0,250}[a-z0-9])?(?::\d{1,5})?$/

/**
 * Parses the address of a site, as typed by a user, into its origin (`https://your-site.com`). Without a
 * scheme it assumes https, or http for localhost.
 * @param listed the origins that are already on the list
 * @returns the origin, or a message about what is wrong with the text
 */
export function readSite(text: string, listed: readonly string[]): SiteReading {
  const typed = text.trim()
  if (!typed) return { error: `Enter the address of your site, for example ${EXAMPLE}` }
  if (typed.includes('*')) return { error: 'A site cannot contain *. Add each of its addresses separately.' }
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(typed)?.[1]?.toLowerCase()
  if (scheme && scheme !== 'https' && scheme !== 'http')
    return { error: 'A site starts with https:// or http://' }
  const url = URL.parse(scheme ? typed : `${isLocalhost(typed) ? 'http' : 'https'}://${typed}`)
  if (!url || !isComplete(url.hostname) || !STORABLE.test(url.origin))
    return { error: `Enter a complete address, for example ${EXAMPLE}` }
  if (url.pathname !== '/' || url.search || url.hash || url.username || url.password)
    return { error: `Enter only the site, without a page or a query: ${url.origin}` }
  if (listed.includes(url.origin)) return { error: `${url.origin} is already on the list.` }
  if (listed.length >= MAX_SITES) return { error: `A tenant can have at most ${MAX_SITES} sites.` }
  return { origin: url.origin }
}

function isLocalhost(typed: string): boolean {
  return /^(?:[a-z0-9-]+\.)*localhost(?:[:/]|$)|^127\./i.test(typed)
}

function isComplete(hostname: string): boolean {
  return hostname.includes('.') ? !hostname.includes('..') : hostname === 'localhost'
}
