import { randomUUID } from 'node:crypto'
import { ANONYMOUS, PLATFORM_POOL, SERVICE } from '#kernel/db/claims.ts'
import type { Claims } from '#kernel/db/claims.ts'

/** Claims for tests of policies and use cases, without a token. */
export const actAs = {
  anonymous: (): Claims => ANONYMOUS,
  service: (): Claims => SERVICE,
  creator: (sub: string = randomUUID(), email = `creator-${sub}@example.test`): Claims => ({
    role: 'authenticated',
    pool: PLATFORM_POOL,
    sub,
    email,
    aud: 'authenticated',
    session_id: randomUUID(),
    aal: 'aal1',
  }),
  /** A visitor of a tenant's site, not signed in, with the tenant's public key. */
  visitor: (tenantId: string): Claims => ({ role: 'anon', pool: tenantId, tenant: tenantId }),
  endUser: (tenantId: string, sub: string = randomUUID(), email = `visitor-${sub}@example.test`): Claims => ({
    role: 'end_user',
    pool: tenantId,
    tenant: tenantId,
    sub,
    email,
    session_id: randomUUID(),
    aal: 'aal1',
  }),
}
