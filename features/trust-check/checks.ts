import type { Claims } from '#kernel/db/claims.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { addressKey } from '#kernel/limits.ts'
import { OutboundError } from '#kernel/net/guarded-fetch.ts'
import type { CheckAnswer, Report } from './endpoints.ts'
import { trustErrors } from './errors.ts'
import { keepCheck } from './history.ts'
import { makeReport } from './report/report.ts'
import { siteAddress } from './site-address.ts'
import { type Visit, visitSite } from './visit.ts'

/** Characters of the page that are told. */
const MOST_HTML = 200_000
const PER_VISITOR = { points: 20, seconds: 60 }
const PER_CREATOR = { points: 40, seconds: 60 }
/** Nobody has us trouble one site, nor everybody together all sites. */
const PER_HOST = { points: 30, seconds: 60 }
const OF_ALL = { points: 600, seconds: 60 }
/** Checks of a process at one moment; each holds up to a page. */
const AT_ONCE = 8
/** Of one caller: a site that answers slowly must not keep everybody else's from being read. */
const AT_ONCE_EACH = 3

/** Callers of the checks that run now. */
const running = new WeakMap<Kernel, string[]>()

/**
 * Reads a page and says what was found; kept for creators who are signed in.
 * @throws {AppError} url_refused, site_not_read, busy, too_many_requests
 */
export async function checkSite(
  kernel: Kernel,
  { claims, clientIp, url: typed }: { claims: Claims; clientIp: string; url: string },
): Promise<CheckAnswer> {
  const owner = creatorOf(claims)
  const caller = owner ?? addressKey(clientIp)
  if (owner) await kernel.limits.take('trust.creator', caller, PER_CREATOR)
  else await kernel.limits.take('trust.visitor', caller, PER_VISITOR)
  const url = siteAddress(typed)
  if (!url) throw trustErrors.url_refused()
  await kernel.limits.take('trust.host', url.hostname, PER_HOST)
  await kernel.limits.take('trust.all', '', OF_ALL)
  const visit = await oneOfFew(kernel, caller, () => readSite(kernel, url))
  const { embedOrigin } = kernel.config
  const report: Report = await makeReport(visit, {
    origins: embedOrigin,
    tenantOf: (key) => kernel.tenancy.byPublicKey(key),
  })
  const kept = owner ? await keepCheck(kernel, owner, url.href, report) : undefined
  return {
    ...report,
    html: visit.html.slice(0, MOST_HTML),
    truncated: visit.html.length > MOST_HTML,
    checked_at: kept?.checked_at ?? new Date().toISOString(),
    id: kept?.id ?? null,
  }
}

/** Who a check is kept for: nobody for visitors, end users and applications. */
const creatorOf = ({ role, sub, client_id }: Claims): string | undefined =>
  role === 'authenticated' && client_id === undefined ? sub : undefined

async function readSite(kernel: Kernel, url: URL): Promise<Visit> {
  const agent = `BoltBlocks-TrustCheck/1 (+${kernel.config.publicUrl}/trust-check)`
  try {
    return await visitSite(kernel.siteFetch, url, agent)
  } catch (error) {
    if (error instanceof OutboundError) throw trustErrors.site_not_read({ cause: error })
    throw error
  }
}

async function oneOfFew<T>(kernel: Kernel, caller: string, work: () => Promise<T>): Promise<T> {
  const now = running.get(kernel) ?? []
  running.set(kernel, now)
  if (now.length >= AT_ONCE || now.filter((one) => one === caller).length >= AT_ONCE_EACH)
    throw trustErrors.busy({ headers: { 'retry-after': '5' } })
  now.push(caller)
  try {
    return await work()
  } finally {
    now.splice(now.indexOf(caller), 1)
  }
}
