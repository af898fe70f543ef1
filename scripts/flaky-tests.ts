import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './test-results.ts'
import type { TestResult } from './test-results.ts'

/** A test that failed in the run of all files and passed when its file ran alone. */
export type FlakyTest = Pick<TestResult, 'file' | 'title'>

/** So many files at most are repeated: more than these are not an accident. */
export const MOST_FILES = 3

const FILE = join(ROOT, '.tmp', 'flaky-tests.json')

/** Files to repeat after a run. @returns undefined if there is none, or more than `MOST_FILES` */
export function filesToRepeat(results: TestResult[]): string[] | undefined {
  const files = new Set(results.filter(({ status }) => status === 'failed').map(({ file }) => file))
  return files.size > 0 && files.size <= MOST_FILES ? [...files] : undefined
}

/** The flaky tests that were stored since the file was removed. */
export function readFlakyTests(): FlakyTest[] {
  return existsSync(FILE) ? (JSON.parse(readFileSync(FILE, 'utf8')) as FlakyTest[]) : []
}

/** Stores failed tests of a run whose files have passed since. */
export function storeFlakyTests(results: TestResult[]): void {
  const failed = results.filter(({ kind, status }) => kind === 'test' && status === 'failed')
  const flaky = failed.map(({ file, title }) => ({ file, title }))
  writeFileSync(FILE, `${JSON.stringify([...readFlakyTests(), ...flaky], null, 1)}\n`)
}

/** Lines with the flaky tests, each of them a bug. */
export function* flakyLines(tests: FlakyTest[]): Generator<string> {
  if (tests.length)
    yield '\nFLAKY: failed beside other files, passed alone. Find the cause before the next change.\n'
  for (const { file, title } of tests) yield `  ${title}  (${file})\n`
}
