/** Tells what this process has been told before, to spare the database; forgetting only costs a statement. */
export interface Recently {
  /** True the first time within an hour, for as many texts as fit. */
  isNew(text: string): boolean
}

const HOUR_MS = 3_600_000

/** @param most texts that are kept; when full, all are forgotten */
export function createRecently(most: number): Recently {
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
