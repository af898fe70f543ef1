import type { LookupAddress } from 'node:dns'
import { Resolver } from 'node:dns/promises'

/** Per DNS server of this machine: one second, and a retry of two more in case a packet was lost. */
const RETRY = { timeout: 1000, tries: 2 }

/** Addresses of a name. Rejects with the codes of `dns.lookup`: ENOTFOUND, or EAI_AGAIN without a response. */
export type LookUp = (name: string) => Promise<LookupAddress[]>

/**
 * Resolves user-supplied names. The system resolver (`dns.lookup`) blocks one of the process's few threads until it
 * gives up: a handful of names whose servers never respond would block every other lookup, including Stripe's and the
 * email server's. This resolver queries the machine's DNS servers directly and blocks no thread. It rereads their list
 * each time, so that it follows network changes. It ignores `/etc/hosts`, which is for the operator's own addresses.
 * @param servers as `dns.setServers` takes them, instead of the machine's
 */
export function createLookUp(servers?: string[]): LookUp {
  return async (name) => {
    // These names are never sent to a DNS server (RFC 6761, 6.3).
    if (/(^|\.)localhost\.?$/i.test(name)) return [{ address: '127.0.0.1', family: 4 }]
    const resolver = new Resolver(RETRY)
    if (servers) resolver.setServers(servers)
    const [older, newer] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
    // IPv4 first, because a machine may have no IPv6 route.
    const found = [...addressesOf(older, 4), ...addressesOf(newer, 6)]
    if (found.length) return found
    const codes = [older, newer].map((answer) => String((answer as { reason?: Caused }).reason?.code))
    const code = codes.every((one) => NO_SUCH_NAME.has(one)) ? 'ENOTFOUND' : 'EAI_AGAIN'
    throw Object.assign(new Error(`${code} (${codes.join(', ')})`), { code })
  }
}

type Caused = NodeJS.ErrnoException

const addressesOf = (answer: PromiseSettledResult<string[]>, family: number): LookupAddress[] =>
  answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family })) : []

/** Definite results, unlike refusals and timeouts. A name that cannot be queried does not exist either. */
const NO_SUCH_NAME = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME'])
