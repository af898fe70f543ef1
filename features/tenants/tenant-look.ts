import type { SiteLook } from '#kernel/browser/theme/site-look.ts'
import type { Claims } from '#kernel/db/claims.ts'
import type { Db } from '#kernel/db/database.ts'
import { AppError } from '#kernel/errors.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { createMemoryCache, type MemoryCache } from '#kernel/memory-cache.ts'
import { tenantErrors } from '#kernel/tenant-with.ts'
import { cachedLook } from '#kernel/sites/look/cached-look.ts'

/** A dashboard requests one look for each of its tenants, of which there are at most 100. */
const PER_CREATOR = { points: 200, seconds: 60 }
/** A site that is down is not requested again by each visit of the dashboard. */
const LIFETIME_MS = 10 * 60_000
const MOST_SITES = 1000

/** Of sites that could not be read. Looks are cached by `cachedLook`, for all who read them. */
const caches = new WeakMap<Kernel, MemoryCache<SiteLook | null>>()

/**
 * Returns the look of the first listed site of the caller's own tenant; null without one that can be read.
 * @throws {AppError} tenant_not_found, busy, too_many_requests
 */
export async function tenantLook(
  kernel: Kernel,
  claims: Claims,
  tenantId: string,
): Promise<{ look: SiteLook | null }> {
  await kernel.limits.take('tenant-look.creator', claims.sub!, PER_CREATOR)
  const site = await kernel.database.withClaims(claims, (db) => firstSite(db, tenantId))
  if (site === undefined) return { look: null }
  const cache =
    caches.get(kernel) ?? createMemoryCache<SiteLook | null>(LIFETIME_MS, MOST_SITES, (look) => look === null)
  caches.set(kernel, cache)
  return { look: await cache.get(site, () => lookIfReadable(kernel, claims.sub!, site)) }
}

/** @param db under the creator's claims: row-level security hides the tenants of others */
async function firstSite(db: Db, tenantId: string): Promise<string | undefined> {
  const tenant = await db
    .selectFrom('tenants')
    .select('allowed_origins')
    .where('id', '=', tenantId)
    .executeTakeFirst()
  if (!tenant) throw tenantErrors.tenant_not_found()
  return tenant.allowed_origins[0]
}

async function lookIfReadable(kernel: Kernel, caller: string, site: string): Promise<SiteLook | null> {
  try {
    return (await cachedLook(kernel, caller, site)).look
  } catch (error) {
    // A limit says nothing about the site, so it is reported and not cached.
    if (error instanceof AppError && UNREADABLE.has(error.code)) return null
    throw error
  }
}

const UNREADABLE = new Set(['site_not_read', 'url_refused'])
