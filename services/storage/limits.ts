import type { Limit } from '#kernel/limits.ts'
import { addressKey } from '#kernel/limits.ts'
import { storageErrors } from './errors.ts'
import type { Call } from './storage.ts'

const MINUTE = 60

const requests = (points: number, seconds = MINUTE): Limit => ({
  points,
  seconds,
  refuse: storageErrors.too_many_requests,
})

/**
 * Limits per address, and tenant or creator. Serving files has no limit: it is one index lookup, and pages
 * contain many images. The operator has no limits either.
 */
const LIMITS = { write: requests(600), list: requests(600), render: requests(600) } satisfies Record<
  string,
  Limit
>

export type LimitName = keyof typeof LIMITS

/**
 * Counts a call for the tenant or creator of the key or session, never for the namespace in the header, which
 * callers could make up. @throws {AppError} 429 SlowDown
 */
export async function takeLimit({ storage, claims, c }: Call, name: LimitName): Promise<void> {
  if (claims.role === 'service_role') return
  await storage.kernel.limits.take(
    `storage.${name}`,
    `${claims.role === 'authenticated' ? claims.sub : claims.pool} ${addressKey(c.get('clientIp'))}`,
    LIMITS[name],
  )
}
