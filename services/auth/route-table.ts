import type { Claims } from '#kernel/db/claims.ts'
import type { AppContext } from '#kernel/http/context.ts'
import type { Auth } from './auth.ts'
import type { Guard } from './guards.ts'
import type { AddressRule } from './limits.ts'
import type { Pool } from './pool.ts'

/** A call by somebody with an API key, about the pool that the key opens. */
export interface Call {
  auth: Auth
  c: AppContext
  pool: Pool
}

/** A call by somebody with a living session. */
export interface SessionCall extends Call {
  claims: Claims & { sub: string; session_id: string }
}

type Answer = Promise<Response> | Response

/** One line of a `routes.ts`: method, path, who may call, limit by address, what it does. */
export interface AuthRoute {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  limit: AddressRule | undefined
  /** The call takes the limit's point, with something that it reads anyway. */
  countsItself?: true
  /** The guard runs first: who is refused uses nothing up. */
  guard: Guard<object>
  handle: (call: { auth: Auth; c: AppContext }) => Answer
}

/**
 * Joins guard and call, so that the call gets what its guard found out and nothing less.
 * @param limit rule of limits.ts, counted by the caller's address; none for calls that a session or key already bounds
 */
export function authRoute<T extends object>(
  method: AuthRoute['method'],
  path: string,
  guard: Guard<T>,
  limit: AddressRule | undefined,
  call: (call: T & { auth: Auth; c: AppContext }) => Answer,
): AuthRoute {
  return { method, path, limit, guard, handle: call as AuthRoute['handle'] }
}

/** The same route, whose call takes the point of its limit itself. */
export const countedInside = (route: AuthRoute): AuthRoute => ({ ...route, countsItself: true })

/** No limit of its own. */
export const none = undefined

/** One way to a session at POST /token, by `grant_type`. */
export type Grant = (call: Call) => Promise<Response>
