/** What a transaction could see, as PostgreSQL writes it (`pg_snapshot`): `xmin:xmax:xip,xip`. */
export interface Snapshot {
  text: string
  /** Whether a committed transaction (`xid8`, in digits) had committed before. */
  sees: (xact: string) => boolean
}

/** Reads `pg_current_snapshot()::text`. Transaction numbers of 64 bits are below 2^53 for any real database. */
export function readSnapshot(text: string): Snapshot {
  const [xmin, xmax, running = ''] = text.split(':')
  const inProgress = new Set(running.split(','))
  return {
    text,
    sees: (xact) => Number(xact) < Number(xmin) || (Number(xact) < Number(xmax) && !inProgress.has(xact)),
  }
}
