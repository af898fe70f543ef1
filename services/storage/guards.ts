import { uuid } from '#kernel/contract.ts'
import type { AppContext } from '#kernel/http/context.ts'
import { POOL_HEADER } from '#kernel/tenancy.ts'
import { storageErrors } from './errors.ts'
import type { Caller } from './storage.ts'

/** Who may call a route, and in which namespace the call works. */
export type Guard = (c: AppContext) => Promise<Caller> | Caller

/**
 * Whoever holds an API key or a session. A tenant's public key and its members work in that tenant's namespace. What
 * the header names opens nothing: row-level security decides whose tenant it is. Without it, the platform's is meant.
 */
export const keyHolder: Guard = (c) => {
  const claims = c.get('claims')
  if (!c.get('apiKey') && claims.role === 'anon') throw storageErrors.no_authorization()
  const named = c.req.header(POOL_HEADER)
  if (!named) return { claims, pool: claims.pool }
  if (!uuid.safeParse(named).success)
    throw storageErrors.invalid_request({ text: `${POOL_HEADER} must be a tenant's id` })
  const pool = named.toLowerCase()
  if (claims.role !== 'authenticated' && claims.role !== 'service_role' && pool !== claims.pool)
    throw storageErrors.access_denied({ text: 'Access denied' })
  return { claims, pool }
}

/** The operator, by service key. */
export const operator: Guard = (c) => {
  const caller = keyHolder(c)
  if (c.get('claims').role !== 'service_role') throw storageErrors.operator_only()
  return caller
}

/** Anybody, also without a key: what is public, and what a signed token opens. Here the header only says where. */
export const anybody: Guard = (c) => {
  const claims = c.get('claims')
  const named = c.req.header(POOL_HEADER)
  return { claims, pool: named && uuid.safeParse(named).success ? named.toLowerCase() : claims.pool }
}
