import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runExclusively, openChannel } from './broadcast-channel.ts'

const refusing = { request: () => Promise.reject(new DOMException('Access denied', 'SecurityError')) }

test('[K11] if locks are refused or missing, the work runs without one, once', async () => {
  for (const locks of [refusing, undefined]) {
    let done = 0
    await runExclusively('pk_1', async () => void done++, locks)
    assert.equal(done, 1)
  }
})

test('with locks the work runs once, under the tenant’s name, and its failure is reported', async () => {
  const lockNames: string[] = []
  let done = 0
  const locks = { request: (name: string, work: () => Promise<void>) => (lockNames.push(name), work()) }
  await runExclusively('pk_1', async () => void done++, locks as never)
  assert.deepEqual([lockNames, done], [['bb:pk_1'], 1])
  const fails = async () => {
    done++
    throw new Error('no network')
  }
  await assert.rejects(runExclusively('pk_1', fails, locks as never), /no network/)
  assert.equal(done, 2)
})

test('[K11] if a channel is refused there is none', (t) => {
  t.mock.method(globalThis, 'BroadcastChannel', function () {
    throw new DOMException('Access denied', 'SecurityError')
  })
  assert.equal(openChannel('pk_1'), undefined)
})
