import { commonErrors } from '#kernel/errors.ts'

/**
 * Holds of one event that this process sends to the database at once. They wait there for each other, so more would only take
 * connections from all other requests, first of all from buyers who have their seats and want to pay.
 */
const AT_ONCE = 2
/** Beyond that, a buyer would wait longer than browsers do. */
const MOST_WAITING = 5000

interface Line {
  running: number
  waiting: (() => void)[]
}

const lines = new Map<string, Line>()

/**
 * Runs holds of an event two at a time, in the order in which they came; events do not wait for each other.
 * @throws {AppError} too_many_requests while thousands wait
 */
export async function inTurn<T>(event: string, hold: () => Promise<T>): Promise<T> {
  const line = lines.get(event) ?? { running: 0, waiting: [] }
  lines.set(event, line)
  if (line.waiting.length >= MOST_WAITING)
    throw commonErrors.too_many_requests({ headers: { 'retry-after': '5' } })
  if (line.running >= AT_ONCE) await new Promise<void>((go) => line.waiting.push(go))
  else line.running++
  try {
    return await hold()
  } finally {
    const next = line.waiting.shift()
    // The next one takes over this one's place.
    if (next) next()
    else if (--line.running === 0) lines.delete(event)
  }
}
