import { readOwnAddress } from '#kernel/browser/own-address.ts'
import { planErrors } from '../errors.ts'

/**
 * Validates a return URL on our own origin.
 * @param given by the browser; paths are relative to `origin`
 * @param otherwise the default path
 * @throws {AppError} 400 bad_address for any other origin, scheme or disguised address
 */
export function returnAddress(given: string | undefined, origin: string, otherwise: string): string {
  const url = readOwnAddress(given || otherwise, origin)
  if (!url) throw planErrors.bad_address()
  return url.href
}

/** The provider replaces this placeholder with the checkout's id, so its braces must not be encoded. */
export function withSession(address: string): string {
  const url = new URL(address)
  const { hash } = url
  url.hash = ''
  return `${url.href}${url.search ? '&' : '?'}session_id={CHECKOUT_SESSION_ID}${hash}`
}
