/** Bytes that were handed to the sockets of each pool, and that the network did not take yet. */
export interface Backlog {
  of(pool: string): number
  /** @returns says that they went, or that their socket is gone */
  add(pool: string, bytes: number): () => void
}

/** Of this process; nothing waits yet. */
export function createBacklog(): Backlog {
  const waiting = new Map<string, number>()
  const change = (pool: string, by: number) => {
    const next = (waiting.get(pool) ?? 0) + by
    if (next) waiting.set(pool, next)
    else waiting.delete(pool)
  }
  return {
    of: (pool) => waiting.get(pool) ?? 0,
    add(pool, bytes) {
      change(pool, bytes)
      return () => change(pool, -bytes)
    },
  }
}
