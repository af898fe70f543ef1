import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { watchInnerFrame, type InnerMessage, TIMEOUT_MS } from './inner-frame.ts'

const OURS = 'https://blocks.example'
const checkout = { client_secret: 'cs_secret', publishable_key: 'pk_test_1', account: 'acct_1' }
type Say = InnerMessage extends infer M ? (M extends { bb: 'inner' } ? Omit<M, 'bb'> : never) : never

let posted: { message: unknown; target: string }[]
let received: unknown[]
let listeners: Set<(event: object) => void>
const inner = {
  postMessage: (message: unknown, target: string) => posted.push({ message, target }),
} as unknown as Window

beforeEach(() => {
  posted = []
  received = []
  listeners = new Set()
  Object.assign(globalThis, {
    location: { origin: OURS },
    addEventListener(_: string, listener: (event: object) => void, { signal }: { signal: AbortSignal }) {
      listeners.add(listener)
      signal.addEventListener('abort', () => listeners.delete(listener))
    },
  })
})

const attend = (begin = async () => checkout) =>
  watchInnerFrame(() => inner, {
    begin,
    shown: () => received.push('shown'),
    height: (pixels) => received.push(pixels),
    over: (how, why) => received.push(why === undefined ? how : [how, why]),
  })
const say = (words: Say, over: object = {}) => {
  for (const listener of listeners)
    listener({ source: inner, origin: OURS, data: { bb: 'inner', ...words }, ...over })
}
const nextTick = () => new Promise((resolve) => setImmediate(resolve))

test('once the script has loaded the purchase starts, and its checkout is sent to our own page only', async () => {
  let started = 0
  attend(async () => {
    started++
    return checkout
  })
  assert.equal(started, 0, 'no order before the script has loaded')
  say({ say: 'ready' })
  await nextTick()
  assert.equal(started, 1)
  assert.deepEqual(posted, [{ message: { bb: 'show', checkout }, target: OURS }])
  say({ say: 'shown' })
  say({ say: 'height', height: 700 })
  say({ say: 'complete' })
  say({ say: 'closed' })
  assert.deepEqual(received, ['shown', 700, 'complete'], 'the end is reported once')
  assert.equal(listeners.size, 0)
})

test('[K05] messages from other windows or origins, and other messages, are ignored', async () => {
  const stop = attend()
  say({ say: 'ready' }, { source: {} })
  say({ say: 'ready' }, { source: null })
  say({ say: 'ready' }, { origin: 'https://shop.example' })
  say({ say: 'ready' }, { data: { bb: 'back' } })
  say({ say: 'ready' }, { data: null })
  await nextTick()
  assert.deepEqual([posted, received], [[], []])
  stop()
})

test('a refused purchase ends it, with the reason', async () => {
  attend(() => Promise.reject(new Error('no')))
  say({ say: 'ready' })
  await nextTick()
  assert.deepEqual(received, [['failed', new Error('no')]])
  assert.deepEqual(posted, [])
})

test('a checkout closed while the purchase starts stays closed', async () => {
  const { promise, resolve } = Promise.withResolvers<typeof checkout>()
  attend(() => promise)
  say({ say: 'ready' })
  say({ say: 'closed' })
  resolve(checkout)
  await nextTick()
  assert.deepEqual([received, posted], [['closed'], []])
})

test('a script that never loads, and a checkout that never shows, time out', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  attend()
  t.mock.timers.tick(TIMEOUT_MS)
  assert.deepEqual(received, ['unable'])
  attend()
  say({ say: 'ready' })
  t.mock.timers.tick(TIMEOUT_MS)
  assert.deepEqual(received, ['unable'], 'no timeout while the purchase starts')
  await nextTick()
  t.mock.timers.tick(TIMEOUT_MS)
  assert.deepEqual(received, ['unable', 'unable'])
  attend()
  say({ say: 'ready' })
  await nextTick()
  say({ say: 'shown' })
  t.mock.timers.tick(TIMEOUT_MS)
  assert.deepEqual(received, ['unable', 'unable', 'shown'], 'a buyer may take their time')
})
