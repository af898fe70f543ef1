import assert from 'node:assert/strict'
import { test } from 'node:test'
import { filesToRepeat, flakyLines, MOST_FILES } from './flaky-tests.ts'
import type { TestResult } from './test-results.ts'

const result = (file: string, status: TestResult['status'] = 'failed'): TestResult => ({
  file,
  title: `of ${file}`,
  kind: 'test',
  status,
  ms: 1,
})

test('repeats the few files that failed, each once', () => {
  const results = [
    result('a.test.ts'),
    result('a.test.ts'),
    result('b.test.ts', 'passed'),
    result('c.test.ts'),
  ]
  assert.deepEqual(filesToRepeat(results), ['a.test.ts', 'c.test.ts'])
})

test('repeats nothing when no test failed, as after a failed check, or when too many did', () => {
  assert.equal(filesToRepeat([]), undefined)
  assert.equal(filesToRepeat([result('a.test.ts', 'passed'), result('b.test.ts', 'skipped')]), undefined)
  const many = Array.from({ length: MOST_FILES + 1 }, (_, n) => result(`${n}.test.ts`))
  assert.equal(filesToRepeat(many), undefined)
  assert.equal(filesToRepeat(many.slice(1))?.length, MOST_FILES)
})

test('names each flaky test, and says nothing without one', () => {
  assert.deepEqual([...flakyLines([])], [])
  assert.match(
    [...flakyLines([{ file: 'a.test.ts', title: 'opens' }])].join(''),
    /FLAKY[^]*opens {2}\(a\.test\.ts\)/,
  )
})
