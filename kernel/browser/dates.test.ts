import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatDate, formatDateTime } from './dates.ts'

test('dates have the same format everywhere, in the reader’s time zone', () => {
  assert.equal(formatDate('2026-03-03T12:00:00'), '3 Mar 2026')
  assert.equal(formatDate('2026-09-11T12:00:00'), '11 Sep 2026')
  assert.equal(formatDateTime('2026-11-20T16:05:09'), '20 Nov 2026, 16:05')
  assert.equal(formatDateTime('2026-11-20T00:00:00'), '20 Nov 2026, 00:00')
})

test('text that is not a date is left out', () => {
  for (const text of ['', 'soon', '2026-13-40']) {
    assert.equal(formatDate(text), '')
    assert.equal(formatDateTime(text), '')
  }
})
