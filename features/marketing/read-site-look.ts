import type { Kernel } from '#kernel/kernel.ts'
import { addressKey, type Limit } from '#kernel/limits.ts'
import { createMemoryCache, type MemoryCache } from '#kernel/memory-cache.ts'
import { siteErrors } from '#kernel/sites/errors.ts'
import { siteLook } from '#kernel/sites/look/site-look.ts'
import { readStyledSite } from '#kernel/sites/read-site.ts'
import { siteAddress } from '#kernel/sites/site-address.ts'
import type { SiteLookResponse } from './endpoints.ts'

/** Per network address. Pictures are fetched by the servers of messengers, each for many users. */
const PER_VISITOR = {
  'look.visitor': { points: 20, seconds: 60 },
  'look.picture': { points: 60, seconds: 60 },
} satisfies Record<string, Limit>

/** A shared link brings many visitors at once; the site gets one request. */
const LIFETIME_MS = 10 * 60_000
const MOST_LOOKS = 1000

const caches = new WeakMap<Kernel, MemoryCache<SiteLookResponse>>()

/**
 * Reads what a site looks like, at most once in ten minutes.
 * @param bucket of the caller's limit
 * @throws {AppError} url_refused, site_not_read, busy, too_many_requests
 */
export async function readSiteLook(
  kernel: Kernel,
  clientIp: string,
  typed: string,
  bucket: keyof typeof PER_VISITOR = 'look.visitor',
): Promise<SiteLookResponse> {
  const caller = addressKey(clientIp)
  const address = siteAddress(typed)
  if (!address) throw siteErrors.url_refused()
  await kernel.limits.take(bucket, caller, PER_VISITOR[bucket])
  const cache = caches.get(kernel) ?? createMemoryCache<SiteLookResponse>(LIFETIME_MS, MOST_LOOKS)
  caches.set(kernel, cache)
  return cache.get(address.href, async () => {
    const { status, html, tags, sheets } = await readStyledSite(kernel, caller, typed)
    // An error page has the look of the server or of a firewall.
    if (status >= 400 || html === '') throw siteErrors.site_not_read()
    return {
      site: address.href,
      host: address.host,
      look: siteLook({ tags, host: address.hostname }, sheets),
    }
  })
}
