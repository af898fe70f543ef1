import type { Listen } from './db/listener.ts'

/** Lifetime of an entry in milliseconds, in case its invalidation is lost. */
const LIFETIME = 5000

export interface ShortLivedCache<T> {
  /** The value for this key, from the cache or loaded; concurrent callers share one load. */
  get(key: string, look: () => Promise<T>): Promise<T>
  /** For the process that changed the value itself: it need not wait for its own notification. */
  forget(key: string): void
}

/**
 * A cache for at most 5 seconds, invalidated immediately by a NOTIFY on `channel` whose payload is the key.
 * @param most maximum entries; the oldest are dropped first
 */
export function createShortMemory<T>(listen: Listen, channel: string, most: number): ShortLivedCache<T> {
  const kept = new Map<string, { value: T; until: number }>()
  const looking = new Map<string, Promise<T>>()
  let listening: Promise<unknown> | undefined

  function forget(key: string): void {
    kept.delete(key)
    looking.delete(key) // its answer may be older than this word
  }

  function forgetAll(): void {
    kept.clear()
    looking.clear()
  }

  async function lookUp(key: string, look: () => Promise<T>): Promise<T> {
    const answer = look()
    looking.set(key, answer)
    try {
      const value = await answer
      if (looking.get(key) === answer) {
        if (kept.size >= most) kept.delete(kept.keys().next().value!)
        kept.set(key, { value, until: Date.now() + LIFETIME })
      }
      return value
    } finally {
      if (looking.get(key) === answer) looking.delete(key)
    }
  }

  return {
    forget,
    async get(key, look) {
      await (listening ??= listen(channel, forget, forgetAll))
      const known = kept.get(key)
      if (known && known.until > Date.now()) return known.value
      return looking.get(key) ?? lookUp(key, look)
    },
  }
}
