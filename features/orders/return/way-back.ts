import { readAddress } from '#kernel/browser/own-address.ts'
import { originAllowed } from '#kernel/tenancy.ts'

interface Sites {
  allowed_origins: string[]
  stripe_mode: string
}

/**
 * The buyer's page as an address to lead back to: a page on one of the tenant's sites, or a block of ours that was
 * opened on its own. Undefined for everything else, and asked again when the buyer comes back.
 * @param publicUrl our own origin
 */
export function wayBack(pageUrl: string, tenant: Sites, publicUrl: string): URL | undefined {
  if (pageUrl.startsWith('/')) return undefined
  const url = readAddress(pageUrl, publicUrl)
  if (!url) return undefined
  const ownBlock = url.origin === new URL(publicUrl).origin && url.pathname.startsWith('/embed/')
  return ownBlock || originAllowed(tenant, url.origin) ? url : undefined
}

/** The page's address carrying the order's one-time code behind `#`, where no server and no log sees it. */
export function withOrderCode(page: URL, code: string): string {
  const own = page.hash.replace(/^#/, '').replace(/(^|&)bb_order=[^&]*/g, '')
  const target = new URL(page)
  target.hash = own ? `${own}&bb_order=${code}` : `bb_order=${code}`
  return target.href
}
