import type { Context } from 'hono'
import type { Claims } from '../db/claims.ts'
import type { Kernel } from '../kernel.ts'
import type { Logger } from '../log.ts'
import type { TenantCard } from '../tenancy.ts'

/** The API key of a request. */
export type ApiKey =
  | { kind: 'anon' | 'service' | 'role'; value: string }
  | { kind: 'public'; value: string; tenant: TenantCard }

/** Variables that the middleware of server/app.ts sets for the mounts, in the order listed. */
export interface AppEnv {
  Variables: {
    kernel: Kernel
    requestId: string
    log: Logger
    /** Canonical IP address of the client, as seen by the trusted proxies. */
    clientIp: string
    /** Undefined when the request carried no API key. */
    apiKey: ApiKey | undefined
    /** The caller; anonymous without credentials. */
    claims: Claims
    /** Set when the client disconnected before the response was sent (log-fault.ts). */
    aborted?: boolean
  }
}

export type AppContext = Context<AppEnv>
