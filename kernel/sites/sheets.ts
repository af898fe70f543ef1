import type { GuardedFetch } from '#kernel/net/guarded-fetch.ts'
import type { Tag } from './tags.ts'

/** Maximum style sheets of a page that are read. */
const MOST_SHEETS = 4
/** Maximum characters of one sheet; frameworks reach 300,000. */
const MOST_TEXT = 400_000
const MOST_ADDRESS = 2048
/** Maximum links to sheets that are looked at; each is resolved against the page's address. */
const MOST_LINKS = 200
/** Milliseconds for all sheets of a page together. */
const TIMEOUT = 6000

/** Sheets that say how the whole site looks, by the names that builders give them. */
const LIKELY = /theme|style|main|app|global|custom|site|base|index/i
/** They only hold fonts and icons. */
const UNLIKELY = /fonts?[./-]|icons?[./-]|awesome|swiper|slick|lightbox|print/i

/** Addresses of the sheets that a page links and that most likely hold its look, in the page's order. */
export function sheetAddresses(tags: readonly Tag[], page: URL): URL[] {
  const base = tags.find(({ name }) => name === 'base')?.attributes.get('href')
  const from = (base !== undefined && base.length <= MOST_ADDRESS && URL.parse(base, page)) || page
  const seen = new Set<string>()
  const found: URL[] = []
  const links = tags.filter(({ name, attributes }) => name === 'link' && isLook(attributes))
  for (const { attributes } of links.slice(0, MOST_LINKS)) {
    const href = attributes.get('href')
    if (!href || href.length > MOST_ADDRESS || found.length >= 40) continue
    const url = URL.parse(href, from)
    if (!url || !/^https?:$/.test(url.protocol) || url.href.length > MOST_ADDRESS) continue
    url.hash = ''
    if (seen.has(url.href)) continue
    seen.add(url.href)
    found.push(url)
  }
  const chosen = new Set(found.toSorted((a, b) => likelihood(b) - likelihood(a)).slice(0, MOST_SHEETS))
  return found.filter((url) => chosen.has(url))
}

const isLook = (attributes: ReadonlyMap<string, string>): boolean =>
  /(?:^|\s)stylesheet(?:\s|$)/i.test(attributes.get('rel') ?? '') &&
  !/(?:^|\s)alternate(?:\s|$)/i.test(attributes.get('rel') ?? '') &&
  !/print|prefers-color-scheme:\s*dark/i.test(attributes.get('media') ?? '')

const likelihood = ({ host, pathname }: URL): number =>
  (LIKELY.test(pathname) ? 1 : 0) - (UNLIKELY.test(`${host}${pathname}`) ? 2 : 0)

/**
 * Reads style sheets at the same time, within limits of time and size. Redirects are not followed.
 * @param mayRead rejects if the host of a sheet has been read too often
 * @returns the text of those that could be read, in order
 */
export async function readSheets(
  fetch: GuardedFetch,
  addresses: readonly URL[],
  agent: string,
  mayRead: (address: URL) => Promise<void>,
): Promise<string[]> {
  const signal = AbortSignal.timeout(TIMEOUT)
  const headers = { 'user-agent': agent, accept: 'text/css,*/*;q=0.1' }
  return Promise.all(
    addresses.map(async (address) => {
      try {
        await mayRead(address)
        const response = await fetch(address, { headers, signal })
        const type = response.headers.get('content-type') ?? ''
        if (response.status !== 200 || !/^\s*text\/css\b/i.test(type)) return ''
        return (await response.text()).slice(0, MOST_TEXT)
      } catch {
        // The page has its other sheets; a missing one only makes the guess less certain.
        return ''
      }
    }),
  )
}
