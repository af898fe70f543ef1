import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createBucket, createBuckets } from './limits.ts'

test('a bucket gives what it contains, refills over time, and never overflows', () => {
  let now = 0
  const bucket = createBucket(10, 2, () => now)
  assert.ok(bucket.take(20))
  assert.equal(bucket.take(), false)
  now = 100
  assert.ok(bucket.take())
  assert.equal(bucket.take(), false, 'a tenth of a second refills one point')
  now = 1_000_000
  assert.equal(bucket.take(21), false)
  assert.ok(bucket.take(20), 'a refused take costs nothing')
})

test('each key has its own bucket', () => {
  // A clock that does not advance: on a busy machine, a second can pass between two lines.
  const buckets = createBuckets(1, 2, () => 0)
  assert.deepEqual([buckets.take('a', 2), buckets.take('a'), buckets.take('b')], [true, false, true])
  for (let i = 0; i < 3000; i++) buckets.take(`other ${i}`)
  assert.equal(buckets.take('a'), false, 'an empty bucket is not dropped')
})
