import type { Listen } from './db/listener.ts'
import { createMemoryCache, type MemoryCache } from './memory-cache.ts'

/** Lifetime of an entry in milliseconds, in case its invalidation is lost. */
const LIFETIME_MS = 5000

/** `forget` is for the process that changed the value itself: it need not wait for its own notification. */
export type ShortLivedCache<T> = Pick<MemoryCache<T>, 'get' | 'forget'>

/**
 * A cache for at most 5 seconds, invalidated immediately by a NOTIFY on `channel` whose payload is the key.
 * @param maxEntries maximum entries; the oldest are dropped first
 */
export function createShortLivedCache<T>(
  listen: Listen,
  channel: string,
  maxEntries: number,
): ShortLivedCache<T> {
  const cache = createMemoryCache<T>(LIFETIME_MS, maxEntries)
  let listening: Promise<unknown> | undefined
  return {
    forget: (key) => cache.forget(key),
    async get(key, loader) {
      await (listening ??= listen(
        channel,
        (forgotten) => cache.forget(forgotten),
        () => cache.forgetAll(),
      ))
      return cache.get(key, loader)
    },
  }
}
