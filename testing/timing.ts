import assert from 'node:assert/strict'
import { mock } from 'node:test'
import pg from 'pg'

/** Milliseconds of this process's CPU time, in all threads. */
const processorMs = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/**
 * Counts the work of calls in milliseconds: the CPU time of this process, and one for each statement sent to a database,
 * which takes about as long on an idle machine. Unlike the time on a clock, neither grows when the machine is busy.
 * @returns a function that reads the count, and one that ends it
 */
function countWork(): { now: () => number; stop: () => void } {
  const sent = mock.method(pg.Client.prototype, 'query').mock
  return { now: () => processorMs() + sent.callCount(), stop: () => sent.restore() }
}

/** Confidence bounds of the median in the sign test, in standard deviations of a fair coin. */
const [SURE, QUITE_SURE] = [2.6, 3.9]
/**
 * Enough turns to detect a difference that an attacker could use; more would only cost time on a busy
 * machine.
 */
const MOST_TURNS = 48

/**
 * Asserts that several kinds of a call do the same work, so that their timing leaks nothing. What a call waits for
 * without work, such as another service, needs a test of its own. The kinds alternate and are compared turn by turn, so
 * that a temporary slowdown of the machine affects all of them. The times count as equal when the median difference is
 * within `apart` milliseconds or a tenth of the longest time with the lower confidence (`SURE`). They count as different
 * when it is outside that limit with the higher confidence (`QUITE_SURE`) after 48 turns. An inconclusive result passes.
 * @param rounds turns per series
 * @param clock returns milliseconds in place of the work
 * @param call makes one call of a kind and checks its response
 */
export async function assertSameTime<K extends string>(
  kinds: K[],
  { rounds, apart, clock }: { rounds: number; apart: number; clock?: () => number },
  call: (kind: K) => Promise<void>,
): Promise<void> {
  if (!clock) {
    const { now, stop } = countWork()
    return assertSameTime(kinds, { rounds, apart, clock: now }, call).finally(stop)
  }
  const times = kinds.map((): number[] => [])
  for (;;) {
    for (let round = 0; round < rounds; round++)
      for (const [place, kind] of kinds.entries()) {
        const startedAt = clock()
        await call(kind)
        times[place]!.push(clock() - startedAt)
      }
    const limit = Math.max(apart, Math.max(...times.map(median)) / 10)
    const pairs = times.flatMap((one, place) =>
      times.slice(place + 1).map((other) => differences(one, other)),
    )
    const within = ([low, high]: Bounds) => low > -limit && high < limit
    if (pairs.every((pair) => within(bounds(pair, SURE)))) return
    if (times[0]!.length < MOST_TURNS) continue
    const beyond = ([low, high]: Bounds) => low > limit || high < -limit
    const medians = times.map((list) => median(list).toFixed(1)).join(' / ')
    assert.ok(
      !pairs.some((pair) => beyond(bounds(pair, QUITE_SURE))),
      `${kinds.join(' / ')} take ${medians} ms`,
    )
    return
  }
}

type Bounds = [low: number, high: number]

const sorted = (list: number[]) => list.toSorted((a, b) => a - b)
const median = (list: number[]): number => sorted(list)[Math.floor(list.length / 2)]!
const differences = (one: number[], other: number[]) => one.map((ms, turn) => ms - other[turn]!)

/** Confidence interval of the median by the sign test, which is valid for any distribution of the noise. */
function bounds(list: number[], deviations: number): Bounds {
  const ordered = sorted(list)
  const out = Math.max(0, Math.floor((list.length - deviations * Math.sqrt(list.length)) / 2))
  return [ordered[out]!, ordered[list.length - 1 - out]!]
}
