import { readAddress, readOwnAddress } from '#kernel/browser/own-address.ts'
import { mayTakeCodes, originAllowed } from '#kernel/tenancy.ts'
import type { Pool } from './pool.ts'

/** Where a user returns to if the request names no address or one that is not allowed. */
export function siteUrl(publicUrl: string, { tenant }: Pool): string {
  return tenant ? `${publicUrl}/embed/auth?tenant=${tenant.public_key}` : `${publicUrl}/`
}

/**
 * The address to return to after an email: one of our pages or, for end users, a page of a site that the
 * tenant lists. Any other address silently becomes the site URL, as clients of this protocol expect.
 * @param requested `redirect_to` of the request
 */
export function returnAddress(publicUrl: string, pool: Pool, requested: string | null | undefined): string {
  const url = requested ? readAddress(requested, publicUrl) : undefined
  if (url?.origin === new URL(publicUrl).origin) return url.href
  if (url && pool.tenant && originAllowed(pool.tenant, url.origin)) return url.href
  return siteUrl(publicUrl, pool)
}

/**
 * Like returnAddress, for redirects that carry tokens: one of our pages, or a page of an origin that the
 * tenant lists in exactly this spelling. Other hosts that may frame the blocks (http instead of https,
 * preview hosts of test mode) get no tokens.
 */
export function tokenReturnAddress(
  publicUrl: string,
  pool: Pool,
  requested: string | null | undefined,
): string {
  const url = requested ? readAddress(requested, publicUrl) : undefined
  if (url && pool.tenant?.allowed_origins.includes(url.origin)) return url.href
  return (requested && readOwnAddress(requested, publicUrl)?.href) || siteUrl(publicUrl, pool)
}

/**
 * Like returnAddress, for redirects that carry a code for the client that started the sign-in: one of our
 * pages, a site that the tenant lists and, in test mode, localhost. Preview hosts of test mode are excluded:
 * anyone can publish a page there, start a sign-in with their own verifier and send the link to a victim.
 */
export function codeReturnAddress(
  publicUrl: string,
  pool: Pool,
  requested: string | null | undefined,
): string {
  const page = returnAddress(publicUrl, pool, requested)
  const { origin } = new URL(page)
  if (!pool.tenant || origin === new URL(publicUrl).origin) return page
  return mayTakeCodes(pool.tenant, origin) ? page : siteUrl(publicUrl, pool)
}
