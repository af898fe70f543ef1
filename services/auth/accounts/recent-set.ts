/**
 * Reports whether this process has seen a text recently, to spare the database a statement. Forgetting one
 * costs only that statement.
 */
export interface RecentSet {
  /** True the first time within an hour, as long as the text has not been evicted. */
  isNew(text: string): boolean
}

const HOUR_MS = 3_600_000

/** @param most maximum number of texts; when full, all are forgotten */
export function createRecentSet(most: number): RecentSet {
  const seen = new Map<string, number>()
  return {
    isNew(text) {
      const now = Date.now()
      if ((seen.get(text) ?? 0) > now) return false
      if (seen.size >= most) seen.clear()
      seen.set(text, now + HOUR_MS)
      return true
    },
  }
}
