interface Stoppable {
  stop(): Promise<void>
}

/** Milliseconds in which one Ctrl-C may come twice: from the terminal, and from the runner that hands on its own. */
const SAME_PRESS = 500

/**
 * Collects what runs and stops it in order on SIGINT, SIGTERM or a failed start: what was added with `first` before
 * what was added with `last`. A second Ctrl-C ends at once.
 */
export function stopInOrder() {
  const parts: { name: string; part: Stoppable }[] = []
  let stoppingSince: number | undefined

  async function stopAll(): Promise<void> {
    for (const { name, part } of parts) {
      await part
        .stop()
        .catch(
          (error: Error) => void process.stderr.write(`${name} did not stop cleanly: ${error.message}\n`),
        )
    }
  }

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      const now = performance.now()
      if (stoppingSince !== undefined && now - stoppingSince > SAME_PRESS) process.exit(1)
      if (stoppingSince !== undefined) return
      stoppingSince = now
      void stopAll().then(() => process.exit(0))
    })

  return {
    all: stopAll,
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
