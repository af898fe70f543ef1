/** Milliseconds. Several rows often change together. */
const SETTLE_MS = 150
const LEAST_PAUSE_MS = 1000
/** Pause after a refresh in relation to its time, so that it takes a fifth of all time at most, of browser and server. */
const PAUSE_FACTOR = 4

export interface GatheredChanges {
  /** What a refresh does. Another one may follow, such as when other rows are shown. */
  refreshBy: (refresh: () => Promise<void>) => void
  /** Something changed: a refresh follows. */
  changed: () => void
  /** No refresh starts while it is held; one that is due starts afterwards. */
  hold: (isHeld: boolean) => void
  /** Forgets what is due. */
  stop: () => void
}

/** Makes few refreshes of many changes: soon after the first, then with pauses, and always one after the last. */
export function gatherChanges(): GatheredChanges {
  let refresh: () => Promise<void> = async () => {}
  let isDue = false
  let isHeld = false
  let isRunning = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let pauseUntil = 0

  function schedule(): void {
    if (!isDue || isHeld || isRunning || timer !== undefined) return
    timer = setTimeout(() => void run(), Math.max(SETTLE_MS, pauseUntil - Date.now()))
  }

  async function run(): Promise<void> {
    timer = undefined
    if (isHeld) return
    isDue = false
    isRunning = true
    const startedAt = Date.now()
    await refresh().catch(() => undefined)
    const endedAt = Date.now()
    pauseUntil = endedAt + Math.max(LEAST_PAUSE_MS, PAUSE_FACTOR * (endedAt - startedAt))
    isRunning = false
    schedule()
  }

  return {
    refreshBy(next) {
      refresh = next
    },
    changed() {
      isDue = true
      schedule()
    },
    hold(next) {
      isHeld = next
      schedule()
    },
    stop() {
      isDue = false
      clearTimeout(timer)
      timer = undefined
    },
  }
}
