import { readOwnAddress } from '#kernel/browser/own-address.ts'
import { planErrors } from '../errors.ts'

/**
 * An address of our own to come back to.
 * @param given by the browser; paths are of `origin`
 * @param otherwise the path to take when none was given
 * @throws {AppError} 400 bad_address for every other origin, scheme and trick
 */
export function returnAddress(given: string | undefined, origin: string, otherwise: string): string {
  const url = readOwnAddress(given || otherwise, origin)
  if (!url) throw planErrors.bad_address()
  return url.href
}

/** The provider fills in the id of the checkout; its braces must reach it as they are. */
export function withSession(address: string): string {
  const url = new URL(address)
  const { hash } = url
  url.hash = ''
  return `${url.href}${url.search ? '&' : '?'}session_id={CHECKOUT_SESSION_ID}${hash}`
}
