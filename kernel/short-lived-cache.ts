import type { Listen } from './db/listener.ts'

/** Lifetime of an entry in milliseconds, in case its invalidation is lost. */
const LIFETIME_MS = 5000

export interface ShortLivedCache<T> {
  /** The value for this key, from the cache or loaded; concurrent callers share one load. */
  get(key: string, loader: () => Promise<T>): Promise<T>
  /** For the process that changed the value itself: it need not wait for its own notification. */
  forget(key: string): void
}

/**
 * A cache for at most 5 seconds, invalidated immediately by a NOTIFY on `channel` whose payload is the key.
 * @param maxEntries maximum entries; the oldest are dropped first
 */
export function createShortLivedCache<T>(
  listen: Listen,
  channel: string,
  maxEntries: number,
): ShortLivedCache<T> {
  const entries = new Map<string, { value: T; until: number }>()
  const pending = new Map<string, Promise<T>>()
  let listening: Promise<unknown> | undefined

  function forget(key: string): void {
    entries.delete(key)
    pending.delete(key) // its result may be older than this notification
  }

  function forgetAll(): void {
    entries.clear()
    pending.clear()
  }

  async function load(key: string, loader: () => Promise<T>): Promise<T> {
    const result = loader()
    pending.set(key, result)
    try {
      const value = await result
      if (pending.get(key) === result) {
        if (entries.size >= maxEntries) entries.delete(entries.keys().next().value!)
        entries.set(key, { value, until: Date.now() + LIFETIME_MS })
      }
      return value
    } finally {
      if (pending.get(key) === result) pending.delete(key)
    }
  }

  return {
    forget,
    async get(key, loader) {
      await (listening ??= listen(channel, forget, forgetAll))
      const cached = entries.get(key)
      if (cached && cached.until > Date.now()) return cached.value
      return pending.get(key) ?? load(key, loader)
    },
  }
}
