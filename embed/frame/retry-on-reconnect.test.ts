import assert from 'node:assert/strict'
import { beforeEach, mock, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { areFilesAvailable, retryOnReconnect } from './retry-on-reconnect.ts'

const window = new EventTarget()
Object.assign(globalThis, { addEventListener: window.addEventListener.bind(window) })
mock.timers.enable({ apis: ['setTimeout'] })

let checks: number[]
let now: number
let answer: () => Promise<boolean>
let done: boolean
const unavailable = async () => false
const available = async () => true

/** Starts polling, on a clock that only `pass` moves. */
function startPolling(): void {
  void retryOnReconnect(() => {
    checks.push(now)
    return answer()
  }).then(() => (done = true))
}

async function pass(seconds: number): Promise<void> {
  for (const end = now + seconds; now < end;) {
    now++
    mock.timers.tick(1000)
    await turn()
  }
}

async function comesOnline(): Promise<void> {
  window.dispatchEvent(new Event('online'))
  await turn()
}

beforeEach(() => {
  checks = []
  now = 0
  answer = unavailable
  done = false
})

test('an unavailable server is polled at growing intervals, at most once a minute, and at once when the network is back', async () => {
  startPolling()
  await pass(30)
  answer = () => Promise.reject(new TypeError('no network'))
  await pass(3600)
  assert.deepEqual(checks.slice(0, 7), [2, 6, 14, 30, 62, 122, 182])
  assert.ok(checks.length < 70, String(checks.length))
  assert.equal(done, false)

  answer = available
  const before = checks.length
  await comesOnline()
  assert.equal(done, true)
  assert.equal(checks.length, before + 1)
  await comesOnline()
  await pass(3600)
  assert.equal(checks.length, before + 1, 'and never again')
})

test('a network that has just come back may not work yet: it is polled often again', async () => {
  startPolling()
  await pass(600)
  const before = checks.length
  await comesOnline()
  await pass(6)
  assert.deepEqual(checks.slice(before), [600, 602, 606])
  answer = available
  await pass(8)
  assert.equal(done, true)
})

test('the online event may arrive while an earlier poll is still pending', async () => {
  startPolling()
  await pass(600)
  const before = checks.length
  const late = Promise.withResolvers<boolean>()
  answer = () => late.promise
  await pass(60)
  assert.equal(checks.length, before + 1)
  await comesOnline()
  answer = available
  late.resolve(false)
  await turn()
  await pass(2)
  assert.equal(done, true)
})

test('polling again continues with the interval at which the last poll stopped', async () => {
  const waits = [await found(), await found(4000), await found(60_000)]
  assert.deepEqual(waits, [4000, 8000, 60_000])

  async function found(wait?: number) {
    let checks = 0
    const result = retryOnReconnect(async () => Boolean(++checks), wait)
    mock.timers.tick((wait ?? 2000) - 1)
    await turn()
    assert.equal(checks, 0)
    mock.timers.tick(1)
    return result
  }
})

test('files that a server refuses for now are not back; missing files belong to another page version', async () => {
  const given = async (...statuses: number[]) => {
    mock.method(globalThis, 'fetch', async (file: string) => new Response(null, { status: Number(file) }))
    return areFilesAvailable(statuses.map(String)).finally(() => mock.restoreAll())
  }
  assert.deepEqual(
    [await given(200, 200), await given(200, 404), await given(200, 503), await given(429, 200)],
    [true, true, false, false],
  )
})
