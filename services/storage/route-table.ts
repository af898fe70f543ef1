import type { Guard } from './guards.ts'
import type { LimitName } from './limits.ts'
import type { Call } from './storage.ts'

/** One endpoint of the service: path, guard, rate limit and handler. */
export interface StorageRoute {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH' | 'HEAD' | 'OPTIONS'
  path: string
  guard: Guard
  /** `read`: no rate limit. */
  limit: LimitName | 'read'
  handle: (call: Call) => Promise<Response> | Response
}
