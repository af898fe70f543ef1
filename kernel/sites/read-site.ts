import { OutboundError } from '#kernel/net/guarded-fetch.ts'
import type { Kernel } from '../kernel.ts'
import { siteErrors } from './errors.ts'
import { readSheets, sheetAddresses } from './sheets.ts'
import { siteAddress } from './site-address.ts'
import { type Tag, tagsOf } from './tags.ts'
import { type Visit, visitSite } from './visit.ts'

/** Limit per host across all callers, so that we cannot be used to flood a site. */
const PER_HOST = { points: 30, seconds: 60 }
const OF_ALL = { points: 600, seconds: 60 }
/** Maximum concurrent visits per process; each can hold a whole page in memory. */
const AT_ONCE = 8
/** Maximum per caller, so that a slow site does not block other callers' visits. */
const AT_ONCE_EACH = 3

/** What a page is read for. Each has its own limits, so that visitors do not block the checks of creators. */
interface Purpose {
  /** Name of our user agent. */
  agent: string
  /** Path of the page that explains it. */
  about: string
  /** Bucket of all its visits. */
  bucket: string
  /** Callers of the running visits. */
  running: WeakMap<Kernel, string[]>
}

const CHECK: Purpose = {
  agent: 'TrustCheck/1',
  about: '/trust-check',
  bucket: 'trust.all',
  running: new WeakMap(),
}
const VISITORS_CHECK: Purpose = { ...CHECK, bucket: 'trust.visitors', running: new WeakMap() }
const PREVIEW: Purpose = { agent: 'Preview/1', about: '/try', bucket: 'look.all', running: new WeakMap() }

/** A read page, and the address that the caller typed. */
export type ReadSite = Visit & { asked: URL }

/**
 * Reads the page at a user-supplied URL as a visitor without cookies would (`docs/decisions/026`). Each unit enforces
 * its own rate limit per caller first.
 * @param caller on whose behalf the page is read: the id of a creator, or a visitor's key made from an IP address
 * @throws {AppError} url_refused, site_not_read, busy, too_many_requests
 */
export const readSite = (
  kernel: Kernel,
  caller: { creator: string } | { visitor: string },
  typed: string,
): Promise<ReadSite> =>
  'creator' in caller
    ? visited(kernel, caller.creator, typed, CHECK, async (site) => site)
    : visited(kernel, caller.visitor, typed, VISITORS_CHECK, async (site) => site)

/**
 * The same, with the page's first style sheets. Their hosts count like that of the page; one that cannot be read is
 * left out.
 */
export const readStyledSite = (
  kernel: Kernel,
  caller: string,
  typed: string,
): Promise<ReadSite & { tags: Tag[]; sheets: string[] }> =>
  visited(kernel, caller, typed, PREVIEW, async (site, agent) => {
    const tags = tagsOf(site.html)
    const mayRead = ({ hostname }: URL) => kernel.limits.take('trust.host', hostname, PER_HOST)
    return {
      ...site,
      tags,
      sheets: await readSheets(kernel.siteFetch, sheetAddresses(tags, site.url), agent, mayRead),
    }
  })

async function visited<T>(
  kernel: Kernel,
  caller: string,
  typed: string,
  purpose: Purpose,
  then: (site: ReadSite, agent: string) => Promise<T>,
): Promise<T> {
  const asked = siteAddress(typed)
  if (!asked) throw siteErrors.url_refused()
  await kernel.limits.take('trust.host', asked.hostname, PER_HOST)
  await kernel.limits.take(purpose.bucket, '', OF_ALL)
  const agent = `BoltBlocks-${purpose.agent} (+${kernel.config.publicUrl}${purpose.about})`
  try {
    return await oneOfFew(kernel, purpose, caller, async () => {
      const site = { ...(await visitSite(kernel.siteFetch, asked, agent)), asked }
      return then(site, agent)
    })
  } catch (error) {
    if (error instanceof OutboundError) throw siteErrors.site_not_read({ cause: error })
    throw error
  }
}

async function oneOfFew<T>(
  kernel: Kernel,
  { running }: Purpose,
  caller: string,
  work: () => Promise<T>,
): Promise<T> {
  const now = running.get(kernel) ?? []
  running.set(kernel, now)
  if (now.length >= AT_ONCE || now.filter((one) => one === caller).length >= AT_ONCE_EACH)
    throw siteErrors.busy({ headers: { 'retry-after': '5' } })
  now.push(caller)
  try {
    return await work()
  } finally {
    now.splice(now.indexOf(caller), 1)
  }
}
