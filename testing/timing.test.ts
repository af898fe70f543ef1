import assert from 'node:assert/strict'
import { pbkdf2 } from 'node:crypto'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { testDatabase } from './test-database.ts'
import { assertSameTime } from './timing.ts'

/**
 * Simulates calls on a busy machine: each takes up to 30 ms longer, and `unknown` always takes `more` on top.
 * The clock and the noise are simulated, so that the load of the machine does not affect the test.
 */
function noisy(more: number) {
  let time = 0
  let seed = 1
  const noise = () => {
    seed = (seed * 48_271) % 2_147_483_647
    return (seed / 2_147_483_647) * 30
  }
  const call = async (kind: 'known' | 'unknown') => {
    time += noise() + (kind === 'unknown' ? more : 0)
  }
  return { how: { rounds: 20, apart: 4, clock: () => time }, call }
}

test('a real difference is detected despite noise', async () => {
  const { how, call } = noisy(20)
  await assert.rejects(
    assertSameTime(['known', 'unknown'], how, call),
    /^AssertionError.*known \/ unknown take [0-9.]+/,
  )
})

test('noise alone is not reported as a difference', async () => {
  const { how, call } = noisy(0)
  await assertSameTime(['known', 'unknown'], how, call)
})

const { owner } = await testDatabase()

/** Calls that send this many statements. */
const sending = (statements: Record<'known' | 'unknown', number>) =>
  assertSameTime(['known', 'unknown'], { rounds: 9, apart: 5 }, async (kind) => {
    for (let sent = 0; sent < statements[kind]; sent++) await owner.query('select')
  })

test('statements count as work, whatever time they take', async () => {
  await assert.rejects(sending({ known: 12, unknown: 2 }), /known \/ unknown take/)
  await sending({ known: 4, unknown: 2 })
})

test('computing counts as work, also in other threads', async () => {
  const derive = promisify(pbkdf2)
  await assert.rejects(
    assertSameTime(['known', 'unknown'], { rounds: 9, apart: 3 }, async (kind) => {
      if (kind === 'known') await derive('password', 'salt', 30_000, 32, 'sha256')
    }),
    /known \/ unknown take/,
  )
})
