interface Stoppable {
  stop(): Promise<void>
}

/** Milliseconds in which one Ctrl-C may arrive twice: from the terminal, and forwarded by the runner. */
const DUPLICATE_SIGNAL_MS = 500
/** Milliseconds after which the process exits even if something has not stopped. */
const STOP_TIMEOUT_MS = 45_000

/**
 * Collects running services and stops them in order on SIGINT, SIGTERM or a fault: those added with `first` before those
 * added with `last`. Services that are still starting are waited for, so that nothing is left behind. A second Ctrl-C
 * exits immediately; a second SIGTERM does not, because one stop may send several: from a supervisor, the runner and the
 * end of the parent process.
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
    setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref()
    return (stopped ??= stopParts())
  }

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      const now = performance.now()
      const hurried =
        signal === 'SIGINT' && stoppingSince !== undefined && now - stoppingSince > DUPLICATE_SIGNAL_MS
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
    /** Aborted when shutdown starts, so that running startups end early. */
    signal: aborted.signal,
    /** Makes shutdown wait for a running startup. @throws {Error} if shutdown has started in the meantime */
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
