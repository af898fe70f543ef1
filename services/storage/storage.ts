import { ROLE_TIMEOUT } from '#kernel/db/claims.ts'
import type { Claims, TransactionSettings } from '#kernel/db/claims.ts'
import type { AppContext } from '#kernel/http/context.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { POOL_HEADER } from '#kernel/tenancy.ts'
import type { Backend } from './backends/backend.ts'

/** What every call of the service works with; opened once for the process. */
export interface Storage {
  kernel: Kernel
  /** Where the bytes lie. */
  files: Backend
}

/** Who asks, and in which namespace. */
export interface Caller {
  claims: Claims
  /** Pool of the buckets: PLATFORM_POOL or a tenant's id. */
  pool: string
}

/** One request, after its guard. */
export interface Call extends Caller {
  storage: Storage
  c: AppContext
}

/**
 * Settings of a transaction in the caller's name: the namespace and the operation, as `storage.pool_id()` and
 * `storage.operation()` read them.
 * @param operation for example `storage.object.list`; the names of the official service
 */
export function settingsOf({ claims, pool }: Caller, operation: string): TransactionSettings {
  return {
    settings: { 'request.headers': JSON.stringify({ [POOL_HEADER]: pool }), 'request.path': operation },
    timeoutMs: ROLE_TIMEOUT[claims.role],
  }
}

/** Whom a row names as its owner; an API key is nobody. */
export const ownerOf = ({ claims }: Pick<Caller, 'claims'>): string | null => claims.sub ?? null
