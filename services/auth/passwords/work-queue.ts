import { authErrors } from '../errors.ts'

/** Runs work when a slot is free. */
export type RunQueued = <T>(work: () => Promise<T>) => Promise<T>

/**
 * A bounded queue: `atOnce` calls run, at most `waiting` more wait in order, and further calls are refused
 * immediately. A flood therefore costs bounded time and memory, and waiting calls still run.
 * @returns the function that runs the work; it throws 429 over_request_rate_limit with Retry-After when the
 *   queue is full
 */
export function workQueue(atOnce: number, waiting: number): RunQueued {
  const line: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running < atOnce) running += 1
    else {
      if (line.length >= waiting)
        throw authErrors.over_request_rate_limit({ headers: { 'retry-after': '2' } })
      // A finished call passes its slot on, so `running` does not change here.
      await new Promise<void>((resolve) => line.push(resolve))
    }
    try {
      return await work()
    } finally {
      const next = line.shift()
      if (next) next()
      else running -= 1
    }
  }
}
