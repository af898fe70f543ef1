import { AppError } from '#kernel/errors.ts'
import { analyticsErrors } from '../errors.ts'

export interface EventQueue<Event> {
  /** Resolves when these events are stored. @throws {AppError} busy, while too many wait or the database is unavailable */
  add(events: readonly Event[]): Promise<void>
}

interface Waiting<Event> {
  events: readonly Event[]
  resolve: () => void
  reject: (why: unknown) => void
}

/**
 * Group commit: while a flush is in flight, events gather, and the next flush stores all of them with one statement. There is no timer, so a single
 * event does not wait (reference: one INSERT for each request costs more from 32 connections on, a window of 10 ms costs more below 250).
 * @param store stores events in one transaction
 * @param isFault whether an error is about the events, not about the database: the requests are stored one by one then
 * @param options.most events that may wait; `perFlush` events in one statement
 */
export function createEventQueue<Event>(
  store: (events: readonly Event[]) => Promise<void>,
  isFault: (error: unknown) => boolean,
  options: { most?: number; perFlush?: number } = {},
): EventQueue<Event> {
  const { most = 20_000, perFlush = 5000 } = options
  let waiting: Waiting<Event>[] = []
  let count = 0
  let isFlushing = false

  /** The first requests whose events fit into a statement. */
  function takeBatch(): Waiting<Event>[] {
    let size = 0
    const end = waiting.findIndex(({ events }) => (size += events.length) > perFlush)
    const batch = end < 0 ? waiting : waiting.slice(0, Math.max(end, 1))
    waiting = waiting.slice(batch.length)
    count -= batch.reduce((sum, { events }) => sum + events.length, 0)
    return batch
  }

  async function storeBatch(batch: Waiting<Event>[]): Promise<void> {
    try {
      await store(batch.flatMap(({ events }) => events))
      for (const { resolve } of batch) resolve()
    } catch (cause) {
      if (batch.length > 1 && isFault(cause)) {
        for (const one of batch) await storeBatch([one])
        return
      }
      const error =
        cause instanceof AppError ? cause : analyticsErrors.busy({ cause, headers: { 'retry-after': '5' } })
      for (const { reject } of batch) reject(error)
    }
  }

  async function flush(): Promise<void> {
    isFlushing = true
    while (waiting.length) await storeBatch(takeBatch())
    isFlushing = false
  }

  return {
    add(events) {
      if (count + events.length > most)
        return Promise.reject(analyticsErrors.busy({ headers: { 'retry-after': '5' } }))
      count += events.length
      return new Promise<void>((resolve, reject) => {
        waiting.push({ events, resolve, reject })
        if (!isFlushing) void flush()
      })
    },
  }
}
