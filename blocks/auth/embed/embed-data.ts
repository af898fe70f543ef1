import { parse } from 'hono/utils/cookie'
import { readAddress } from '#kernel/browser/own-address.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { originAllowed } from '#kernel/tenancy.ts'
import type { EmbedRequest } from '#kernel/unit.ts'
import { sessionCookieName } from '#services/auth/sessions/session-cookie.ts'
import type { AuthPageData, ConfirmPageData } from './data-types.ts'

/** Whether an earlier visit left a session: the page then waits for it instead of showing the form for a moment. */
export async function loadAuthData(
  _kernel: Kernel,
  { tenant, headers }: EmbedRequest,
): Promise<Pick<AuthPageData, 'restoring'>> {
  const name = sessionCookieName(tenant.public_key)
  return { restoring: Boolean(parse(headers.get('cookie') ?? '', name)[name]) }
}

/** What the mail's link carries; the token is only passed on to the page's button. */
export async function loadConfirmData(
  { config }: Kernel,
  { tenant, url }: EmbedRequest,
): Promise<Pick<ConfirmPageData, 'tokenHash' | 'type' | 'site'>> {
  const from = readAddress(url.searchParams.get('redirect_to') ?? '', config.publicUrl)
  const isSite =
    from && from.origin !== new URL(config.publicUrl).origin && originAllowed(tenant, from.origin)
  return {
    tokenHash: url.searchParams.get('token_hash') ?? '',
    type: 'signup',
    site: isSite ? { url: from.href, name: from.host } : null,
  }
}
