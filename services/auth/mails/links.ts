import type { Pool } from '../pool.ts'
import type { MailTokenType } from './mail-tokens.ts'

/** What clients call a token's type: both halves of a change of address are one. */
export const wireType = (type: MailTokenType): string =>
  type === 'email_change_current' || type === 'email_change_new' ? 'email_change' : type

/**
 * The page a mail leads to: ours, under the configured address whatever host the request named. Opening it uses
 * nothing up, its button does: mail scanners open links, they do not press buttons.
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
 * The address that redeems the token by being opened (GET /verify), for an operator who sends it themselves
 * (`action_link` of generate_link). Our own mails never lead there.
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
  // A browser that follows a link sends no header: the key in the address tells the pool.
  if (pool.tenant) url.searchParams.set('apikey', pool.tenant.public_key)
  return url.href
}
