import { authErrors } from '../errors.ts'

// One mailbox in plain ASCII: no lists, no quoted names, no address literals (WHATWG's form, which here also
// needs a dot in the domain or `localhost`).
const LOCAL = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/
const DOMAIN = /^(?:localhost|(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9])$/

/** Normalizes a typed address to the form that is stored and compared. */
export const normalizeEmail = (text: string): string => text.trim().toLowerCase()

/**
 * Returns the normalized address if an email can be sent to it.
 * @throws {AppError} 400 email_address_invalid
 */
export function requireEmailAddress(text: string): string {
  const email = normalizeEmail(text)
  const at = email.lastIndexOf('@')
  const [local, domain] = [email.slice(0, at), email.slice(at + 1)]
  // RFC 5321 4.5.3.1: 64 octets before the @, 254 in all.
  const fits = at > 0 && local.length <= 64 && email.length <= 254
  if (!fits || !LOCAL.test(local) || !DOMAIN.test(domain)) throw authErrors.email_address_invalid()
  return email
}
