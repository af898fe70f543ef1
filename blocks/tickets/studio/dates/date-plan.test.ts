import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayText, daysBetween, planDays } from './date-plan.ts'

test('repeats keep their distance, skip dates that the series has, and months without the day', () => {
  assert.deepEqual(planDays('2026-12-05', 'week', 3), [7, 14, 21])
  assert.deepEqual(planDays('2026-12-05', 'week', 3, [7, 21]), [14, 28, 35])
  assert.deepEqual(planDays('2026-12-05', 'two weeks', 2), [14, 28])
  // No 31 November, February, April …
  assert.deepEqual(
    planDays('2026-10-31', 'month', 3).map((days) => dayText('2026-10-31', days)),
    ['Thu, 31 Dec 2026', 'Sun, 31 Jan 2027', 'Wed, 31 Mar 2027'],
  )
  assert.equal(planDays('2026-12-05', 'day', 500).length, 60)
  assert.ok(planDays('2028-02-29', 'month', 60).every((days) => days <= 730))
  assert.equal(daysBetween('2027-03-27', '2027-03-29'), 2)
})
