/** The transactions visible at one moment, in PostgreSQL's form (`pg_snapshot`): `xmin:xmax:xip,xip`. */
export interface Snapshot {
  text: string
  /** Whether a committed transaction (`xid8`, in digits) had committed before the snapshot. */
  sees: (xact: string) => boolean
}

/** Parses `pg_current_snapshot()::text`. 64-bit transaction numbers stay below 2^53 in any real database. */
export function readSnapshot(text: string): Snapshot {
  const [xmin, xmax, running = ''] = text.split(':')
  const inProgress = new Set(running.split(','))
  return {
    text,
    sees: (xact) => Number(xact) < Number(xmin) || (Number(xact) < Number(xmax) && !inProgress.has(xact)),
  }
}
