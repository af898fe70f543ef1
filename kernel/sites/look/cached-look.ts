import type { SiteLook } from '#kernel/browser/theme/site-look.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { createMemoryCache, type MemoryCache } from '#kernel/memory-cache.ts'
import { siteErrors } from '../errors.ts'
import { readStyledSite } from '../read-site.ts'
import { siteAddress } from '../site-address.ts'
import { siteLook } from './site-look.ts'

/** A site that was read, and its look. */
export interface ReadLook {
  /** The address that was read, complete. */
  site: string
  /** Its host, for display. */
  host: string
  look: SiteLook
}

/** A shared link brings many visitors at once; the site gets one request. */
const LIFETIME_MS = 10 * 60_000
const MOST_LOOKS = 1000

const caches = new WeakMap<Kernel, MemoryCache<ReadLook>>()

/**
 * Reads what a site looks like, at most once in ten minutes. Each unit enforces its own rate limit per caller first.
 * @param caller on whose behalf the page is read: an id, or a key made from an IP address
 * @throws {AppError} url_refused, site_not_read, busy, too_many_requests
 */
export async function cachedLook(kernel: Kernel, caller: string, typed: string): Promise<ReadLook> {
  const address = siteAddress(typed)
  if (!address) throw siteErrors.url_refused()
  const cache = caches.get(kernel) ?? createMemoryCache<ReadLook>(LIFETIME_MS, MOST_LOOKS)
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
