/** The sandbox's own time: the machine's, plus what the control API has moved it forward. Signatures keep real time. */
export interface Clock {
  /** Whole seconds since 1970, as Stripe's v1 objects carry them. */
  seconds(): number
  milliseconds(): number
  advance(seconds: number): void
}

export function createClock(): Clock {
  let offset = 0
  return {
    seconds: () => Math.floor((Date.now() + offset) / 1000),
    milliseconds: () => Date.now() + offset,
    advance: (seconds) => {
      offset += seconds * 1000
    },
  }
}
