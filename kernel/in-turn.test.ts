import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inTurn } from './in-turn.ts'

test('holds of an event run two at a time, in order, also after one that fails; other events do not wait', async () => {
  const started: number[] = []
  const ends: (() => void)[] = []
  const hold = (event: string, number: number) =>
    inTurn(event, async () => {
      started.push(number)
      await new Promise<void>((end) => (ends[number] = end))
      if (number === 1) throw new Error('refused')
      return number
    })
  const holds = [0, 1, 2, 3].map((number) => hold('a', number))
  const other = hold('b', 4)
  assert.deepEqual(started, [0, 1, 4])
  ends[1]!()
  await assert.rejects(holds[1]!, /refused/)
  assert.deepEqual(started, [0, 1, 4, 2])
  for (const number of [0, 2, 4]) ends[number]!()
  assert.deepEqual(await Promise.all([holds[0], holds[2], other]), [0, 2, 4])
  ends[3]!()
  assert.equal(await holds[3], 3)
  assert.deepEqual(started, [0, 1, 4, 2, 3])
})

test('who finds as many waiting as may is refused, and the next one is not', async () => {
  let end = () => {}
  const first = inTurn('c', () => new Promise<void>((ends) => (end = ends)), { atOnce: 1, most: 1 })
  const second = inTurn('c', async () => 2, { atOnce: 1, most: 1 })
  await assert.rejects(
    inTurn('c', async () => 3, { atOnce: 1, most: 1 }),
    { status: 429 },
  )
  end()
  await first
  assert.equal(await second, 2)
  assert.equal(await inTurn('c', async () => 4, { atOnce: 1, most: 0 }), 4)
})
