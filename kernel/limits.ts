import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { AppPool, LoginAddress } from './db/app-pool.ts'
import { commonErrors } from './errors.ts'
import type { AppError } from './errors.ts'
import type { Logger } from './log.ts'

export interface Limit {
  points: number
  seconds: number
  /** Points of this bucket may be given back, so a full bucket is checked in the database each time, not in memory. */
  refundable?: boolean
  /** Error to throw instead of the common 429. */
  refuse?: (more: { headers: Record<string, string> }) => AppError
}

export interface Limits {
  /**
   * Takes one point from a bucket; all processes share the counters through PostgreSQL.
   * @param bucket names the rule, for example `auth.token`; @param key who is limited
   * @throws {AppError} 429 with Retry-After (seconds)
   */
  take(bucket: string, key: string, limit: Limit): Promise<void>
  /**
   * Returns a point that `take` took, for an attempt that does not count (a correct password). Taking first and giving
   * back later prevents parallel calls from exceeding the limit together.
   */
  giveBack(bucket: string, key: string, limit: Limit & { refundable: true }): Promise<void>
  /**
   * Parameters for a statement that takes the point itself along with its own query: one round trip instead of two.
   * @throws {AppError} 429 with Retry-After, if this process already knows that the bucket is full
   */
  ask(bucket: string, key: string, limit: Limit): Ask
  close(): Promise<void>
}

/** A point that the caller's own statement takes from `app.rate_limits` (services/auth/points.ts). */
export interface Ask {
  /** Key of the row. */
  key: string
  /** The process's clock, and the end of a window that starts now: milliseconds since 1970. */
  at: number
  expire: number
  /** Maximum points in the window. */
  size: number
  /** Checks the row that the statement wrote. @throws {AppError} 429 with Retry-After */
  settle: (taken: { points: number; expire: number }) => void
}

/** Maximum full buckets that a process remembers, so that a flooding client costs no statements. */
const MOST_FULL = 10_000

/** Timeout in milliseconds for the shared counters; after it, this process counts in its own memory. */
const TIMEOUT_MS = 2000

/**
 * @param login of the authenticator; the limiter's own connections act as service_role
 * @param factor multiplies every limit (tests and load runs)
 * @param timeoutMs timeout in milliseconds for the shared counters
 */
export function createLimits(
  login: string | LoginAddress,
  factor: number,
  log: Logger,
  timeoutMs = TIMEOUT_MS,
): Limits {
  const address = login instanceof LoginAddress ? login : new LoginAddress(login, log)
  const pool = new AppPool(address, {
    max: 2,
    options: '-c role=service_role',
    application_name: 'bolt-blocks-limits',
    // A database that hangs must not delay requests for long; this process then counts in its own memory.
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
    keepAlive: true,
  })
  pool.on('error', (error) => log.warn({ error: error.message }, 'an idle connection of the limits was lost'))
  const limiters = new Map<string, RateLimiterPostgres>()
  /** When each full bucket opens again, by its row's key. */
  const full = new Map<string, number>()

  function limiterFor(bucket: string, { points, seconds, refundable }: Limit): RateLimiterPostgres {
    const known = limiters.get(bucket)
    if (known) return known
    const size = Math.ceil(points * factor)
    const limiter = new RateLimiterPostgres({
      storeClient: pool,
      // Set explicitly, because the default is derived from the client's class name.
      storeType: 'pool',
      schemaName: 'app',
      tableName: 'rate_limits',
      tableCreated: true,
      keyPrefix: bucket,
      points: size,
      duration: seconds,
      inMemoryBlockOnConsumed: refundable ? 0 : size,
      // While the database is unavailable, each process counts in its own memory.
      insuranceLimiter: new RateLimiterMemory({ points: size, duration: seconds, keyPrefix: bucket }),
    })
    limiters.set(bucket, limiter)
    return limiter
  }

  return {
    async take(bucket, key, limit) {
      await limiterFor(bucket, limit)
        .consume(hashed(key))
        .catch((refusal: unknown) => {
          if (!(refusal instanceof RateLimiterRes)) throw refusal
          throw refused(limit, refusal.msBeforeNext)
        })
    },
    async giveBack(bucket, key, limit) {
      await limiterFor(bucket, limit).reward(hashed(key))
    },
    ask(bucket, key, limit) {
      const row = `${bucket}:${hashed(key)}`
      const at = Date.now()
      const opens = full.get(row) ?? 0
      if (opens > at) throw refused(limit, opens - at)
      full.delete(row)
      const size = Math.ceil(limit.points * factor)
      return {
        key: row,
        at,
        expire: at + limit.seconds * 1000,
        size,
        settle({ points, expire }) {
          if (points <= size) return
          if (!limit.refundable) {
            if (full.size >= MOST_FULL) full.delete(full.keys().next().value!)
            full.set(row, expire)
          }
          throw refused(limit, expire - at)
        },
      }
    },
    close: () => pool.end(),
  }
}

function refused(limit: Limit, milliseconds: number): AppError {
  const headers = { 'retry-after': String(Math.max(1, Math.ceil(milliseconds / 1000))) }
  return (limit.refuse ?? commonErrors.too_many_requests)({ headers })
}

/** Hashed because keys may be email addresses, and the column is short. */
const hashed = (key: string) => createHash('sha256').update(key).digest('base64url')

/** One key per network: the address itself, or for IPv6 its /64, which one customer owns entirely. */
export function addressKey(ip: string): string {
  const zoneless = ip.replace(/%.*$/, '')
  if (!isIPv6(zoneless)) return ip
  const groups = groupsOf(zoneless)
  // An IPv4-mapped IPv6 address (::ffff:a.b.c.d).
  if (groups.slice(0, 6).join() === '0,0,0,0,0,65535')
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 255])
      .join('.')
  const network = groups.slice(0, 4).map((group) => group.toString(16))
  return `${network.join(':')}::/64`
}

/** The eight groups of an IPv6 address, in any notation. */
function groupsOf(ip: string): number[] {
  const canonical = new URL(`http://[${ip}]`).hostname.slice(1, -1)
  const [left = [], right = []] = canonical.split('::').map((half) =>
    half
      .split(':')
      .filter(Boolean)
      .map((group) => Number.parseInt(group, 16)),
  )
  return canonical.includes('::')
    ? [...left, ...Array<number>(8 - left.length - right.length).fill(0), ...right]
    : left
}
