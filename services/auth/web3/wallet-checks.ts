import type { Pool } from '../pool.ts'
import { oauthError } from '../oauth-error.ts'
import type { WalletMessage } from './wallet-message.ts'

/** Maximum age of a message, and how far a wallet's clock may be ahead, in seconds. */
export const VALID_SECONDS = 600

/**
 * Checks that the message was signed for this pool and is valid now.
 * @param title of the wallet
 * @param at milliseconds since 1970
 * @throws {OAuthError} invalid_grant
 */
export function checkMessage(
  publicUrl: string,
  pool: Pool,
  message: WalletMessage,
  title: string,
  at: number,
): void {
  const { uri, domain, issuedAt, expiresAt, notBefore } = message
  const refuse = (text: string) => oauthError('invalid_grant', text)
  if (uri.host !== domain.toLowerCase())
    throw refuse(`Signed ${title} message is using a Domain that does not match the one in URI`)
  if (!isForPool(publicUrl, pool, uri))
    throw refuse(
      `Signed ${title} message is using URI which is not allowed on this server, message was signed for another app`,
    )
  if (notBefore !== undefined && at < notBefore)
    throw refuse(`Signed ${title} message becomes valid in the future`)
  if (expiresAt !== undefined && at >= expiresAt) throw refuse(`Signed ${title} message is expired`)
  if (at > issuedAt + VALID_SECONDS * 1000) throw refuse(`${title} message was issued too long ago`)
  if (at < issuedAt - VALID_SECONDS * 1000) throw refuse(`${title} message was issued too far in the future`)
}

/**
 * Our own pages serve every pool, so the address must name the pool. Otherwise a message signed for one shop
 * would open another. Of third-party sites only those that the tenant lists count, never the preview hosts of
 * test mode, because anyone can publish a page there.
 */
function isForPool(publicUrl: string, { tenant }: Pool, uri: URL): boolean {
  const embedded = uri.pathname.startsWith('/embed/')
  if (uri.origin === new URL(publicUrl).origin)
    return tenant ? embedded && uri.searchParams.get('tenant') === tenant.public_key : !embedded
  const secret = uri.protocol === 'https:' || uri.hostname === 'localhost'
  const sites = tenant?.allowed_origins ?? []
  return secret && (sites.includes(uri.origin) || sites.includes(uri.origin.replace('https:', 'http:')))
}
