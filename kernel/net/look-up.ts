import type { LookupAddress } from 'node:dns'
import { Resolver } from 'node:dns/promises'

/** Of each server of names of this machine: a second, and two more where the question or its answer may have been lost. */
const PATIENCE = { timeout: 1000, tries: 2 }

/** The addresses of a name. Rejects with the codes of `dns.lookup`: ENOTFOUND, or EAI_AGAIN where nobody answered. */
export type LookUp = (name: string) => Promise<LookupAddress[]>

/**
 * Looks up names that strangers chose. The system's own way (`dns.lookup`) keeps one of the few threads of the process
 * busy until it gives up: a handful of names whose servers never answer would keep every other name from being looked
 * up, Stripe's and the mail server's too. This asks the machine's servers of names itself, and holds no thread; each
 * time anew, so that it follows a machine that changes its network. `/etc/hosts` is not asked: what stands there is for
 * the operator's own addresses.
 * @param servers as `dns.setServers` takes them, instead of the machine's
 */
export function createLookUp(servers?: string[]): LookUp {
  return async (name) => {
    // Nobody is asked for these (RFC 6761, 6.3).
    if (/(^|\.)localhost\.?$/i.test(name)) return [{ address: '127.0.0.1', family: 4 }]
    const resolver = new Resolver(PATIENCE)
    if (servers) resolver.setServers(servers)
    const [older, newer] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
    // The older family first: a machine may have no way to the other.
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

/** Answers, unlike refusals and silence; a name that cannot be asked for is nobody's either. */
const NO_SUCH_NAME = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME'])
