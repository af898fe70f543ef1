import { readAddress } from '#kernel/browser/own-address.ts'
import { originAllowed } from '#kernel/tenancy.ts'

interface Sites {
  allowed_origins: string[]
  stripe_mode: string
}

/**
 * Returns the buyer's page as a return URL if it is on one of the tenant's sites or is an embed page of this
 * server. Undefined for everything else. It is checked again when the buyer returns, because the list of
 * sites may change.
 * @param publicUrl this server's own URL
 */
export function allowedReturnUrl(pageUrl: string, tenant: Sites, publicUrl: string): URL | undefined {
  if (pageUrl.startsWith('/')) return undefined
  const url = readAddress(pageUrl, publicUrl)
  if (!url) return undefined
  const ownBlock = url.origin === new URL(publicUrl).origin && url.pathname.startsWith('/embed/')
  return ownBlock || originAllowed(tenant, url.origin) ? url : undefined
}

/**
 * Adds the order's one-time code to the page's URL, in the fragment, which is not sent to servers or logged
 * by them.
 */
export function withOrderCode(page: URL, code: string): string {
  const own = page.hash.replace(/^#/, '').replace(/(^|&)bb_order=[^&]*/g, '')
  const target = new URL(page)
  target.hash = own ? `${own}&bb_order=${code}` : `bb_order=${code}`
  return target.href
}
