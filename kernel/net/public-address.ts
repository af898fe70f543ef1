import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** The allocated unicast range of IPv6 (RFC 4291). Anything outside it is not the public internet. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Whether an IP address is on the public internet. Only known public ranges pass: not loopback, private, link-local,
 * carrier-grade, multicast, reserved or documentation addresses, nor IPv4 written as IPv6.
 * @param text an IPv4 or IPv6 address without brackets
 */
export function isPublicAddress(text: string): boolean {
  if (isIP(text) === 0) return false
  const address = ipaddr.parse(text)
  if (address.range() !== 'unicast') return false
  return address.kind() === 'ipv4' || (address as ipaddr.IPv6).match(GLOBAL_IPV6)
}
