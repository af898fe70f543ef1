import { readAddress, readOwnAddress } from '#kernel/browser/own-address.ts'
import { mayTakeCodes, originAllowed } from '#kernel/tenancy.ts'
import type { Pool } from './pool.ts'

/** Where a person goes when nothing else was asked, or what was asked is not allowed. */
export function siteUrl(publicUrl: string, { tenant }: Pool): string {
  return tenant ? `${publicUrl}/embed/auth?tenant=${tenant.public_key}` : `${publicUrl}/`
}

/**
 * The address to return to after a mail: one of ours, or, for end users, a page of a site that the tenant lists.
 * Anything else silently becomes the site URL, as clients of this protocol expect.
 * @param asked `redirect_to` of the request
 */
export function returnAddress(publicUrl: string, pool: Pool, asked: string | null | undefined): string {
  const url = asked ? readAddress(asked, publicUrl) : undefined
  if (url?.origin === new URL(publicUrl).origin) return url.href
  if (url && pool.tenant && originAllowed(pool.tenant, url.origin)) return url.href
  return siteUrl(publicUrl, pool)
}

/**
 * The same for redirects that carry tokens: a page of ours, or of an origin that the tenant lists in exactly this
 * spelling. What else may frame its blocks (http for https, preview hosts of test mode) gets no tokens.
 */
export function tokenReturnAddress(publicUrl: string, pool: Pool, asked: string | null | undefined): string {
  const url = asked ? readAddress(asked, publicUrl) : undefined
  if (url && pool.tenant?.allowed_origins.includes(url.origin)) return url.href
  return (asked && readOwnAddress(asked, publicUrl)?.href) || siteUrl(publicUrl, pool)
}

/**
 * The same for redirects that carry a code for whoever began the sign-in: a page of ours, a site that the tenant lists,
 * and in test mode the own machine. Not the preview hosts of test mode: anybody can have a page there, begin a sign-in
 * with a verifier of their own and send the link to somebody else.
 */
export function codeReturnAddress(publicUrl: string, pool: Pool, asked: string | null | undefined): string {
  const page = returnAddress(publicUrl, pool, asked)
  const { origin } = new URL(page)
  if (!pool.tenant || origin === new URL(publicUrl).origin) return page
  return mayTakeCodes(pool.tenant, origin) ? page : siteUrl(publicUrl, pool)
}
