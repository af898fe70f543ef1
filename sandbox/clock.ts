/** The sandbox's time: real time plus the control API's offset. Signatures use real time. */
export interface Clock {
  /** Whole seconds since 1970, as in Stripe's v1 objects. */
  seconds(): number
  milliseconds(): number
  advance(seconds: number): void
  /** Runs `work`, which must be synchronous, at a given second. Used for overdue work and test clocks. */
  at<T>(seconds: number, work: () => T): T
}

/** @param offsetMs offset of an earlier run @param save stores the new offset */
export function createClock(offsetMs = 0, save: (offsetMs: number) => void = () => undefined): Clock {
  let offset = offsetMs
  let frozen: number | undefined
  const milliseconds = (): number => frozen ?? Date.now() + offset
  return {
    seconds: () => Math.floor(milliseconds() / 1000),
    milliseconds,
    advance: (seconds) => {
      offset += seconds * 1000
      save(offset)
    },
    at: (seconds, work) => {
      const before = frozen
      frozen = seconds * 1000
      try {
        return work()
      } finally {
        frozen = before
      }
    },
  }
}
