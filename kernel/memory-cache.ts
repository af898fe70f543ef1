/** Values by key for a fixed time, in this process only: for what changes elsewhere and is expensive to read again. */
export interface MemoryCache<T> {
  /** The value for this key, from the cache or loaded; concurrent callers share one load. Failures are not cached. */
  get(key: string, loader: () => Promise<T>): Promise<T>
}

/**
 * @param lifetimeMs how long a value is used; @param maxEntries the oldest are dropped first
 * @param now milliseconds
 */
export function createMemoryCache<T>(lifetimeMs: number, maxEntries: number, now = Date.now): MemoryCache<T> {
  const entries = new Map<string, { value: T; until: number }>()
  const pending = new Map<string, Promise<T>>()

  async function load(key: string, loader: () => Promise<T>): Promise<T> {
    const value = await loader()
    // Entries have one lifetime, so the first of the map is also the first to end.
    entries.delete(key)
    if (entries.size >= maxEntries) entries.delete(entries.keys().next().value!)
    entries.set(key, { value, until: now() + lifetimeMs })
    return value
  }

  return {
    async get(key, loader) {
      const cached = entries.get(key)
      if (cached && cached.until > now()) return cached.value
      const known = pending.get(key)
      if (known) return known
      const loading = load(key, loader).finally(() => pending.delete(key))
      pending.set(key, loading)
      return loading
    },
  }
}
