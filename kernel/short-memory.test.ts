import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import type { Listen } from './db/listener.ts'
import { createShortMemory } from './short-memory.ts'

/** A channel that the test speaks on. */
function memory<T>(most = 10) {
  let say: (key: string) => void = () => undefined
  let reconnect: () => void = () => undefined
  let listeners = 0
  const listen: Listen = async (_channel, onPayload, onReconnect) => {
    listeners++
    say = onPayload
    reconnect = onReconnect ?? reconnect
    return () => undefined
  }
  const short = createShortMemory<T>(listen, 'news', most)
  return {
    ...short,
    say: (key: string) => say(key),
    reconnect: () => reconnect(),
    listeners: () => listeners,
  }
}

function counting<T>(answer: T) {
  const look = async () => (look.times++, answer)
  look.times = 0
  return look
}

test('an answer is looked up once, for those who ask together and those who ask again', async () => {
  const short = memory<string>()
  const look = counting('yes')
  assert.deepEqual(await Promise.all([1, 2, 3].map(() => short.get('a', look))), ['yes', 'yes', 'yes'])
  await short.get('a', look)
  assert.equal(look.times, 1)
  await short.get('b', look)
  assert.equal(look.times, 2)
  assert.equal(short.listeners(), 1)
})

test('it is forgotten after five seconds, at the word of its end, and when words may have been missed', async () => {
  const short = memory<string>()
  const look = counting('yes')
  await short.get('a', look)
  short.say('b')
  await short.get('a', look)
  assert.equal(look.times, 1)
  short.say('a')
  await short.get('a', look)
  assert.equal(look.times, 2)
  short.reconnect()
  await short.get('a', look)
  assert.equal(look.times, 3)
  mock.timers.enable({ apis: ['Date'], now: Date.now() + 5001 })
  try {
    await short.get('a', look)
    assert.equal(look.times, 4)
  } finally {
    mock.timers.reset()
  }
})

test('an answer that was on its way when the word came is not kept', async () => {
  const short = memory<string>()
  let answer: (value: string) => void = () => undefined
  const first = short.get('a', () => new Promise((resolve) => (answer = resolve)))
  await new Promise(setImmediate)
  short.say('a')
  const second = short.get('a', counting('new'))
  answer('old')
  assert.deepEqual(await Promise.all([first, second]), ['old', 'new'])
  assert.equal(await short.get('a', counting('newer')), 'new')
})

test('a look that fails is not remembered', async () => {
  const short = memory<string>()
  await assert.rejects(
    short.get('a', () => Promise.reject(new Error('away'))),
    /away/,
  )
  assert.equal(await short.get('a', counting('yes')), 'yes')
})

test('no more entries are kept than said, the oldest go', async () => {
  const short = memory<number>(3)
  const look = counting(1)
  for (const key of ['a', 'b', 'c', 'd']) await short.get(key, look)
  await short.get('d', look)
  assert.equal(look.times, 4)
  await short.get('a', look)
  assert.equal(look.times, 5)
})
