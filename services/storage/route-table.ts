import type { Guard } from './guards.ts'
import type { LimitName } from './limits.ts'
import type { Call } from './storage.ts'

/** One call of the service: address, who may, how often, what it does. */
export interface StorageRoute {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH' | 'HEAD' | 'OPTIONS'
  path: string
  guard: Guard
  /** `read`: not counted. */
  limit: LimitName | 'read'
  handle: (call: Call) => Promise<Response> | Response
}
