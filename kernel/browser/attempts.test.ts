import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeAttempts } from './attempts.ts'
import { CallError } from './call.ts'

test('[H12] an action keeps its key until a response arrives, and the next action gets a new key', async () => {
  const attempt = makeAttempts()
  const keys: string[] = []
  const run = (act: string, answer?: number) =>
    attempt(act, async (key) => {
      keys.push(key)
      if (answer !== undefined) throw new CallError(answer, '', '')
    }).catch(() => {})
  await Promise.all([run('a'), run('a')])
  assert.equal(keys[0], keys[1], 'pressed twice')
  await run('a', 0)
  await run('a', 503)
  await run('a', 409)
  await run('a')
  assert.notEqual(keys[2], keys[0], 'answered')
  assert.deepEqual([keys[3], keys[4]], [keys[2], keys[2]], 'no answer came, or none that says what happened')
  assert.notEqual(keys[5], keys[2], 'refused')
  await run('b')
  assert.equal(new Set(keys).size, 4)
})
