/** Values by key for a fixed time, in this process only: for what changes elsewhere and is expensive to read again. */
export interface MemoryCache<T> {
  /** The value for this key, from the cache or loaded; concurrent callers share one load. Failures are not cached. */
  get(key: string, loader: () => Promise<T>): Promise<T>
  /** Drops a value; what is being loaded for it now is not cached, because it may be outdated already. */
  forget(key: string): void
  forgetAll(): void
}

/**
 * @param lifetimeMs how long a value is used
 * @param maxEntries maximum entries; the oldest are dropped first
 * @param isKept whether a loaded value is cached
 */
export function createMemoryCache<T>(
  lifetimeMs: number,
  maxEntries: number,
  isKept: (value: T) => boolean = () => true,
): MemoryCache<T> {
  const entries = new Map<string, { value: T; until: number }>()
  const pending = new Map<string, Promise<T>>()

  async function load(key: string, loader: () => Promise<T>): Promise<T> {
    const result = loader()
    pending.set(key, result)
    try {
      const value = await result
      if (pending.get(key) === result && isKept(value)) {
        // Entries have one lifetime, so the first of the map is also the first to end.
        entries.delete(key)
        if (entries.size >= maxEntries) entries.delete(entries.keys().next().value!)
        entries.set(key, { value, until: Date.now() + lifetimeMs })
      }
      return value
    } finally {
      if (pending.get(key) === result) pending.delete(key)
    }
  }

  return {
    async get(key, loader) {
      const cached = entries.get(key)
      if (cached && cached.until > Date.now()) return cached.value
      return pending.get(key) ?? load(key, loader)
    },
    forget(key) {
      entries.delete(key)
      pending.delete(key)
    },
    forgetAll() {
      entries.clear()
      pending.clear()
    },
  }
}
