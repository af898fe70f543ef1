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

/** Who may call a route, and which pool the call is about. */
export type Guard<T> = (c: AppContext) => T | Promise<T>

/** Whoever holds an API key: the platform's opens the creators' pool, a tenant's public key that tenant's. */
export const keyHolder: Guard<{ pool: Pool }> = (c) => {
  const key = c.get('apiKey')
  if (!key) throw authErrors.no_authorization({ text: 'No API key found in request' })
  return { pool: key.kind === 'public' ? endUsersOf(key.tenant) : creators }
}

interface SignedIn {
  pool: Pool
  claims: Claims & { sub: string; session_id: string }
}

/**
 * A person with a living session. A token alone, without an API key, stands for a creator. Applications that the
 * person let in (oauth-server/) may read who it is, and change nothing of the account.
 */
export const signedIn: Guard<SignedIn> = async (c) => {
  const who = await appOrMember(c)
  if (who.claims.client_id) throw authErrors.insufficient_scope()
  return who
}

/** The same, or an application in the person's name. */
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

/** The pool of the key; beside the service key, which opens all of them, and for applications, the pool of the token. */
async function poolOf(c: AppContext, claims: Claims): Promise<Pool | undefined> {
  const key = c.get('apiKey')
  if (key?.kind === 'public') return endUsersOf(key.tenant)
  if ((key?.kind !== 'service' && !claims.client_id) || claims.pool === creators.id) return creators
  return poolOfTenant(c.get('kernel'), claims.pool)
}

/** The pool of a tenant's end users, by the tenant's id; undefined when there is no such tenant. */
export async function poolOfTenant({ database, tenancy }: Kernel, id: string): Promise<Pool | undefined> {
  if (!uuid.safeParse(id).success) return undefined
  const { rows } = await database.once<Pick<TenantCard, 'public_key'>>(SERVICE, {
    text: 'select public_key from public.tenants where id = $1',
    values: [id],
  })
  const tenant = rows[0] && (await tenancy.byPublicKey(rows[0].public_key))
  return tenant && endUsersOf(tenant)
}

/** The operator, by service key; the header names a tenant's pool, without it the creators' is meant. */
export const operator: Guard<{ pool: Pool }> = async (c) => {
  if (!c.get('apiKey') && !c.req.header('authorization')) throw authErrors.no_authorization()
  if (c.get('claims').role !== 'service_role') throw authErrors.not_admin()
  const id = c.req.header(POOL_HEADER)
  if (!id) return { pool: creators }
  if (!uuid.safeParse(id).success)
    throw authErrors.validation_failed({ text: `${POOL_HEADER} must be a tenant's id` })
  const pool = await poolOfTenant(c.get('kernel'), id)
  if (!pool) throw authErrors.validation_failed({ text: 'There is no such tenant' })
  return { pool }
}

/** Anybody, also without a key: what is public, and links that a browser follows (then the key is in the query). */
export const anybody: Guard<{ pool: Pool }> = (c) => {
  const key = c.get('apiKey')
  return { pool: key?.kind === 'public' ? endUsersOf(key.tenant) : creators }
}
