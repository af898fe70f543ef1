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
 * Per address, and tenant or creator. What is served is not counted: it is one look at an index, and pages hold many
 * images. The operator is not counted either.
 */
const LIMITS = { write: requests(600), list: requests(600), render: requests(600) } satisfies Record<
  string,
  Limit
>

export type LimitName = keyof typeof LIMITS

/**
 * Counted for whom the key or session names, never for the namespace that a header names: anybody can make those up.
 * @throws {AppError} 429 SlowDown
 */
export async function takeLimit({ storage, claims, c }: Call, name: LimitName): Promise<void> {
  if (claims.role === 'service_role') return
  await storage.kernel.limits.take(
    `storage.${name}`,
    `${claims.role === 'authenticated' ? claims.sub : claims.pool} ${addressKey(c.get('clientIp'))}`,
    LIMITS[name],
  )
}
