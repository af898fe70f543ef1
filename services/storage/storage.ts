import { ROLE_TIMEOUT } from '#kernel/db/claims.ts'
import type { Claims, TransactionSettings } from '#kernel/db/claims.ts'
import type { AppContext } from '#kernel/http/context.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { POOL_HEADER } from '#kernel/tenancy.ts'
import type { Backend } from './backends/backend.ts'

/** The state that every call of the service uses; opened once per process. */
export interface Storage {
  kernel: Kernel
  /** Stores the file contents. */
  files: Backend
}

/** The caller and the namespace of the call. */
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
 * Settings of a transaction in the caller's name: the namespace and the operation, which `storage.pool_id()`
 * and `storage.operation()` read.
 * @param operation a name from the official service, for example `storage.object.list`
 */
export function settingsOf({ claims, pool }: Caller, operation: string): TransactionSettings {
  return {
    settings: { 'request.headers': JSON.stringify({ [POOL_HEADER]: pool }), 'request.path': operation },
    timeoutMs: ROLE_TIMEOUT[claims.role],
  }
}

/** The owner to store in a row; null for an API key. */
export const ownerOf = ({ claims }: Pick<Caller, 'claims'>): string | null => claims.sub ?? null
