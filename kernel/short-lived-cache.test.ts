import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import type { Listen } from './db/listener.ts'
import { createShortLivedCache } from './short-lived-cache.ts'

/** A channel that the test speaks on. */
function memory<T>(maxEntries = 10) {
  let say: (key: string) => void = () => undefined
  let reconnect: () => void = () => undefined
  let listeners = 0
  const listen: Listen = async (_channel, onPayload, onReconnect) => {
    listeners++
    say = onPayload
    reconnect = onReconnect ?? reconnect
    return () => undefined
  }
  const short = createShortLivedCache<T>(listen, 'news', maxEntries)
  return {
    ...short,
    say: (key: string) => say(key),
    reconnect: () => reconnect(),
    listeners: () => listeners,
  }
}

function counting<T>(result: T) {
  const loader = async () => (loader.times++, result)
  loader.times = 0
  return loader
}

test('a value is looked up once, for those who ask together and those who ask again', async () => {
  const short = memory<string>()
  const loader = counting('yes')
  assert.deepEqual(await Promise.all([1, 2, 3].map(() => short.get('a', loader))), ['yes', 'yes', 'yes'])
  await short.get('a', loader)
  assert.equal(loader.times, 1)
  await short.get('b', loader)
  assert.equal(loader.times, 2)
  assert.equal(short.listeners(), 1)
})

test('it is forgotten after five seconds, on its notification, and when notifications may have been missed', async () => {
  const short = memory<string>()
  const loader = counting('yes')
  await short.get('a', loader)
  short.say('b')
  await short.get('a', loader)
  assert.equal(loader.times, 1)
  short.say('a')
  await short.get('a', loader)
  assert.equal(loader.times, 2)
  short.reconnect()
  await short.get('a', loader)
  assert.equal(loader.times, 3)
  mock.timers.enable({ apis: ['Date'], now: Date.now() + 5001 })
  try {
    await short.get('a', loader)
    assert.equal(loader.times, 4)
  } finally {
    mock.timers.reset()
  }
})

test('a value that was being loaded when its notification came is not cached', async () => {
  const short = memory<string>()
  let result: (value: string) => void = () => undefined
  const first = short.get('a', () => new Promise((resolve) => (result = resolve)))
  await new Promise(setImmediate)
  short.say('a')
  const second = short.get('a', counting('new'))
  result('old')
  assert.deepEqual(await Promise.all([first, second]), ['old', 'new'])
  assert.equal(await short.get('a', counting('newer')), 'new')
})

test('a loader that fails is not remembered', async () => {
  const short = memory<string>()
  await assert.rejects(
    short.get('a', () => Promise.reject(new Error('away'))),
    /away/,
  )
  assert.equal(await short.get('a', counting('yes')), 'yes')
})

test('no more entries are stored than allowed; the oldest are dropped', async () => {
  const short = memory<number>(3)
  const loader = counting(1)
  for (const key of ['a', 'b', 'c', 'd']) await short.get(key, loader)
  await short.get('d', loader)
  assert.equal(loader.times, 4)
  await short.get('a', loader)
  assert.equal(loader.times, 5)
})
