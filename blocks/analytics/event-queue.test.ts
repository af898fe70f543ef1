import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createEventQueue } from './ingest/event-queue.ts'

/** A store whose statements end when the test says so. */
function heldStore() {
  const flushes: { events: number[]; end: (error?: Error) => void }[] = []
  const store = (events: readonly number[]) =>
    new Promise<void>((resolve, reject) =>
      flushes.push({ events: [...events], end: (error) => (error ? reject(error) : resolve()) }),
    )
  return { flushes, store }
}
const settle = () => new Promise((next) => setImmediate(next))

test('a single event is stored at once, and events that come meanwhile are stored together', async () => {
  const { flushes, store } = heldStore()
  const queue = createEventQueue(store, () => false)
  const acknowledged: number[] = []
  for (const event of [1, 2, 3]) void queue.add([event]).then(() => acknowledged.push(event))
  assert.deepEqual(
    flushes.map(({ events }) => events),
    [[1]],
  )
  await settle()
  assert.deepEqual(acknowledged, [], 'nothing is acknowledged before it is stored')
  flushes[0]!.end()
  await settle()
  assert.deepEqual(acknowledged, [1])
  assert.deepEqual(flushes[1]!.events, [2, 3])
  flushes[1]!.end()
  await settle()
  assert.deepEqual(acknowledged, [1, 2, 3])
})

test('a request with events that the database refuses does not fail the others', async () => {
  const stored: number[] = []
  const queue = createEventQueue<number>(
    async (events) => {
      await settle()
      if (events.includes(13)) throw new Error('refused')
      stored.push(...events)
    },
    () => true,
  )
  const results = await Promise.allSettled([1, 2, 13, 4].map((event) => queue.add([event])))
  assert.deepEqual(
    results.map(({ status }) => status),
    ['fulfilled', 'fulfilled', 'rejected', 'fulfilled'],
  )
  assert.deepEqual(stored, [1, 2, 4])
})

test('[O01] more events than may wait are refused with 503, and large batches are split', async () => {
  const { flushes, store } = heldStore()
  const queue = createEventQueue(store, () => false, { most: 4, perFlush: 3 })
  const added = [queue.add([1]), queue.add([2, 3]), queue.add([4, 5])]
  await assert.rejects(queue.add([6]), { status: 503, code: 'busy' })
  for (let at = 0; at < 3; at++) {
    flushes[at]!.end()
    await settle()
  }
  await Promise.all(added)
  assert.deepEqual(
    flushes.map(({ events }) => events),
    [[1], [2, 3], [4, 5]],
  )
})

test('while the database is unavailable, events are refused, and later ones are stored', async () => {
  let isAway = true
  const queue = createEventQueue<number>(
    async () => {
      if (isAway) throw new Error('connection refused')
    },
    () => false,
  )
  await assert.rejects(queue.add([1]), { status: 503, code: 'busy' })
  isAway = false
  await queue.add([2])
})
