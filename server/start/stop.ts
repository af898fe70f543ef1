interface Stoppable {
  stop(): Promise<void>
}

/** Milliseconds in which one Ctrl-C may come twice: from the terminal, and from the runner that hands on its own. */
const SAME_PRESS = 500
/** Milliseconds after which what does not stop is left behind. */
const PATIENCE = 45_000

/**
 * Collects what runs and stops it in order on SIGINT, SIGTERM or a fault: what was added with `first` before what was
 * added with `last`. What is just starting is waited for, so that nothing is left behind. A second Ctrl-C ends at once;
 * a second SIGTERM does not: one stop may bring several, from a supervisor, the runner and the end of the parent process.
 */
export function stopInOrder() {
  const parts: { name: string; part: Stoppable }[] = []
  const starting = new Set<Promise<unknown>>()
  const aborted = new AbortController()
  let stoppingSince: number | undefined
  let stopped: Promise<void> | undefined

  async function stopParts(): Promise<void> {
    aborted.abort()
    await Promise.allSettled(starting)
    for (const { name, part } of parts)
      await part
        .stop()
        .catch(
          (error: Error) => void process.stderr.write(`${name} did not stop cleanly: ${error.message}\n`),
        )
  }

  function stopAll(): Promise<void> {
    setTimeout(() => process.exit(1), PATIENCE).unref()
    return (stopped ??= stopParts())
  }

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      const now = performance.now()
      const hurried = signal === 'SIGINT' && stoppingSince !== undefined && now - stoppingSince > SAME_PRESS
      if (hurried) process.exit(1)
      if (stoppingSince !== undefined) return
      stoppingSince = now
      void stopAll().then(() => process.exit(0))
    })
  for (const fault of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(fault, (thrown: unknown) => {
      process.stderr.write(`${thrown instanceof Error ? thrown.stack : String(thrown)}\n`)
      void stopAll().then(() => process.exit(1))
    })

  return {
    all: stopAll,
    /** Aborted when stopping begins: a start that is under way ends early. */
    signal: aborted.signal,
    /** Has stopping wait for a start that is under way. @throws {Error} when stopping began meanwhile */
    async starting<T>(start: Promise<T>): Promise<T> {
      starting.add(start)
      const started = await start.finally(() => starting.delete(start))
      aborted.signal.throwIfAborted()
      return started
    },
    first<T extends Stoppable>(name: string, part: T): T {
      parts.unshift({ name, part })
      return part
    },
    last<T extends Stoppable>(name: string, part: T): T {
      parts.push({ name, part })
      return part
    },
  }
}
