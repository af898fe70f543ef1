import { isIP } from 'node:net'

/**
 * The socket's address, or, behind `proxies` trusted proxies, the entry that the outermost one of them wrote. Entries
 * further left come from the client and are not trusted; entries that are not IP addresses are ignored.
 */
export function clientIp(socket: string, forwardedFor: string | undefined, proxies: number): string {
  if (proxies === 0 || !forwardedFor) return socket
  const entry = forwardedFor.split(',').at(-proxies)?.trim() ?? ''
  // Some proxies add the port: 203.0.113.7:4711, [2001:db8::1]:4711.
  const address = entry.replace(/^\[(.+)\](:\d+)?$/, '$1').replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1')
  return isIP(address) ? address : socket
}
