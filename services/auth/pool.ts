import { PLATFORM_POOL } from '#kernel/db/claims.ts'
import type { TenantCard } from '#kernel/tenancy.ts'

/** A set of identities with unique email addresses: the creators', or one tenant's end users. */
export interface Pool {
  /** PLATFORM_POOL, or the tenant's id. */
  id: string
  /** PostgreSQL role of the pool's signed-in users. */
  role: 'authenticated' | 'end_user'
  /**
   * Audience of the pool's tokens: `authenticated`, or the tenant's public key, which a builder's own server
   * can check.
   */
  audience: string
  /** Set for end users. */
  tenant?: TenantCard
}

export const creators: Pool = { id: PLATFORM_POOL, role: 'authenticated', audience: 'authenticated' }

/**
 * Returns the pool of a tenant's end users. Its tokens name the public key, which builders check on their own
 * servers.
 */
export function endUsersOf(tenant: TenantCard): Pool {
  return { id: tenant.id, role: 'end_user', audience: tenant.public_key, tenant }
}
