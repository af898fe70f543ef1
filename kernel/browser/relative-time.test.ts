import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatRelativeTime } from './relative-time.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')
const at = (time: string) => formatRelativeTime(time, NOW)

test('times are formatted relative to now', () => {
  assert.equal(at('2026-11-20T11:59:30Z'), 'just now')
  assert.equal(at('2026-11-20T11:59:00Z'), '1 minute ago')
  assert.equal(at('2026-11-20T11:01:00Z'), '59 minutes ago')
  assert.equal(at('2026-11-20T09:30:00Z'), '2 hours ago')
  assert.equal(at('2026-11-18T12:00:00Z'), '2 days ago')
  assert.equal(at('2026-03-03T12:00:00Z'), 'on 3 Mar 2026')
})

test("a time in the future, from a clock behind the server's, reads as just now", () => {
  assert.equal(at('2026-11-20T12:03:00Z'), 'just now')
  assert.equal(at('not a time'), 'just now')
})
