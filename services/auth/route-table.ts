import type { Claims } from '#kernel/db/claims.ts'
import type { AppContext } from '#kernel/http/context.ts'
import type { Auth } from './auth.ts'
import type { Guard } from './guards.ts'
import type { AddressRule } from './limits.ts'
import type { Pool } from './pool.ts'

/** A call with an API key, for the pool that the key opens. */
export interface Call {
  auth: Auth
  c: AppContext
  pool: Pool
}

/** A call by a user with an active session. */
export interface SessionCall extends Call {
  claims: Claims & { sub: string; session_id: string }
}

type Answer = Promise<Response> | Response

/** One line of a `routes.ts`: method, path, guard, rate limit by address, handler. */
export interface AuthRoute {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  limit: AddressRule | undefined
  /** The handler takes the rate-limit point itself, within a statement that it runs anyway. */
  countsItself?: true
  /** The guard runs before the rate limit, so that a refused caller uses up no points. */
  guard: Guard<object>
  handle: (call: { auth: Auth; c: AppContext }) => Answer
}

/**
 * Joins a guard and a handler, so that the handler gets exactly what its guard returns.
 * @param limit rule of limits.ts, counted by the caller's address; none for calls that a session or key
 *   already limits
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

/** Marks a route whose handler takes the point of its rate limit itself. */
export const countedInside = (route: AuthRoute): AuthRoute => ({ ...route, countsItself: true })

/** The route has no rate limit. */
export const noLimit = undefined

/** The handler of one grant at POST /token, selected by `grant_type`. */
export type Grant = (call: Call) => Promise<Response>
