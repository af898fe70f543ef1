// npm run campaign slow-sockets [each]: on its own instance, opens connections that send nothing, or that
// send their headers or body very slowly (500 of each kind), and measures how long other requests take.
// Prints figures as JSON. Fails if a connection stays open longer than 30 s, or if other requests fail or
// take twice as long at the 99th percentile.
import { openSlowSockets, p99 } from '#testing/slow-sockets.ts'
import type { SlowKind } from '#testing/slow-sockets.ts'
import { startInstance } from '../bench/instance.ts'

const [each = 500] = process.argv.slice(2).map(Number)
const MAX_OPEN_MS = 30_000
const CALLERS = 10
const CALLS = 2000

/** Prints progress to stderr, because stdout is JSON. */
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

say('Measuring the response times of other requests ...')
await p99(ask, CALLS, CALLERS) // warm-up
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
// The median of several series, because other load on the machine may distort one of them.
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
process.exit(failed === 0 && result.ratio <= 2 && kinds.every((kind) => longest(kind) <= MAX_OPEN_MS) ? 0 : 1)
