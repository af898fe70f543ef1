import { isIP } from 'node:net'

/**
 * The address of the socket, or, behind `proxies` trusted proxies, the entry that the outermost of them wrote.
 * Entries further left are the caller's own words; an entry that is no address is nobody's.
 */
export function clientIp(socket: string, forwardedFor: string | undefined, proxies: number): string {
  if (proxies === 0 || !forwardedFor) return socket
  const entry = forwardedFor.split(',').at(-proxies)?.trim() ?? ''
  // Some proxies write the port too: 203.0.113.7:4711, [2001:db8::1]:4711.
  const address = entry.replace(/^\[(.+)\](:\d+)?$/, '$1').replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1')
  return isIP(address) ? address : socket
}
