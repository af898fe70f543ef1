/** The sandbox's time: real time plus the control API's offset. Signatures use real time. */
export interface Clock {
  /** Whole seconds since 1970, as Stripe's v1 objects carry them. */
  seconds(): number
  milliseconds(): number
  advance(seconds: number): void
  /** Does `work`, which must not wait for anything, as if it were that second: work that was due earlier, test clocks. */
  at<T>(seconds: number, work: () => T): T
}

/** @param moved offset of an earlier run in milliseconds; `keep` stores the new offset */
export function createClock(moved = 0, keep: (moved: number) => void = () => undefined): Clock {
  let offset = moved
  let frozen: number | undefined
  const milliseconds = (): number => frozen ?? Date.now() + offset
  return {
    seconds: () => Math.floor(milliseconds() / 1000),
    milliseconds,
    advance: (seconds) => {
      offset += seconds * 1000
      keep(offset)
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
