import assert from 'node:assert/strict'
import { test } from 'node:test'
import { skippedTests, slowestTests, timeUsed } from './test-reporter.ts'
import type { TestResult } from './test-results.ts'

const results = Array.from({ length: 12 }, (_, n): TestResult => ({
  file: 'ui/a.test.ts',
  title: `number ${n}`,
  kind: 'test',
  status: 'passed',
  ms: n * 1000,
}))

test('prints the time used with its budget, as a warning if it is exceeded', () => {
  assert.equal(timeUsed(12.34, 15), '\nTime used: 12.3 of 15 minutes\n')
  assert.equal(timeUsed(15.06, 15), '\nWARNING: over the time budget: 15.1 of 15 minutes\n')
})

test('lists the ten slowest tests, and the skipped ones with reasons', () => {
  const slowest = [...slowestTests(results)].join('')
  assert.equal(
    slowest.match(/number \d+/g)?.join(),
    Array.from({ length: 10 }, (_, n) => `number ${11 - n}`).join(),
  )
  assert.deepEqual([...skippedTests(results)], [])
  const skipped: TestResult = { ...results[0]!, status: 'skipped', reason: 'needs root' }
  assert.equal([...skippedTests([skipped])].join(''), '\nSkipped\n  number 0: needs root  (ui/a.test.ts)\n')
})
