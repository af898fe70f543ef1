import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isLastHour, minutesLeft, remainingText } from './remaining.ts'

const NOW = Date.parse('2026-11-21T10:00:00Z')
const words = (expiresAt: string) => remainingText(minutesLeft(expiresAt, NOW))

test('[S2-089] shows hours, two-digit minutes and the word remaining', () => {
  assert.equal(words('2026-11-21T15:03:00Z'), '5h 03m remaining')
  assert.equal(words('2026-11-21T21:42:00Z'), '11h 42m remaining')
  assert.equal(words('2026-11-22T10:00:00Z'), '24h 00m remaining')
  assert.equal(words('2026-11-21T10:00:01Z'), '0h 01m remaining')
})

test('shows nothing at the end and afterwards', () => {
  for (const over of ['2026-11-21T10:00:00Z', '2026-11-20T10:00:00Z'])
    assert.equal(words(over), '0h 00m remaining')
})

test('the last hour starts below sixty minutes', () => {
  assert.deepEqual([60, 59, 0].map(isLastHour), [false, true, true])
})
