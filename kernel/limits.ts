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
  /** Points of this bucket may be given back: a full one is asked again each time, never refused from memory. */
  refundable?: boolean
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
  /**
   * Gives a point back that `take` took, for what turned out not to count (a password that was right). Taking first
   * and giving back is what keeps calls in parallel from passing a limit together.
   */
  giveBack(bucket: string, key: string, limit: Limit & { refundable: true }): Promise<void>
  /**
   * What a statement needs that takes the point itself, together with what it reads: one round trip instead of two.
   * @throws {AppError} 429 with Retry-After, when this process knows already that the bucket is full
   */
  ask(bucket: string, key: string, limit: Limit): Ask
  close(): Promise<void>
}

/** A point to be taken from `app.rate_limits` by a statement of the caller's (services/auth/points.ts). */
export interface Ask {
  /** Of the row. */
  key: string
  /** The process's clock, and the end of a window that begins now: milliseconds since 1970. */
  at: number
  expire: number
  /** More points than these are refused. */
  size: number
  /** Judges the row that the statement wrote. @throws {AppError} 429 with Retry-After */
  settle: (taken: { points: number; expire: number }) => void
}

/** Full buckets that a process remembers, so that whoever floods it costs no statement. */
const MOST_FULL = 10_000

/** Then this process counts for itself. */
const PATIENCE = 2000

/**
 * @param login of the authenticator; the limiter's own connections act as service_role
 * @param factor multiplies every limit (tests and load runs)
 * @param patience milliseconds that the shared counters may take
 */
export function createLimits(
  login: string | LoginAddress,
  factor: number,
  log: Logger,
  patience = PATIENCE,
): Limits {
  const address = login instanceof LoginAddress ? login : new LoginAddress(login, log)
  const pool = new AppPool(address, {
    max: 2,
    options: '-c role=service_role',
    application_name: 'bolt-blocks-limits',
    // A database that hangs must not hold up a request for long: then this process counts for itself.
    connectionTimeoutMillis: patience,
    query_timeout: patience,
    keepAlive: true,
  })
  pool.on('error', (error) => log.warn({ error: error.message }, 'an idle connection of the limits was lost'))
  const limiters = new Map<string, RateLimiterPostgres>()
  /** When each full bucket opens again, by the key of its row. */
  const full = new Map<string, number>()

  function limiterFor(bucket: string, { points, seconds, refundable }: Limit): RateLimiterPostgres {
    const known = limiters.get(bucket)
    if (known) return known
    const size = Math.ceil(points * factor)
    const limiter = new RateLimiterPostgres({
      storeClient: pool,
      // By default the class of the client decides, by its name.
      storeType: 'pool',
      schemaName: 'app',
      tableName: 'rate_limits',
      tableCreated: true,
      keyPrefix: bucket,
      points: size,
      duration: seconds,
      inMemoryBlockOnConsumed: refundable ? 0 : size,
      // While the database is away each process counts for itself.
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

/** Keys may be e-mail addresses, and the column is short. */
const hashed = (key: string) => createHash('sha256').update(key).digest('base64url')

/** One key per network: the address itself, or for IPv6 its /64, which one person holds whole. */
export function addressKey(ip: string): string {
  const zoneless = ip.replace(/%.*$/, '')
  if (!isIPv6(zoneless)) return ip
  const groups = groupsOf(zoneless)
  // An IPv4 address in the clothes of IPv6 (::ffff:a.b.c.d).
  if (groups.slice(0, 6).join() === '0,0,0,0,0,65535')
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 255])
      .join('.')
  const network = groups.slice(0, 4).map((group) => group.toString(16))
  return `${network.join(':')}::/64`
}

/** The eight numbers of an IPv6 address, whatever its spelling. */
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
