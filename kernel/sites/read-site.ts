import { OutboundError } from '#kernel/net/guarded-fetch.ts'
import type { Kernel } from '../kernel.ts'
import { siteErrors } from './errors.ts'
import { siteAddress } from './site-address.ts'
import { type Visit, visitSite } from './visit.ts'

/** Limit per host across all callers, so that we cannot be used to flood a site. */
const PER_HOST = { points: 30, seconds: 60 }
const OF_ALL = { points: 600, seconds: 60 }
/** Maximum concurrent visits per process; each can hold a whole page in memory. */
const AT_ONCE = 8
/** Maximum per caller, so that a slow site does not block other callers' visits. */
const AT_ONCE_EACH = 3

/** Callers of the running visits. */
const running = new WeakMap<Kernel, string[]>()

/**
 * Reads the page at a user-supplied URL as a visitor without cookies would (`docs/decisions/026`). Each unit enforces
 * its own rate limit per caller first.
 * @param caller on whose behalf the page is read: an id, or a key made from an IP address
 * @throws {AppError} url_refused, site_not_read, busy, too_many_requests
 */
export async function readSite(
  kernel: Kernel,
  caller: string,
  typed: string,
): Promise<Visit & { asked: URL }> {
  const asked = siteAddress(typed)
  if (!asked) throw siteErrors.url_refused()
  await kernel.limits.take('trust.host', asked.hostname, PER_HOST)
  await kernel.limits.take('trust.all', '', OF_ALL)
  const agent = `BoltBlocks-TrustCheck/1 (+${kernel.config.publicUrl}/trust-check)`
  try {
    return { ...(await oneOfFew(kernel, caller, () => visitSite(kernel.siteFetch, asked, agent))), asked }
  } catch (error) {
    if (error instanceof OutboundError) throw siteErrors.site_not_read({ cause: error })
    throw error
  }
}

async function oneOfFew<T>(kernel: Kernel, caller: string, work: () => Promise<T>): Promise<T> {
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
