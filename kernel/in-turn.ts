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
 * Runs work of one key, such as the holds of an event, a few at a time in the order in which it came; keys do not wait for each other.
 * @param limits.atOnce how many run in this process
 * @param limits.most how many may wait
 * @throws {AppError} too_many_requests while that many wait
 */
export async function inTurn<T>(
  key: string,
  work: () => Promise<T>,
  { atOnce = AT_ONCE, most = MOST_WAITING }: { atOnce?: number; most?: number } = {},
): Promise<T> {
  const line = lines.get(key) ?? { running: 0, waiting: [] }
  lines.set(key, line)
  if (line.running >= atOnce && line.waiting.length >= most)
    throw commonErrors.too_many_requests({ headers: { 'retry-after': '5' } })
  if (line.running >= atOnce) await new Promise<void>((go) => line.waiting.push(go))
  else line.running++
  try {
    return await work()
  } finally {
    const next = line.waiting.shift()
    // The next one takes over this one's place.
    if (next) next()
    else if (--line.running === 0) lines.delete(key)
  }
}
