import { uuid } from '#kernel/contract.ts'
import { PLATFORM_POOL } from '#kernel/db/claims.ts'
import type { Claims } from '#kernel/db/claims.ts'
import type { Database } from '#kernel/db/database.ts'
import { realtimeErrors } from '../errors.ts'

/**
 * The pool whose channels the caller uses: by default that of the API key. A creator can select one of their
 * tenants, the service any pool. Row-level security decides which tenants a creator owns.
 * @throws {AppError} unknown_pool
 */
export async function poolFor(
  database: Pick<Database, 'once'>,
  claims: Claims,
  wanted: string | undefined,
): Promise<string> {
  const named = wanted?.toLowerCase()
  if (!named || named === claims.pool) return claims.pool
  if (!uuid.safeParse(named).success) throw realtimeErrors.unknown_pool()
  if (named === PLATFORM_POOL && claims.role === 'service_role') return named
  if (claims.role !== 'authenticated' && claims.role !== 'service_role') throw realtimeErrors.unknown_pool()
  const { rowCount } = await database.once(claims, {
    name: 'realtime_pool',
    text: 'select from public.tenants where id = $1',
    values: [named],
  })
  if (rowCount === 0) throw realtimeErrors.unknown_pool()
  return named
}
