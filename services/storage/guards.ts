import { uuid } from '#kernel/contract.ts'
import type { AppContext } from '#kernel/http/context.ts'
import { POOL_HEADER } from '#kernel/tenancy.ts'
import { storageErrors } from './errors.ts'
import type { Caller } from './storage.ts'

/** Decides who may call a route, and in which namespace the call works. */
export type Guard = (c: AppContext) => Promise<Caller> | Caller

/**
 * Allows callers with an API key or a session. A tenant's public key and its members use that tenant's
 * namespace. The header selects another namespace but grants nothing: row-level security decides who owns the
 * tenant. Without the header, a creator or the service uses the platform's namespace.
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

/** Allows only the operator, by service key. */
export const operator: Guard = (c) => {
  const caller = keyHolder(c)
  if (c.get('claims').role !== 'service_role') throw storageErrors.operator_only()
  return caller
}

/**
 * Allows everyone, even without a key: for public files and signed tokens. The header only selects the
 * namespace.
 */
export const allowAnyone: Guard = (c) => {
  const claims = c.get('claims')
  const named = c.req.header(POOL_HEADER)
  return { claims, pool: named && uuid.safeParse(named).success ? named.toLowerCase() : claims.pool }
}
