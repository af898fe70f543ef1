import type { BlockPlace } from '#kernel/browser/block-manifest.ts'
import type { Claims } from '#kernel/db/claims.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { addressKey } from '#kernel/limits.ts'
import { readSite } from '#kernel/sites/read-site.ts'
import type { CheckAnswer, Report } from './endpoints.ts'
import { storeCheck } from './history.ts'
import { makeReport } from './report/report.ts'

/** Maximum length of the page text in a response, in characters. */
const MOST_HTML = 200_000
const PER_VISITOR = { points: 20, seconds: 60 }
const PER_CREATOR = { points: 40, seconds: 60 }
/**
 * Reads a page and reports what it found. The check is stored for signed-in creators.
 * @throws {AppError} url_refused, site_not_read, busy, too_many_requests
 */
export async function checkSite(
  kernel: Kernel,
  asked: { claims: Claims; clientIp: string; url: string; blocks: readonly BlockPlace[] },
): Promise<CheckAnswer> {
  const { claims, clientIp, url: typed, blocks } = asked
  const owner = creatorOf(claims)
  const caller = owner ?? addressKey(clientIp)
  if (owner) await kernel.limits.take('trust.creator', caller, PER_CREATOR)
  else await kernel.limits.take('trust.visitor', caller, PER_VISITOR)
  const visit = await readSite(kernel, owner ? { creator: owner } : { visitor: caller }, typed)
  const { embedOrigin } = kernel.config
  const report: Report = await makeReport(visit, {
    origins: embedOrigin,
    blocks,
    tenantOf: (key) => kernel.tenancy.byPublicKey(key),
  })
  const kept = owner ? await storeCheck(kernel, owner, visit.asked.href, report) : undefined
  return {
    ...report,
    html: visit.html.slice(0, MOST_HTML),
    truncated: visit.html.length > MOST_HTML,
    checked_at: kept?.checked_at ?? new Date().toISOString(),
    id: kept?.id ?? null,
  }
}

/** The user to store a check for; undefined for visitors, end users and API keys. */
const creatorOf = ({ role, sub, client_id }: Claims): string | undefined =>
  role === 'authenticated' && client_id === undefined ? sub : undefined
