import { authErrors } from '../errors.ts'

// One mailbox in plain ASCII: no lists, no quoted names, no address literals (WHATWG's form, plus a dot in the domain
// or `localhost`).
const LOCAL = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/
const DOMAIN = /^(?:localhost|(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9])$/

/** The one spelling of an address that is stored and compared, of whatever was typed. */
export const spelledEmail = (text: string): string => text.trim().toLowerCase()

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
