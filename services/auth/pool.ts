import { PLATFORM_POOL } from '#kernel/db/claims.ts'
import type { TenantCard } from '#kernel/tenancy.ts'

/** A set of identities, unique by e-mail address: the creators', or one tenant's end users. */
export interface Pool {
  /** PLATFORM_POOL, or the tenant's id. */
  id: string
  /** PostgreSQL role of its signed-in users. */
  role: 'authenticated' | 'end_user'
  /** Audience of its tokens: `authenticated`, or the tenant's public key, which a builder's own server can check. */
  audience: string
  /** Set for end users. */
  tenant?: TenantCard
}

export const creators: Pool = { id: PLATFORM_POOL, role: 'authenticated', audience: 'authenticated' }

/** The pool of a tenant's end users; its tokens name the public key, which builders check on their own servers. */
export function endUsersOf(tenant: TenantCard): Pool {
  return { id: tenant.id, role: 'end_user', audience: tenant.public_key, tenant }
}
