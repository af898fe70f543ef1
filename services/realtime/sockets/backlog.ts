/** Bytes passed to the sockets of each pool that the network has not accepted yet. */
export interface Backlog {
  of(pool: string): number
  /** @returns a function to call when they were sent, or their socket is closed */
  add(pool: string, bytes: number): () => void
}

/** Creates an empty backlog for this process. */
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
