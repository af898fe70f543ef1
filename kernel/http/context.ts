import type { Context } from 'hono'
import type { Claims } from '../db/claims.ts'
import type { Kernel } from '../kernel.ts'
import type { Logger } from '../log.ts'
import type { TenantCard } from '../tenancy.ts'

/** The API key a request came with. */
export type ApiKey =
  | { kind: 'anon' | 'service' | 'role'; value: string }
  | { kind: 'public'; value: string; tenant: TenantCard }

/** What the middleware of server/app.ts leaves for the mounts; set in the order listed. */
export interface AppEnv {
  Variables: {
    kernel: Kernel
    requestId: string
    log: Logger
    /** Canonical address of the caller, behind the trusted proxies. */
    clientIp: string
    /** Undefined when the request carried no API key. */
    apiKey: ApiKey | undefined
    /** Who asks; anonymous when nothing was said. */
    claims: Claims
    /** Set when the client hung up before it was answered (log-fault.ts). */
    aborted?: boolean
  }
}

export type AppContext = Context<AppEnv>
