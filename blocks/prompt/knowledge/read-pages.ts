import type { Kernel } from '#kernel/kernel.ts'
import { OutboundError } from '#kernel/net/guarded-fetch.ts'
import { visitSite } from '#kernel/sites/visit.ts'
import type { SourceDesign } from '../endpoints-studio.ts'
import { pageText } from './page-text.ts'
import type { ReadDocument } from './read-document.ts'
import { readRobots } from './robots.ts'
import type { Robots } from './robots.ts'

/** Milliseconds between two requests to a site. */
const PAUSE_MS = 300
const MOST_SITEMAPS = 20
const MOST_FROM_SITEMAPS = 5000
/** Our token in a robots.txt. */
const TOKEN = 'boltblocks-assistant'
const NO_ROBOTS = readRobots('', TOKEN)

type Pages = NonNullable<SourceDesign['pages']>

/**
 * Reads the pages of a site: those of its sitemaps, else those that the first one links to, within its origin and the paths of the source. Every
 * request goes through the guarded fetch, and robots.txt decides what is read.
 * @throws {OutboundError} if the site cannot be reached at all
 */
export async function* readPages(
  kernel: Kernel,
  pages: Pages,
  pauseMs = PAUSE_MS,
): AsyncGenerator<ReadDocument> {
  const start = new URL(pages.url)
  start.hash = ''
  const agent = `BoltBlocks-Assistant/1 (+${kernel.config.publicUrl}/docs/prompt)`
  const read = async (url: URL) => {
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    return visitSite(kernel.siteFetch, url, agent)
  }
  const robots = await robotsOf(kernel, start, agent)
  const isWanted = (url: URL) =>
    url.origin === start.origin &&
    /^https?:$/.test(url.protocol) &&
    robots.allows(url) &&
    isInPaths(pages, url)
  const queue = await addresses(kernel, start, robots, agent)
  const isCrawled = queue.length === 0
  const known = new Set<string>()
  const waiting: URL[] = []
  const add = (url: URL) => {
    url.hash = ''
    if (known.has(url.href) || known.size >= MOST_FROM_SITEMAPS || !isWanted(url)) return
    known.add(url.href)
    waiting.push(url)
  }
  if (isCrawled || !/\.xml$/i.test(start.pathname)) add(start)
  queue.forEach(add)
  if (waiting.length === 0)
    throw new OutboundError('Its robots.txt, or the paths of this source, leave no page')
  let count = 0
  for (let url = waiting.shift(); url && count < pages.most; url = waiting.shift()) {
    const page = await readPage(url, read)
    if (page.follow && isCrawled)
      for (const link of page.links) if (URL.canParse(link, page.url)) add(new URL(link, page.url))
    if (!page.document) continue
    count++
    yield page.document
  }
}

async function readPage(url: URL, read: (url: URL) => ReturnType<typeof visitSite>) {
  const failed = (problem: string) => ({
    document: { name: url.href, title: url.pathname, url: url.href, text: '', problem },
    follow: false,
    links: [],
    url,
  })
  try {
    const visit = await read(url)
    // A page that leads to another site is not of this one.
    if (visit.url.origin !== url.origin) return failed('It leads to another site.')
    if (visit.status !== 200) return failed(`The site responded with ${visit.status}.`)
    const page = pageText(visit.html)
    const robotsHeader = visit.headers.get('x-robots-tag') ?? ''
    if (page.isHidden || /noindex|none/i.test(robotsHeader))
      return { document: undefined, follow: !page.isHidden, links: page.links, url: visit.url }
    if (!page.text) return failed('It has no text, or is no page.')
    return {
      document: { name: url.href, title: page.title || url.pathname, url: visit.url.href, text: page.text },
      follow: true,
      links: page.links,
      url: visit.url,
    }
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    return failed('The page could not be read.')
  }
}

async function robotsOf({ siteFetch }: Kernel, start: URL, agent: string): Promise<Robots> {
  const response = await siteFetch(new URL('/robots.txt', start), { headers: { 'user-agent': agent } })
  // RFC 9309: without a file everything is allowed; with an error of the server, nothing is.
  if (response.status >= 500) throw new OutboundError('Its robots.txt cannot be read')
  return response.status === 200 ? readRobots(await response.text(), TOKEN) : NO_ROBOTS
}

/** Addresses of the sitemaps; none if there is none. */
async function addresses({ siteFetch }: Kernel, start: URL, robots: Robots, agent: string): Promise<URL[]> {
  const isSitemap = /\.xml$/i.test(start.pathname)
  const waiting = isSitemap ? [start.href] : [...robots.sitemaps, new URL('/sitemap.xml', start).href]
  const known = new Set<string>()
  const found: URL[] = []
  for (let at = 0; at < waiting.length && at < MOST_SITEMAPS && found.length < MOST_FROM_SITEMAPS; at++) {
    const url = URL.parse(waiting[at]!)
    if (!url || url.origin !== start.origin || known.has(url.href)) continue
    known.add(url.href)
    const response = await siteFetch(url, { headers: { 'user-agent': agent } }).catch(() => undefined)
    if (response?.status !== 200) continue
    const text = await response.text()
    for (const [, kind, loc] of text.matchAll(
      /<(sitemap|url)>[\s\S]{0,2000}?<loc>\s*(?:<!\[CDATA\[)?\s*([^<\]\s]{1,2000})/g,
    )) {
      const address = URL.parse(loc!.replaceAll('&amp;', '&'))
      if (!address) continue
      if (kind === 'sitemap') waiting.push(address.href)
      else found.push(address)
    }
  }
  return found
}

const isInPaths = ({ include, exclude }: Pages, { pathname }: URL): boolean =>
  (include.length === 0 || include.some((path) => pathname.startsWith(path))) &&
  !exclude.some((path) => pathname.startsWith(path))
