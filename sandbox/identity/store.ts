interface Entry {
  payload: Record<string, unknown>
  until: number
}

/** Maximum number of stored entries; the oldest are evicted first. */
const MAX_ENTRIES = 5000

/**
 * Stores the provider's codes, sessions and tokens in memory.
 * @returns a class, because the provider creates one adapter instance per model
 */
export function memoryStore() {
  const all = new Map<string, Entry>()
  const living = (key: string) => {
    const entry = all.get(key)
    return entry && entry.until > Date.now() ? entry.payload : undefined
  }
  return class Store {
    #kind: string
    constructor(kind: string) {
      this.#kind = kind
    }
    async upsert(id: string, payload: Record<string, unknown>, seconds?: number): Promise<void> {
      if (all.size >= MAX_ENTRIES) all.delete(all.keys().next().value!)
      all.set(`${this.#kind}:${id}`, { payload, until: seconds ? Date.now() + seconds * 1000 : Infinity })
    }
    async find(id: string) {
      return living(`${this.#kind}:${id}`)
    }
    async findByUid(uid: string) {
      for (const [key, { payload }] of all)
        if (key.startsWith(`${this.#kind}:`) && payload.uid === uid) return living(key)
      return undefined
    }
    async findByUserCode() {
      return undefined
    }
    async consume(id: string): Promise<void> {
      const payload = living(`${this.#kind}:${id}`)
      if (payload) payload.consumed = Math.floor(Date.now() / 1000)
    }
    async destroy(id: string): Promise<void> {
      all.delete(`${this.#kind}:${id}`)
    }
    async revokeByGrantId(grantId: string): Promise<void> {
      for (const [key, { payload }] of all) if (payload.grantId === grantId) all.delete(key)
    }
  }
}
