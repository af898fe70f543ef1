import { authErrors } from '../errors.ts'

// One mailbox in plain ASCII: no lists, no quoted names, no address literals (WHATWG's form, plus a dot in the domain
// or `localhost`).
const LOCAL = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/
const DOMAIN = /^(?:localhost|(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9])$/

/** The one spelling of an address that is stored and compared, of whatever was typed. */
export const spelledEmail = (text: string): string => text.trim().toLowerCase()

/** Their mailboxes have one owner however many dots the name has (support.google.com/mail/answer/7436150). */
const DOTLESS = new Set(['gmail.com', 'googlemail.com'])

/**
 * The mailbox that mails to an address end up in, as far as the spelling tells: without `+tag`, and for Gmail without
 * dots. To count mails by, and for nothing else: elsewhere two spellings may be two people, who are then merely
 * counted together.
 * @param email in its one spelling
 */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1)
  const untagged = email.slice(0, at).replace(/(?<=.)\+.*$/, '')
  return DOTLESS.has(domain) ? `${untagged.replaceAll('.', '')}@gmail.com` : `${untagged}@${domain}`
}

/**
 * An address that a mail can be sent to, in its one spelling.
 * @throws {AppError} 400 email_address_invalid
 */
export function normalEmail(text: string): string {
  const email = spelledEmail(text)
  const at = email.lastIndexOf('@')
  const [local, domain] = [email.slice(0, at), email.slice(at + 1)]
  // RFC 5321 4.5.3.1: 64 octets before the @, 254 in all.
  const fits = at > 0 && local.length <= 64 && email.length <= 254
  if (!fits || !LOCAL.test(local) || !DOMAIN.test(domain)) throw authErrors.email_address_invalid()
  return email
}
