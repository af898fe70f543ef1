import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DELAYS, verdictOf } from './verdict.ts'

const outcome = (status: number | null, retryAfter?: number) => ({
  status,
  durationMs: 1,
  answer: null,
  error: status === null ? 'No answer' : null,
  retryAfter,
})

test('[H24] every 2xx is a success, everything else is tried ten times over three days', () => {
  for (const status of [200, 201, 202, 204, 299])
    assert.equal(verdictOf(outcome(status), 0, 0).kind, 'delivered')
  for (const status of [null, 100, 199, 300, 302, 304, 400, 401, 404, 500, 503]) {
    const verdicts = [...DELAYS.keys()].map((failures) => verdictOf(outcome(status), failures, 0))
    assert.deepEqual(
      verdicts,
      [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400].map((after) => ({
        kind: 'retry',
        after,
        hold: false,
      })),
    )
    assert.equal(verdictOf(outcome(status), 9, 0).kind, 'failed')
  }
  assert.equal(verdictOf(outcome(410), 0, 0).kind, 'gone')
})

test('retries of simultaneous failures are spread by a tenth', () => {
  assert.deepEqual(verdictOf(outcome(500), 1, 1), { kind: 'retry', after: 330, hold: false })
})

test('Retry-After can delay a retry by up to a day but not shorten its delay; a busy receiver gets a pause', () => {
  assert.deepEqual(verdictOf(outcome(429, 120), 0, 0), { kind: 'retry', after: 120, hold: true })
  assert.deepEqual(verdictOf(outcome(503, 1), 1, 0), { kind: 'retry', after: 300, hold: true })
  assert.deepEqual(verdictOf(outcome(429, 9_999_999), 0, 0), { kind: 'retry', after: 86_400, hold: true })
  for (const status of [429, 502, 504])
    assert.deepEqual(verdictOf(outcome(status), 0, 0), { kind: 'retry', after: 5, hold: true })
})
