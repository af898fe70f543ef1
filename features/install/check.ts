import type { BlockManifest } from '#kernel/browser/block-manifest.ts'
import type { NamedBlock, Release } from '#kernel/browser/snippet.ts'
import type { Claims } from '#kernel/db/claims.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { tenantErrors, tenantWith } from '#kernel/tenant-with.ts'
import { bounded } from '#kernel/sites/bounded.ts'
import { findBuilder } from '#kernel/sites/builder.ts'
import { pageFacts } from '#kernel/sites/page-facts.ts'
import { readSite } from '#kernel/sites/read-site.ts'
import type { InstallReport } from './endpoints.ts'
import { installFindings } from './findings/findings.ts'
import { whatIsKnown } from './known.ts'

const PER_CREATOR = { points: 40, seconds: 60 }
/** Maximum length of a reported address, in characters. */
const MOST_URL = 4096

/** Everything that stays constant while the server runs. */
export interface Given {
  /** Every block that a tag can name. */
  blocks: readonly BlockManifest[]
  /** The blocks in the printed embed code. */
  snippetBlocks: readonly NamedBlock[]
  releases: readonly Release[]
}

/**
 * Reads a page and checks its tags for one of the caller's tenants.
 * @throws {AppError} tenant_not_found, url_refused, site_not_read, busy, too_many_requests
 */
export async function checkPage(
  kernel: Kernel,
  claims: Claims,
  { tenant_id, url }: { tenant_id: string; url: string },
  given: Given,
): Promise<InstallReport> {
  await kernel.limits.take('install.creator', claims.sub!, PER_CREATOR)
  const { public_key } = await kernel.database.withClaims(claims, (db) => tenantWith(db, tenant_id, 'see'))
  const tenant = await kernel.tenancy.byPublicKey(public_key ?? '')
  // The tenant was deleted between the two reads.
  if (!tenant) throw tenantErrors.tenant_not_found()
  const { asked, ...visit } = await readSite(kernel, { creator: claims.sub! }, url)
  const facts = pageFacts(visit)
  const known = await whatIsKnown(kernel, claims, tenant, facts, given)
  return {
    asked: asked.href.slice(0, MOST_URL),
    url: visit.url.href.slice(0, MOST_URL),
    checked_at: new Date().toISOString(),
    findings: installFindings(facts, known).map((finding) => ({ ...bounded(finding), list: finding.list })),
    builder: findBuilder(facts.html, facts.tags, facts.header),
  }
}
