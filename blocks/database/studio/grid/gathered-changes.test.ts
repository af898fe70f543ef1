import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { gatherChanges } from './gathered-changes.ts'

/** Refreshes that take some time on a clock of the test. */
function gathering(t: TestContext, tookMs = 0) {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'] })
  const at: number[] = []
  const changes = gatherChanges()
  changes.refreshBy(() => {
    at.push(Date.now())
    return new Promise((resolve) => setTimeout(resolve, tookMs))
  })
  async function pass(ms: number, everyMs = 10) {
    for (let passed = 0; passed < ms; passed += everyMs) {
      t.mock.timers.tick(everyMs)
      await Promise.resolve()
      await Promise.resolve()
      await Promise.resolve()
    }
  }
  return { ...changes, at, pass }
}

test('an import of 10,000 rows in ten seconds is at most eleven refreshes, and one follows its last row', async (t) => {
  const { changed, pass, at } = gathering(t)
  let lastAt = 0
  for (let batch = 0; batch < 20; batch++) {
    for (let row = 0; row < 500; row++) changed()
    lastAt = Date.now()
    await pass(500)
  }
  await pass(5000)
  assert.ok(at[0]! <= 200, `the first refresh is soon: ${at[0]}`)
  assert.ok(at.length <= 11, `${at.length} refreshes`)
  assert.ok(at.at(-1)! >= lastAt)
})

test('a single change is shown at once, and slow refreshes pause longer', async (t) => {
  const { changed, pass, at } = gathering(t, 1000)
  changed()
  await pass(200)
  assert.equal(at.length, 1)
  // During the refresh: it may have read the rows before this change.
  changed()
  await pass(4500)
  assert.equal(at.length, 1)
  await pass(1000)
  assert.equal(at.length, 2)
  await pass(20_000)
  assert.equal(at.length, 2)
})

test('no refresh starts while the user’s own changes are saved, and the one that is due follows', async (t) => {
  const { changed, hold, stop, pass, at } = gathering(t)
  hold(true)
  changed()
  await pass(5000)
  assert.equal(at.length, 0)
  hold(false)
  await pass(200)
  assert.equal(at.length, 1)
  changed()
  stop()
  await pass(5000)
  assert.equal(at.length, 1)
})
