import assert from 'node:assert/strict'
import { test } from 'node:test'
import { monthAfter, weeksOf } from './month-days.ts'
import { dayIn } from './when.ts'

test('a month has all of its days once, in weeks from Monday', () => {
  const weeks = weeksOf('2026-12')
  assert.ok(weeks.every((week) => week.length === 7))
  assert.deepEqual(weeks[0], [
    null,
    '2026-12-01',
    '2026-12-02',
    '2026-12-03',
    '2026-12-04',
    '2026-12-05',
    '2026-12-06',
  ])
  assert.equal(weeks.flat().filter(Boolean).length, 31)
  assert.equal(weeksOf('2028-02').flat().filter(Boolean).length, 29)
  assert.equal(weeksOf('2027-02').length, 4, 'a February that starts on Monday fills four weeks')
})

test('months follow each other across years', () => {
  assert.deepEqual([monthAfter('2026-12', 1), monthAfter('2026-01', -1)], ['2027-01', '2025-12'])
})

test('the day of an event is that of its place', () => {
  assert.equal(dayIn('2026-12-31T23:30:00Z', 'Europe/Berlin'), '2027-01-01')
  assert.equal(dayIn('2026-12-31T23:30:00Z', 'America/New_York'), '2026-12-31')
  // An hour after the summer time began in Berlin.
  assert.equal(dayIn('2027-03-28T22:30:00Z', 'Europe/Berlin'), '2027-03-29')
})
