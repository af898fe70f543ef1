import type { ListedSite } from '#kernel/browser/embed-page.ts'
import { readAddress } from '#kernel/browser/own-address.ts'
import { mayTakeCodes, originAllowed } from '#kernel/tenancy.ts'
import type { TenantCard } from '#kernel/tenancy.ts'

/** A return URL on one of the tenant's listed sites, never on our own origin. */
export function listedSite(publicUrl: string, tenant: TenantCard, asked: string | null): ListedSite | null {
  const from = readAddress(asked ?? '', publicUrl)
  const listed = from && from.origin !== new URL(publicUrl).origin && originAllowed(tenant, from.origin)
  return listed ? { url: from.href, name: from.host } : null
}

/** The same, for a window that hands the page a one-time code for the visitor's session. */
export function siteForCode(publicUrl: string, tenant: TenantCard, asked: string | null): ListedSite | null {
  const site = listedSite(publicUrl, tenant, asked)
  return site && mayTakeCodes(tenant, new URL(site.url).origin) ? site : null
}
