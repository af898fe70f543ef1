import { AsyncLocalStorage } from 'node:async_hooks'
import { deviceName } from '../browser/device-name.ts'
import type { Claims } from './claims.ts'

/** Where a change comes from. It accompanies a request through every transaction, also through those of the service role. */
export interface RequestSource {
  requestId: string
  /** IP address of the client. Only its network is passed on: see `networkOf`. */
  address: string
  userAgent: string | undefined
  /** The caller, once `identify` knows them. Undefined for requests without our credentials, such as those of the payment provider. */
  actor?: Claims
  /** Hash of a visitor (kernel/visitors.ts), for requests to a tenant that write. */
  visitor?: string
  /** The device's name, parsed once for all transactions of the request. */
  deviceName?: string
}

const current = new AsyncLocalStorage<RequestSource>()

/** Runs a request; its transactions carry the source in the setting `request.source`, which the audit log reads. */
export const withSource = <T>(source: RequestSource, work: () => T): T => current.run(source, work)

/** Names the caller of the running request. */
export function nameActor(actor: Claims): void {
  const source = current.getStore()
  if (source) source.actor = actor
}

/** Names the visitor of the running request, by whom analytics finds where an order or a member came from. */
export function nameVisitor(visitor: string): void {
  const source = current.getStore()
  if (source) source.visitor = visitor
}

/** The running request's source as JSON; empty outside of requests, in jobs. */
export function sourceSetting(): string {
  const source = current.getStore()
  if (!source) return ''
  const { actor } = source
  if (source.userAgent) source.deviceName ??= deviceName(source.userAgent).name
  return JSON.stringify({
    id: source.requestId,
    network: networkOf(source.address),
    agent: source.deviceName,
    role: actor?.role,
    sub: actor?.sub,
    app: actor?.client_id,
    visitor: source.visitor,
  })
}

/**
 * The network of an address: /24 of IPv4, /48 of IPv6. It tells an office from another country without identifying a
 * household. Empty for anything that is not an address.
 */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  const four = /^(\d{1,3}\.\d{1,3}\.\d{1,3})\.\d{1,3}$/.exec(plain)
  if (four) return `${four[1]}.0/24`
  if (!/^[\da-f:]+$/i.test(plain) || !plain.includes(':')) return ''
  const [head = ''] = plain.split('::')
  const groups = head.split(':').filter(Boolean).slice(0, 3)
  return `${groups.join(':')}::/48`
}
