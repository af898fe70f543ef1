import type { CpuTime } from './cpu.ts'
import { progress } from './progress.ts'

/** A repeatable operation; it throws if it fails. */
export type Work = () => Promise<unknown>

export interface Load {
  /** Concurrent operations. */
  inFlight: number
  /** Length of one measurement, in seconds. */
  seconds: number
  /** How often each operation is measured; the median counts. */
  rounds: number
}

/**
 * Measures several operations in turn, A B C A B C …, so that a slowdown of the machine affects all of them.
 * @param cpu reads the CPU time of our instance; its result is meaningless while a peer works
 * @returns for each operation its rate per second in each round, the median of these rates, and the CPU time of one
 */
export async function measureInTurn<Name extends string>(
  works: Record<Name, Work>,
  load: Load,
  cpu: () => CpuTime | undefined = () => undefined,
): Promise<Record<Name, Rates>> {
  const names = Object.keys(works) as Name[]
  const taken = Object.fromEntries(names.map((name) => [name, [] as Round[]])) as Record<Name, Round[]>
  // Warm up each operation: connections open, query plans are cached, code is compiled.
  progress(`warming up ${names.join(', ')}`)
  for (const name of names) await rate(works[name], { ...load, seconds: Math.min(1, load.seconds) })
  for (let round = 0; round < load.rounds; round++) {
    progress(`measuring ${names.join(', ')}: round ${round + 1} of ${load.rounds}`)
    for (const name of names) taken[name].push(await rate(works[name], load, cpu))
  }
  return Object.fromEntries(names.map((name) => [name, ratesOf(taken[name])])) as Record<Name, Rates>
}

export interface Rates {
  /** Operations per second in each round. */
  rounds: number[]
  median: number
  /** CPU milliseconds of one operation, the median of the rounds; undefined where they cannot be read. */
  cpu?: CpuTime
}

interface Round {
  perSecond: number
  cpu?: CpuTime
}

function ratesOf(taken: Round[]): Rates {
  const rounds = taken.map(({ perSecond }) => perSecond)
  const cpus = taken.flatMap(({ cpu }) => cpu ?? [])
  return {
    rounds,
    median: median(rounds),
    ...(cpus.length
      ? {
          cpu: {
            server: median(cpus.map(({ server }) => server)),
            postgres: median(cpus.map(({ postgres }) => postgres)),
          },
        }
      : {}),
  }
}

/** The median of the ratios of each round, which varies less than the ratio of the medians. */
export const ratio = (a: Rates, b: Rates): number =>
  median(a.rounds.map((value, round) => value / b.rounds[round]!))

/** The part of a row that describes our own product. */
export const figuresOf = ({ median: perSecond, cpu }: Rates) => ({ perSecond, ...(cpu ? { cpu } : {}) })

async function rate(
  work: Work,
  { inFlight, seconds }: Load,
  cpu: () => CpuTime | undefined = () => undefined,
): Promise<Round> {
  const before = cpu()
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
  const perSecond = done / ((performance.now() - start) / 1000)
  const after = cpu()
  if (!before || !after) return { perSecond }
  return {
    perSecond,
    cpu: {
      server: (after.server - before.server) / done,
      postgres: (after.postgres - before.postgres) / done,
    },
  }
}

/** @param values at least one */
export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}
