import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { UsageRow } from '#blocks/prompt/endpoints-studio.ts'
import { daysOf, monthName, thisMonth } from './usage-days.ts'

const row = (of: string, questions: number): UsageRow => ({
  of,
  questions,
  refused: 0,
  failed: 0,
  tokens_in: 0,
  tokens_out: 0,
  cost: null,
})
const now = new Date('2026-03-02T00:30:00Z')

test('days without questions have their place, over the end of a month', () => {
  const { points, rows } = daysOf([row('2026-02-28', 3), row('2026-03-02', 1)], now, 4)
  assert.deepEqual(
    rows.map((one) => one?.questions ?? 0),
    [0, 3, 0, 1],
  )
  assert.equal(points.length, 4)
  assert.equal(points[1]!.short, '28 Feb')
})

test('the month is the one of UTC, and begins with nothing', () => {
  assert.equal(thisMonth({ days: [], months: [row('2026-02', 9)] }, now).questions, 0)
  assert.equal(thisMonth({ days: [], months: [row('2026-03', 9)] }, now).questions, 9)
  assert.equal(monthName('2026-03'), 'March 2026')
})
