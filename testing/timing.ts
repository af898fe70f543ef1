import assert from 'node:assert/strict'

/** Milliseconds: of the clock, or of processor time used by this process (threads included), which load does not stretch. */
const clocks = {
  wall: () => performance.now(),
  processor: () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1000
  },
}

/**
 * Asserts that several kinds of one call take the same time, so that the time tells nothing. Calls are made in turns;
 * the medians, or on a machine busy with other things the lower quartiles or tenths, lie within `apart` milliseconds or a tenth
 * of the longest. Noise spoils a series now and then, a real difference spoils every one: the best of eight counts.
 * @param call makes one call of a kind and checks its answer
 */
export async function assertSameTime<K extends string>(
  kinds: K[],
  { rounds, apart, clock }: { rounds: number; apart: number; clock: keyof typeof clocks },
  call: (kind: K) => Promise<void>,
): Promise<void> {
  const now = clocks[clock]
  const seen: string[] = []
  for (let series = 0; series < 8; series++) {
    const times = new Map<K, number[]>(kinds.map((kind) => [kind, []]))
    for (let round = 0; round < rounds; round++)
      for (const kind of kinds) {
        const startedAt = now()
        await call(kind)
        times.get(kind)!.push(now() - startedAt)
      }
    const sorted = [...times.values()].map((list) => list.toSorted((a, b) => a - b))
    for (const part of [0.5, 0.25, 0.1]) {
      const each = sorted.map((list) => list[Math.floor(list.length * part)]!)
      const longest = Math.max(...each)
      if (longest - Math.min(...each) < Math.max(apart, longest / 10)) return
      seen.push(each.map((ms) => ms.toFixed(1)).join(' / '))
    }
  }
  assert.fail(`${kinds.join(' / ')} take, in ms: ${seen.join(', ')}`)
}
