import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { assertSameTime } from './timing.ts'

/** Calls on a machine that is busy: each takes up to 30 ms longer by chance, `unknown` always 20 ms more. */
const noisy = (more: number) => (kind: 'known' | 'unknown') =>
  pause(Math.random() * 30 + (kind === 'unknown' ? more : 0))
const how = { rounds: 20, apart: 4, clock: 'wall' } as const

test('a difference shows through noise', async () => {
  await assert.rejects(
    assertSameTime(['known', 'unknown'], how, noisy(20)),
    /^AssertionError.*known \/ unknown take [0-9.]+/,
  )
})

test('noise alone is no difference', async () => {
  await assertSameTime(['known', 'unknown'], how, noisy(0))
})
