// npm run campaign slow-sockets [each]: on an instance of its own, holds connections that say nothing, or whose headers or body
// come drop by drop (500 of each kind), and asks what others wait meanwhile. Prints figures as JSON; fails if one is
// still open after 30 seconds, if others waited more than twice as long at the 99th percentile, or got no answer.
import { openSlowSockets, p99 } from '#testing/slow-sockets.ts'
import type { SlowKind } from '#testing/slow-sockets.ts'
import { startInstance } from '../bench/instance.ts'

const [each = 500] = process.argv.slice(2).map(Number)
const PATIENCE = 30_000
const CALLERS = 10
const CALLS = 2000

/** On stderr, since the figures on stdout are JSON. */
const say = (line: string) => console.error(line)

say('Starting a server ...')
const instance = await startInstance()
const headers = { apikey: instance.anonKey }
let failed = 0
const ask = async () => {
  const answer = await fetch(`${instance.url}/rest/v1/bolt_plans?select=id`, { headers })
  await answer.text()
  if (answer.status !== 200) failed += 1
}

say('Measuring the waits of other callers ...')
await p99(ask, CALLS, CALLERS) // warm
const waitsBefore: number[] = []
while (waitsBefore.length < 5) waitsBefore.push(await p99(ask, CALLS, CALLERS))
say(`Opening ${each} slow connections of each kind and measuring again (about half a minute) ...`)
const { closed } = await openSlowSockets(Number(new URL(instance.url).port), each, 1000, instance.anonKey)
const waits: number[] = []
const over = new AbortController()
void closed.then(() => over.abort())
do waits.push(await p99(ask, CALLS, CALLERS))
while (!over.signal.aborted)
const sockets = await closed
const longest = (kind: SlowKind) =>
  Math.round(Math.max(...sockets.filter((one) => one.kind === kind).map(({ ms }) => ms)))
// Of several series the median: a machine that does something else for a moment spoils one of them.
const median = (list: number[]) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)]!
const [before, during] = [median(waitsBefore), median(waits)]
await instance.stop()

const kinds: SlowKind[] = ['idle', 'slow headers', 'slow body']
const result = {
  sockets: sockets.length,
  closedAfterMs: Object.fromEntries(kinds.map((kind) => [kind, longest(kind)])),
  p99Ms: { before: Number(before.toFixed(1)), during: Number(during.toFixed(1)) },
  ratio: Number((during / before).toFixed(2)),
  failed,
}
console.log(JSON.stringify(result, null, 2))
process.exit(failed === 0 && result.ratio <= 2 && kinds.every((kind) => longest(kind) <= PATIENCE) ? 0 : 1)
