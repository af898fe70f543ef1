/** One thing that can be done over and over; refuses by throwing. */
export type Work = () => Promise<unknown>

export interface Load {
  /** How many are under way at any time. */
  inFlight: number
  /** Length of one measurement. */
  seconds: number
  /** How often each is measured; the median counts. */
  rounds: number
}

/**
 * Measures several works in turn, A B C A B C …, so that a machine that slows down slows all of them.
 * @returns per work the times per second of each round, and the median of them
 */
export async function measureInTurn<Name extends string>(
  works: Record<Name, Work>,
  load: Load,
): Promise<Record<Name, Rates>> {
  const names = Object.keys(works) as Name[]
  const rates = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>
  // A warm-up for each: connections open, plans are made, code is compiled.
  for (const name of names) await rate(works[name], { ...load, seconds: Math.min(1, load.seconds) })
  for (let round = 0; round < load.rounds; round++)
    for (const name of names) rates[name].push(await rate(works[name], load))
  return Object.fromEntries(
    names.map((name) => [name, { rounds: rates[name], median: median(rates[name]) }]),
  ) as Record<Name, Rates>
}

export interface Rates {
  /** Times per second, round by round. */
  rounds: number[]
  median: number
}

/** The median of the ratios round by round, which drifts less than the ratio of the medians. */
export const ratio = (a: Rates, b: Rates): number =>
  median(a.rounds.map((value, round) => value / b.rounds[round]!))

async function rate(work: Work, { inFlight, seconds }: Load): Promise<number> {
  const end = performance.now() + seconds * 1000
  const start = performance.now()
  let done = 0
  await Promise.all(
    Array.from({ length: inFlight }, async () => {
      while (performance.now() < end) {
        await work()
        done += 1
      }
    }),
  )
  return done / ((performance.now() - start) / 1000)
}

/** @param values at least one */
export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}
