/** At most this many sites on one tenant's list. */
export const MAX_SITES = 50

export type SiteReading = { origin: string } | { error: string }

const EXAMPLE = 'https://your-site.com'
/** What the database keeps: scheme, host, perhaps a port, nothing else. */
const STORABLE = /^https?:\/\/[a-z0-9](?:[a-z0-9.-]{0,250}[a-z0-9])?(?::\d{1,5})?$/

/**
 * Reads the address of a site as somebody typed it, into the origin that browsers name it by
 * (`https://your-site.com`). A scheme that was left out is https, for the own machine http.
 * @param listed origins that are on the list already
 * @returns the origin, or what is wrong with the text, in words
 */
export function readSite(text: string, listed: readonly string[]): SiteReading {
  const typed = text.trim()
  if (!typed) return { error: `Enter the address of your site, for example ${EXAMPLE}` }
  if (typed.includes('*')) return { error: 'A site cannot hold *. Add each of its addresses by itself.' }
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(typed)?.[1]?.toLowerCase()
  if (scheme && scheme !== 'https' && scheme !== 'http')
    return { error: 'A site starts with https:// or http://' }
  const url = URL.parse(scheme ? typed : `${isOwnMachine(typed) ? 'http' : 'https'}://${typed}`)
  if (!url || !isComplete(url.hostname) || !STORABLE.test(url.origin))
    return { error: `This is no complete address. Write it like ${EXAMPLE}` }
  if (url.pathname !== '/' || url.search || url.hash || url.username || url.password)
    return { error: `Only the site itself, without a page or a query: ${url.origin}` }
  if (listed.includes(url.origin)) return { error: `${url.origin} is on the list already.` }
  if (listed.length >= MAX_SITES) return { error: `A tenant can have at most ${MAX_SITES} sites.` }
  return { origin: url.origin }
}

function isOwnMachine(typed: string): boolean {
  return /^(?:[a-z0-9-]+\.)*localhost(?:[:/]|$)|^127\./i.test(typed)
}

function isComplete(hostname: string): boolean {
  return hostname.includes('.') ? !hostname.includes('..') : hostname === 'localhost'
}
