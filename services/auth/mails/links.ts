import type { Pool } from '../pool.ts'
import type { MailTokenType } from './mail-tokens.ts'

/** The token type that clients use. Both emails of an address change share one type. */
export const wireType = (type: MailTokenType): string =>
  type === 'email_change_current' || type === 'email_change_new' ? 'email_change' : type

/**
 * Our page that an email links to, always under the configured address, whatever host the request
 * named. Opening it uses nothing up; its button does, because mail scanners open links but do not press
 * buttons.
 * @param link MailToken.link
 * @param returnTo an address that returnAddress allowed
 */
export function confirmationLink(
  publicUrl: string,
  pool: Pool,
  type: MailTokenType,
  link: string,
  returnTo: string,
): string {
  const { pathname, search, hash } = new URL(returnTo)
  const url = pool.tenant ? new URL(`${publicUrl}/embed/confirm`) : new URL(`${publicUrl}/auth/confirm`)
  if (pool.tenant) url.searchParams.set('tenant', pool.tenant.public_key)
  url.searchParams.set('token_hash', link)
  url.searchParams.set('type', wireType(type))
  if (pool.tenant) url.searchParams.set('redirect_to', returnTo)
  else url.searchParams.set('next', pathname + search + hash)
  return url.href
}

/**
 * The address that redeems the token when it is opened (GET /verify), for operators who send it themselves
 * (`action_link` of generate_link). Our own emails never link there.
 */
export function actionLink(
  publicUrl: string,
  pool: Pool,
  type: MailTokenType,
  link: string,
  returnTo: string,
): string {
  const url = new URL(`${publicUrl}/auth/v1/verify`)
  url.searchParams.set('token', link)
  url.searchParams.set('type', wireType(type))
  url.searchParams.set('redirect_to', returnTo)
  // A browser that follows a link sends no header, so the key in the address selects the pool.
  if (pool.tenant) url.searchParams.set('apikey', pool.tenant.public_key)
  return url.href
}
