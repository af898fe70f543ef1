// Event streams over a real connection: events are sent immediately, and disconnects are detected.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '#testing/eventually.ts'
import { openPort } from '#testing/open-port.ts'
import { testApp } from '#testing/test-app.ts'
import { testFunctions } from '#testing/test-functions.ts'
import type { StreamLog } from '#testing/test-functions.ts'

const log: StreamLog = {}
const app = await testApp({ functions: testFunctions(log) })
const url = await openPort(app.app)
const headers = { apikey: app.anonKey, 'content-type': 'application/json' }
const events = (body: object = {}, signal?: AbortSignal) =>
  fetch(`${url}/functions/v1/events`, { method: 'POST', headers, body: JSON.stringify(body), signal })

/** Lets the stream of the test continue, step by step. */
function steps() {
  const waiting: (() => void)[] = []
  log.next = () => new Promise<void>((go) => waiting.push(go))
  return {
    go: () => waiting.shift()?.(),
    halted: () => eventually('the stream waits', async () => waiting.length === 1),
  }
}

test('an event is sent before the next one is produced', async () => {
  const step = steps()
  const response = await events()
  assert.equal(response.headers.get('content-type'), 'text/event-stream')
  assert.equal(response.headers.get('cache-control'), 'no-store')
  assert.equal(response.headers.get('content-length'), null)
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  assert.match((await reader.read()).value!, /"n":1/)
  await step.halted()
  step.go()
  assert.equal((await reader.read()).value, 'event: tick\ndata: 2\n\n')
  await step.halted()
  step.go()
  assert.equal((await reader.read()).done, true)
})

test('a disconnecting caller stops the work for their response', async () => {
  const step = steps()
  const disconnected = new Promise<void>((resolve) => (log.cancelled = resolve))
  const away = new AbortController()
  const response = await events({}, away.signal)
  await response.body!.getReader().read()
  await step.halted()
  away.abort()
  await disconnected
  log.cancelled = undefined
})

test('[P08] a failure during a stream is sent as an event, without internal details', async () => {
  log.next = undefined
  const refused = await (await events({ fail: 'theirs' })).text()
  assert.match(refused, /event: error\ndata: {"error":"There is no bread left","code":"out_of_bread"}\n\n$/)
  const crashed = await (await events({ fail: 'ours' })).text()
  assert.match(crashed, /event: error\ndata: {"error":"Something went wrong[^"]*","code":"internal"}\n\n$/)
  assert.doesNotMatch(crashed, /canary/)
})
