import assert from 'node:assert/strict'

/** Milliseconds: of the clock, or of processor time used by this process (threads included), which load does not stretch. */
const clocks = {
  wall: () => performance.now(),
  processor: () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1000
  },
}

/** Of the middle of a list by its order alone: how far out its bounds lie, in standard deviations of a fair coin. */
const [SURE, QUITE_SURE] = [2.6, 3.9]
/** Enough to see what an attacker could use; more would only cost time where the machine is busy. */
const MOST_TURNS = 48

/**
 * Asserts that several kinds of one call take the same time, so that timing leaks nothing.
 * Calls are made in turns,
 * and compared turn by turn, so that a machine that is slow for a while is slow for all. They take the same when the
 * middle of the differences is surely within `apart` milliseconds or a tenth of the longest; they do not when it is
 * quite surely further out after 48 turns. What a busy machine leaves in doubt is no fault.
 * @param rounds turns of a series
 * @param clock which time counts; a function gives the milliseconds itself
 * @param call makes one call of a kind and checks its answer
 */
export async function assertSameTime<K extends string>(
  kinds: K[],
  { rounds, apart, clock }: { rounds: number; apart: number; clock: keyof typeof clocks | (() => number) },
  call: (kind: K) => Promise<void>,
): Promise<void> {
  const now = typeof clock === 'function' ? clock : clocks[clock]
  const times = kinds.map((): number[] => [])
  for (;;) {
    for (let round = 0; round < rounds; round++)
      for (const [place, kind] of kinds.entries()) {
        const startedAt = now()
        await call(kind)
        times[place]!.push(now() - startedAt)
      }
    const limit = Math.max(apart, Math.max(...times.map(middle)) / 10)
    const pairs = times.flatMap((one, place) =>
      times.slice(place + 1).map((other) => differences(one, other)),
    )
    const within = ([low, high]: Bounds) => low > -limit && high < limit
    if (pairs.every((pair) => within(bounds(pair, SURE)))) return
    if (times[0]!.length < MOST_TURNS) continue
    const beyond = ([low, high]: Bounds) => low > limit || high < -limit
    const told = times.map((list) => middle(list).toFixed(1)).join(' / ')
    assert.ok(!pairs.some((pair) => beyond(bounds(pair, QUITE_SURE))), `${kinds.join(' / ')} take ${told} ms`)
    return
  }
}

type Bounds = [low: number, high: number]

const sorted = (list: number[]) => list.toSorted((a, b) => a - b)
const middle = (list: number[]): number => sorted(list)[Math.floor(list.length / 2)]!
const differences = (one: number[], other: number[]) => one.map((ms, turn) => ms - other[turn]!)

/** Between which the middle of what the list is drawn from lies: by the sign test, whatever the noise looks like. */
function bounds(list: number[], deviations: number): Bounds {
  const ordered = sorted(list)
  const out = Math.max(0, Math.floor((list.length - deviations * Math.sqrt(list.length)) / 2))
  return [ordered[out]!, ordered[list.length - 1 - out]!]
}
