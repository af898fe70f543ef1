import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import pg from 'pg'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { commonErrors } from './errors.ts'
import type { AppError } from './errors.ts'

export interface Limit {
  points: number
  seconds: number
  /** Refusal instead of the common 429. */
  refuse?: (more: { headers: Record<string, string> }) => AppError
}

export interface Limits {
  /**
   * Takes one point from a bucket; counters are shared by all processes through PostgreSQL.
   * @param bucket names the rule, for example `auth.token`; @param key whom it counts
   * @throws {AppError} 429 with Retry-After (seconds)
   */
  take(bucket: string, key: string, limit: Limit): Promise<void>
  close(): Promise<void>
}

/**
 * @param url of the authenticator; the limiter's own connections act as service_role
 * @param factor multiplies every limit (tests and load runs)
 */
export function createLimits(url: string, factor: number): Limits {
  const pool = new pg.Pool({
    connectionString: url,
    max: 2,
    options: '-c role=service_role',
    application_name: 'bolt-blocks-limits',
  })
  pool.on('error', () => undefined)
  const limiters = new Map<string, RateLimiterPostgres>()

  function limiterFor(bucket: string, { points, seconds }: Limit): RateLimiterPostgres {
    const known = limiters.get(bucket)
    if (known) return known
    const size = Math.ceil(points * factor)
    const limiter = new RateLimiterPostgres({
      storeClient: pool,
      schemaName: 'app',
      tableName: 'rate_limits',
      tableCreated: true,
      keyPrefix: bucket,
      points: size,
      duration: seconds,
      inMemoryBlockOnConsumed: size,
      // While the database is away each process counts for itself.
      insuranceLimiter: new RateLimiterMemory({ points: size, duration: seconds, keyPrefix: bucket }),
    })
    limiters.set(bucket, limiter)
    return limiter
  }

  return {
    async take(bucket, key, limit) {
      // Hashed: keys may be e-mail addresses, and the column is short.
      const hashed = createHash('sha256').update(key).digest('base64url')
      await limiterFor(bucket, limit)
        .consume(hashed)
        .catch((refusal: unknown) => {
          if (!(refusal instanceof RateLimiterRes)) throw refusal
          const headers = { 'retry-after': String(Math.max(1, Math.ceil(refusal.msBeforeNext / 1000))) }
          throw (limit.refuse ?? commonErrors.too_many_requests)({ headers })
        })
    },
    close: () => pool.end(),
  }
}

/** One key per network: the address itself, or for IPv6 its /64, which one person holds whole. */
export function addressKey(ip: string): string {
  if (!isIPv6(ip)) return ip
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)
  if (mapped) return mapped[1]!
  const [head = '', tail = ''] = ip.split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail.split(':').filter(Boolean)
  const groups = ip.includes('::')
    ? [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right]
    : left
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
