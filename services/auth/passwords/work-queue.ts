import { authErrors } from '../errors.ts'

/** Lets work run in turn. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>

/**
 * A queue with an end: `atOnce` run, at most `waiting` wait in line, in order, and whoever comes then is refused at
 * once. So a flood costs a bounded time and memory, and those in line still get their turn.
 * @returns the function to hand work to; it throws 429 over_request_rate_limit with Retry-After when the line is full
 */
export function workQueue(atOnce: number, waiting: number): InTurn {
  const line: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running < atOnce) running += 1
    else {
      if (line.length >= waiting)
        throw authErrors.over_request_rate_limit({ headers: { 'retry-after': '2' } })
      // Whoever finishes hands its place on, so `running` does not change here.
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
