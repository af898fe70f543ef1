import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formState, submissionsText } from './form-state.ts'

const NOW = Date.parse('2026-11-27T12:00:00Z')
const open = {
  read_only: null,
  is_open: true,
  opens_at: null,
  closes_at: null,
  most: null,
  submitted: 3,
}

test('a form is open until it is closed, full or past its time', () => {
  const textOf = (change: object) => formState({ ...open, ...change }, NOW).text
  assert.equal(textOf({}), 'Open')
  assert.equal(textOf({ most: 4 }), 'Open')
  assert.equal(textOf({ most: 3 }), 'Full')
  assert.equal(textOf({ is_open: false }), 'Closed')
  assert.equal(textOf({ read_only: 'pro' }), 'Closed')
  assert.equal(textOf({ closes_at: '2026-11-27T12:00:00Z' }), 'Closed')
  assert.equal(textOf({ closes_at: '2026-11-28T12:00:00Z' }), 'Open')
  assert.match(textOf({ opens_at: '2026-11-28T12:00:00Z' }), /^Opens 28 Nov 2026/)
  assert.equal(textOf({ opens_at: '2026-11-26T12:00:00Z' }), 'Open')
})

test('submissions are counted in words', () => {
  assert.deepEqual([0, 1, 1204].map(submissionsText), [
    'No submissions yet',
    '1 submission',
    '1,204 submissions',
  ])
})
