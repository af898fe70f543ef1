import { uuid } from '#kernel/contract.ts'
import type { Claims } from '#kernel/db/claims.ts'
import type { AppContext } from '#kernel/http/context.ts'
import { SERVICE } from '#kernel/db/claims.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { POOL_HEADER } from '#kernel/tenancy.ts'
import type { TenantCard } from '#kernel/tenancy.ts'
import { authErrors } from './errors.ts'
import { creators, endUsersOf } from './pool.ts'
import type { Pool } from './pool.ts'

/** Decides who may call a route and which pool the call is about. */
export type Guard<T> = (c: AppContext) => T | Promise<T>

/**
 * Requires an API key. The platform's key opens the creators' pool, a tenant's public key opens that tenant's
 * pool.
 */
export const apiKeyHolder: Guard<{ pool: Pool }> = (c) => {
  const key = c.get('apiKey')
  if (!key) throw authErrors.no_authorization({ text: 'No API key found in request' })
  return { pool: key.kind === 'public' ? endUsersOf(key.tenant) : creators }
}

interface SignedIn {
  pool: Pool
  claims: Claims & { sub: string; session_id: string }
}

/**
 * Requires a user with an active session. A token without an API key belongs to a creator. OAuth applications
 * that the user has authorized (oauth-server/) may read who the user is but change nothing in the account.
 */
export const signedIn: Guard<SignedIn> = async (c) => {
  const who = await appOrMember(c)
  if (who.claims.client_id) throw authErrors.insufficient_scope()
  return who
}

/** Requires a user with an active session, or an OAuth application that acts for the user. */
export const appOrMember: Guard<SignedIn> = async (c) => {
  const claims = c.get('claims')
  if (!c.req.header('authorization')) throw authErrors.no_authorization()
  const { sub, session_id } = claims
  if ((claims.role !== 'authenticated' && claims.role !== 'end_user') || !sub || !session_id)
    throw authErrors.bad_jwt({ text: 'invalid claim: missing sub claim' })
  const pool = await poolOf(c, claims)
  if (claims.pool !== pool?.id) throw authErrors.bad_jwt()
  return { pool, claims: { ...claims, sub, session_id } }
}

/**
 * Returns the pool of the key. For the service key, which opens every pool, and for OAuth applications it is
 * the pool of the token.
 */
async function poolOf(c: AppContext, claims: Claims): Promise<Pool | undefined> {
  const key = c.get('apiKey')
  if (key?.kind === 'public') return endUsersOf(key.tenant)
  if ((key?.kind !== 'service' && !claims.client_id) || claims.pool === creators.id) return creators
  return poolOfTenant(c.get('kernel'), claims.pool)
}

/** Returns the pool of a tenant's end users by the tenant's id, or undefined if the tenant does not exist. */
export async function poolOfTenant({ database, tenancy }: Kernel, id: string): Promise<Pool | undefined> {
  if (!uuid.safeParse(id).success) return undefined
  const { rows } = await database.once<Pick<TenantCard, 'public_key'>>(SERVICE, {
    text: 'select public_key from public.tenants where id = $1',
    values: [id],
  })
  const tenant = rows[0] && (await tenancy.byPublicKey(rows[0].public_key))
  return tenant && endUsersOf(tenant)
}

/**
 * Requires the service key. The `x-bb-pool` header selects a tenant's pool; the default is the creators'
 * pool.
 */
export const operator: Guard<{ pool: Pool }> = async (c) => {
  if (!c.get('apiKey') && !c.req.header('authorization')) throw authErrors.no_authorization()
  if (c.get('claims').role !== 'service_role') throw authErrors.not_admin()
  const id = c.req.header(POOL_HEADER)
  if (!id) return { pool: creators }
  if (!uuid.safeParse(id).success)
    throw authErrors.validation_failed({ text: `${POOL_HEADER} must be a tenant's id` })
  const pool = await poolOfTenant(c.get('kernel'), id)
  if (!pool) throw authErrors.validation_failed({ text: 'Unknown tenant' })
  return { pool }
}

/**
 * Allows every caller, even without a key: for public resources and for links that a browser follows, where
 * the key is in the query.
 */
export const anyCaller: Guard<{ pool: Pool }> = (c) => {
  const key = c.get('apiKey')
  return { pool: key?.kind === 'public' ? endUsersOf(key.tenant) : creators }
}
