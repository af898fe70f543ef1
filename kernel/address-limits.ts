import { AppError, commonErrors } from './errors.ts'
import { addressKey } from './limits.ts'

/** Wrong API keys per address and minute. Beyond that, keys unknown to this process are rejected without a lookup. */
const WRONG_KEYS = 60
const MINUTE = 60_000
/** Maximum addresses that a window tracks; the oldest are dropped first. */
const MOST_ADDRESSES = 100_000
/** Maximum valid API keys to remember; the oldest are dropped first. */
const MOST_KEYS = 10_000

/**
 * Rate limits by client address for events too frequent to count in the database: each process counts in its own
 * memory. IPv6 addresses are counted by their /64, as everywhere.
 */
export interface AddressLimits {
  /** Counts a request to the data API. @throws {AppError} 429 too_many_requests with Retry-After */
  takeRequest(ip: string): void
  /**
   * Reads an API key, unless this address has sent too many wrong ones. Keys that were valid before are always read, so
   * that visitors who share an address with an attacker, or with a page that has an outdated key, are not blocked.
   * @param read rejects with invalid_api_key if the key is wrong
   * @throws {AppError} 429 too_many_requests with Retry-After, and what `read` rejects with
   */
  readKey<T>(ip: string, key: string, read: () => Promise<T>): Promise<T>
}

/** @param options `requests` per address and minute to the data API (0: unlimited); `factor` multiplies all limits */
export function createAddressLimits(options: { requests: number; factor: number }): AddressLimits {
  const requests = createWindow(options.requests * options.factor, MINUTE)
  const wrongKeys = createWindow(WRONG_KEYS * options.factor, MINUTE)
  const rightKeys = new Set<string>()
  /** Keys being read for the first time: a page's concurrent requests count as one. */
  const reading = new Map<string, Promise<unknown>>()

  async function readUnknown<T>(ip: string, key: string, read: () => Promise<T>): Promise<T> {
    const address = addressKey(ip)
    // Taken before the read and given back after it, so that parallel guesses cannot pass together.
    refuseAfter(wrongKeys.take(address))
    try {
      const found = await read()
      wrongKeys.giveBack(address)
      if (rightKeys.size >= MOST_KEYS) rightKeys.delete(rightKeys.values().next().value!)
      rightKeys.add(key)
      return found
    } catch (error) {
      if (!isWrongKey(error)) wrongKeys.giveBack(address)
      throw error
    }
  }

  return {
    takeRequest(ip) {
      if (options.requests > 0) refuseAfter(requests.take(addressKey(ip)))
    },
    async readKey(ip, key, read) {
      if (rightKeys.has(key))
        return read().catch((error: unknown) => {
          // The key was replaced or its tenant deleted: from now on it counts as a guess.
          if (isWrongKey(error)) rightKeys.delete(key)
          throw error
        })
      const place = `${addressKey(ip)} ${key}`
      const known = reading.get(place) as ReturnType<typeof read> | undefined
      if (known) return known
      const pending = readUnknown(ip, key, read).finally(() => reading.delete(place))
      reading.set(place, pending)
      return pending
    },
  }
}

const isWrongKey = (error: unknown): boolean => error instanceof AppError && error.code === 'invalid_api_key'

function refuseAfter(waitMs: number): void {
  if (waitMs > 0) throw commonErrors.too_many_requests({ headers: retryAfter(waitMs) })
}

/** Whole seconds, as RFC 9110 (section 10.2.3) requires. */
export const retryAfter = (waitMs: number): Record<string, string> => ({
  'retry-after': String(Math.max(1, Math.ceil(waitMs / 1000))),
})

export interface Window {
  /** Takes a point. @returns 0 if it was taken, else the milliseconds until one is available */
  take(key: string): number
  giveBack(key: string): void
}

/**
 * Counts by key in windows that start with the first point.
 * @param points per key and window of `ms`; @param most keys that are tracked; @param now milliseconds
 */
export function createWindow(points: number, ms: number, most = MOST_ADDRESSES, now = Date.now): Window {
  const counts = new Map<string, { taken: number; until: number }>()
  return {
    take(key) {
      const time = now()
      const known = counts.get(key)
      if (known && known.until > time) {
        if (known.taken >= points) return known.until - time
        known.taken++
        return 0
      }
      // Windows end in the order in which they started, so the first in the map has ended first.
      counts.delete(key)
      if (counts.size >= most) counts.delete(counts.keys().next().value!)
      counts.set(key, { taken: 1, until: time + ms })
      return 0
    },
    giveBack(key) {
      const known = counts.get(key)
      if (known && known.taken > 0) known.taken--
    },
  }
}
