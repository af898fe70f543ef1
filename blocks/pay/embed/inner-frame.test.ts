import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { attendInner, type InnerMessage, PATIENCE_MS } from './inner-frame.ts'

const OURS = 'https://blocks.example'
const checkout = { client_secret: 'cs_secret', publishable_key: 'pk_test_1', account: 'acct_1' }
type Say = InnerMessage extends infer M ? (M extends { bb: 'inner' } ? Omit<M, 'bb'> : never) : never

let posted: { message: unknown; target: string }[]
let heard: unknown[]
let listeners: Set<(event: object) => void>
const inner = {
  postMessage: (message: unknown, target: string) => posted.push({ message, target }),
} as unknown as Window

beforeEach(() => {
  posted = []
  heard = []
  listeners = new Set()
  Object.assign(globalThis, {
    location: { origin: OURS },
    addEventListener(_: string, hear: (event: object) => void, { signal }: { signal: AbortSignal }) {
      listeners.add(hear)
      signal.addEventListener('abort', () => listeners.delete(hear))
    },
  })
})

const attend = (begin = async () => checkout) =>
  attendInner(() => inner, {
    begin,
    shown: () => heard.push('shown'),
    height: (pixels) => heard.push(pixels),
    over: (how, why) => heard.push(why === undefined ? how : [how, why]),
  })
const say = (words: Say, over: object = {}) => {
  for (const hear of listeners)
    hear({ source: inner, origin: OURS, data: { bb: 'inner', ...words }, ...over })
}
const soon = () => new Promise((resolve) => setImmediate(resolve))

test('once the script is there the purchase begins, and its checkout is named to our own page alone', async () => {
  let begun = 0
  attend(async () => {
    begun++
    return checkout
  })
  assert.equal(begun, 0, 'no order before the script has come')
  say({ say: 'ready' })
  await soon()
  assert.equal(begun, 1)
  assert.deepEqual(posted, [{ message: { bb: 'show', checkout }, target: OURS }])
  say({ say: 'shown' })
  say({ say: 'height', height: 700 })
  say({ say: 'complete' })
  say({ say: 'closed' })
  assert.deepEqual(heard, ['shown', 700, 'complete'], 'its end is told once')
  assert.equal(listeners.size, 0)
})

test('[K05] other windows, other origins and other words are not heard', async () => {
  const stop = attend()
  say({ say: 'ready' }, { source: {} })
  say({ say: 'ready' }, { source: null })
  say({ say: 'ready' }, { origin: 'https://shop.example' })
  say({ say: 'ready' }, { data: { bb: 'back' } })
  say({ say: 'ready' }, { data: null })
  await soon()
  assert.deepEqual([posted, heard], [[], []])
  stop()
})

test('a purchase that is refused ends it, with the reason', async () => {
  attend(() => Promise.reject(new Error('no')))
  say({ say: 'ready' })
  await soon()
  assert.deepEqual(heard, [['failed', new Error('no')]])
  assert.deepEqual(posted, [])
})

test('what was closed while the purchase began stays closed', async () => {
  const { promise, resolve } = Promise.withResolvers<typeof checkout>()
  attend(() => promise)
  say({ say: 'ready' })
  say({ say: 'closed' })
  resolve(checkout)
  await soon()
  assert.deepEqual([heard, posted], [['closed'], []])
})

test('a script that never comes, and a checkout that never shows, are given up', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  attend()
  t.mock.timers.tick(PATIENCE_MS)
  assert.deepEqual(heard, ['unable'])
  attend()
  say({ say: 'ready' })
  t.mock.timers.tick(PATIENCE_MS)
  assert.deepEqual(heard, ['unable'], 'while the purchase begins nothing is late')
  await soon()
  t.mock.timers.tick(PATIENCE_MS)
  assert.deepEqual(heard, ['unable', 'unable'])
  attend()
  say({ say: 'ready' })
  await soon()
  say({ say: 'shown' })
  t.mock.timers.tick(PATIENCE_MS)
  assert.deepEqual(heard, ['unable', 'unable', 'shown'], 'a buyer may take their time')
})
