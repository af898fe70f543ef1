import { AppError, commonErrors } from './errors.ts'
import { addressKey } from './limits.ts'

/** API keys that are wrong, of one address in a minute: then keys that this process does not know are refused unread. */
const WRONG_KEYS = 60
const MINUTE = 60_000
/** Addresses that a window remembers; the oldest are forgotten first. */
const MOST_ADDRESSES = 100_000
/** API keys that were right; the oldest are forgotten first. */
const MOST_KEYS = 10_000

/**
 * Limits by client address for what happens too often to count in the database: each process counts for itself, in
 * memory. IPv6 addresses count by their /64, as everywhere.
 */
export interface AddressLimits {
  /** Counts a request to the data API. @throws {AppError} 429 too_many_requests with Retry-After */
  takeRequest(ip: string): void
  /**
   * Reads an API key, unless too many wrong ones came from this address. A key that was right before is always read:
   * visitors who share an address with somebody who guesses, or with a page whose key was replaced, go on.
   * @param read rejects with invalid_api_key if the key is wrong
   * @throws {AppError} 429 too_many_requests with Retry-After, and what `read` rejects with
   */
  readKey<T>(ip: string, key: string, read: () => Promise<T>): Promise<T>
}

/** @param options `requests` to the data API of one address in a minute (0: unlimited); `factor` multiplies all limits */
export function createAddressLimits(options: { requests: number; factor: number }): AddressLimits {
  const requests = createWindow(options.requests * options.factor, MINUTE)
  const wrongKeys = createWindow(WRONG_KEYS * options.factor, MINUTE)
  const rightKeys = new Set<string>()
  /** Keys being read for the first time: the many requests of a page count as one. */
  const reading = new Map<string, Promise<unknown>>()

  async function readUnknown<T>(ip: string, key: string, read: () => Promise<T>): Promise<T> {
    const address = addressKey(ip)
    // Taken before the read and given back after it, so that guesses in parallel do not pass together.
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
          // It was replaced, or its tenant deleted: from now on it is a guess like others.
          if (isWrongKey(error)) rightKeys.delete(key)
          throw error
        })
      const place = `${addressKey(ip)} ${key}`
      const known = reading.get(place) as ReturnType<typeof read> | undefined
      if (known) return known
      const begun = readUnknown(ip, key, read).finally(() => reading.delete(place))
      reading.set(place, begun)
      return begun
    },
  }
}

const isWrongKey = (error: unknown): boolean => error instanceof AppError && error.code === 'invalid_api_key'

function refuseAfter(waitMs: number): void {
  if (waitMs > 0) throw commonErrors.too_many_requests({ headers: retryAfter(waitMs) })
}

/** Whole seconds, as RFC 9110 (section 10.2.3) writes them. */
export const retryAfter = (waitMs: number): Record<string, string> => ({
  'retry-after': String(Math.max(1, Math.ceil(waitMs / 1000))),
})

export interface Window {
  /** Takes a point. @returns milliseconds until there is one again; 0: it was taken */
  take(key: string): number
  giveBack(key: string): void
}

/**
 * Counts by key in windows that begin with the first point.
 * @param points of one key in one window of `ms`; @param most keys that are remembered; @param now milliseconds
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
      // Windows end in the order in which they began, so what is first in the map ended first.
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
