/** Reproducible random numbers: the same seed gives the same values on every machine. */
export interface Random {
  /** An integer from 0 to n - 1. */
  below: (n: number) => number
  pick: <T>(from: readonly T[]) => T
  /** True with this probability, 0 to 1. */
  chance: (probability: number) => boolean
  /** A list of 1 to `most` values. */
  several: <T>(most: number, make: () => T) => T[]
}

/** The mulberry32 generator. */
export function seeded(seed: number): Random {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (n: number) => Math.floor(next() * n)
  return {
    below,
    pick: (from) => from[below(from.length)]!,
    chance: (probability) => next() < probability,
    several: (most, make) => Array.from({ length: 1 + below(most) }, make),
  }
}
