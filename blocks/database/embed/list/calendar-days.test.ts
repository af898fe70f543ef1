import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { dayOfValue, firstWeekday, moveDay, moveMonth, rangeOf, today, weeksOf } from './calendar-days.ts'

const DATE = { kind: 'date' } as const
const TIME = { kind: 'date_time' } as const
const zone = process.env['TZ']

beforeEach(() => (process.env['TZ'] = 'Pacific/Auckland'))
afterEach(() => {
  if (zone === undefined) delete process.env['TZ']
  else process.env['TZ'] = zone
})

test('[peers D6] a date is the same day in every time zone, a time that of the visitor', () => {
  for (const [name, day] of [
    ['Pacific/Auckland', '2026-04-02'],
    ['America/Los_Angeles', '2026-04-01'],
  ] as const) {
    process.env['TZ'] = name
    assert.equal(dayOfValue(DATE, '2026-04-01', undefined), '2026-04-01')
    assert.equal(dayOfValue(TIME, '2026-04-01T18:30:00+00:00', undefined), day)
    assert.equal(dayOfValue(TIME, '2026-04-01T18:30:00+00:00', 'UTC'), '2026-04-01')
  }
  assert.equal(dayOfValue(DATE, undefined, undefined), undefined)
})

test('a month is read from its first local midnight to the next one, across a change of the clocks', () => {
  assert.deepEqual(rangeOf(DATE, '2026-12'), { from: '2026-12-01', until: '2027-01-01' })
  // Summer time of Auckland ends on April 5, 2026.
  assert.deepEqual(rangeOf(TIME, '2026-04'), {
    from: '2026-03-31T11:00:00.000Z',
    until: '2026-04-30T12:00:00.000Z',
  })
  assert.equal(today(new Date('2026-12-31T12:00:00Z')), '2027-01-01')
})

test('weeks start as the language counts them, and have all days of the month once', () => {
  assert.deepEqual(
    ['en', 'en-US', 'en-GB', 'de', 'ja', 'pt', 'pt-PT', 'ar-EG'].map(firstWeekday),
    [0, 0, 1, 1, 0, 0, 1, 6],
  )
  const november = weeksOf('2026-11', 1)
  assert.deepEqual(november[0], [...Array.from({ length: 6 }), '2026-11-01'])
  assert.equal(november.length, 6)
  assert.equal(weeksOf('2026-02', 0).length, 4)
  for (const first of [0, 1, 6]) assert.equal(weeksOf('2024-02', first).flat().filter(Boolean).length, 29)
})

test('keys move by days, weeks and months', () => {
  const move = (key: string, isRtl = false) => moveDay('2026-01-31', key, 1, isRtl)
  assert.deepEqual(
    ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'PageUp', 'PageDown', 'a'].map((key) =>
      move(key),
    ),
    [
      '2026-01-30',
      '2026-02-01',
      '2026-01-24',
      '2026-02-07',
      '2026-01-26',
      '2026-02-01',
      '2025-12-31',
      '2026-02-28',
      undefined,
    ],
  )
  assert.equal(move('ArrowLeft', true), '2026-02-01')
  assert.equal(moveMonth('2024-01-31', 1), '2024-02-29')
})
