import assert from 'node:assert/strict'
import { test } from 'node:test'
import { workQueue } from './work-queue.ts'

test('under a flood some calls run, some wait in order, and the rest get 429', async () => {
  const inTurn = workQueue(2, 3)
  const finish: (() => void)[] = []
  const done: number[] = []
  let running = 0
  let most = 0
  const answers = Array.from({ length: 7 }, (_, i) =>
    inTurn(async () => {
      most = Math.max(most, ++running)
      await new Promise<void>((resolve) => finish.push(resolve))
      running -= 1
      done.push(i)
    }),
  )
  const refused = await Promise.allSettled(answers.slice(5))
  for (const answer of refused) {
    assert.equal(answer.status, 'rejected')
    assert.equal(answer.reason.status, 429)
    assert.equal(answer.reason.headers['retry-after'], '2')
  }
  while (done.length < 5) {
    finish.shift()?.()
    await new Promise(setImmediate)
  }
  assert.deepEqual(done, [0, 1, 2, 3, 4])
  assert.equal(most, 2)
  assert.equal(await inTurn(async () => 'free again'), 'free again')
})

test('failed work frees its slot', async () => {
  const inTurn = workQueue(1, 1)
  for (let i = 0; i < 5; i++)
    await assert.rejects(
      inTurn(() => Promise.reject(new Error('no'))),
      /no/,
    )
  assert.equal(await inTurn(async () => 'free'), 'free')
})
