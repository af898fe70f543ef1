/**
 * Reporter of node:test. Prints one line per file and the failures, then the time used of the budget, the ten
 * slowest tests, the failures again (so that they are at the end of a long log), the skipped tests with
 * reasons, and finally `N passed, N failed, N skipped`. Stores the results in .tmp/test-results.json for `npm
 * run campaign ledger`.
 */
import { existsSync } from 'node:fs'
import { relative } from 'node:path'
import type { TestEvent } from 'node:test/reporters'
import { ROOT, readResults, writeResults } from './test-results.ts'
import type { TestResult } from './test-results.ts'

type Ended = Extract<TestEvent, { type: 'test:pass' | 'test:fail' }>['data']

/** @param budgetMinutes of a whole run; printed at the end, with the time since this process started */
export function reporter(budgetMinutes?: number) {
  return (source: AsyncIterable<TestEvent>) => report(source, budgetMinutes)
}

async function* report(source: AsyncIterable<TestEvent>, budgetMinutes?: number): AsyncGenerator<string> {
  const results: TestResult[] = []
  // Events arrive file by file. A test's own location may be a module that several files share.
  let open: TestResult[] = []
  const failures: string[] = []
  const said = new Map<string, string>()
  for await (const event of source) {
    if (event.type === 'test:pass' || event.type === 'test:fail') {
      if (isFileOfGroup(event.data)) {
        const { name, details } = event.data
        if (event.type === 'test:fail' && hasOwnFault(event.data.details.error)) {
          const result = { ...resultOf(event.data, false), file: name, title: name, kind: 'test' as const }
          results.push(result)
          open.push(result)
          failures.push(failure(event.data, result))
          yield failures.at(-1)!
        }
        yield fileLine(name, open, details.duration_ms)
        open = finish(open, name)
        continue
      }
      const result = resultOf(event.data, event.type === 'test:pass')
      results.push(result)
      if (result.title === result.file) open = finish(open, result.file)
      else open.push(result)
      const told = event.type === 'test:fail' ? failure(event.data, result, said.get(result.file)) : ''
      if (told) failures.push(told)
      yield told
    } else if (event.type === 'test:stdout' || event.type === 'test:stderr') {
      const { file, message } = event.data
      const name = file ? inProject(file) : ''
      said.set(name, ((said.get(name) ?? '') + message).slice(-MAX_OUTPUT_CHARACTERS))
      yield message
    } else if (event.type === 'test:summary' && event.data.file) {
      const file = inProject(event.data.file)
      // The files of the group have already been reported.
      if (GROUP_FILE.test(file) && open.length === 0) continue
      yield fileLine(file, open, event.data.duration_ms)
      open = finish(open, file)
    }
  }
  storeResults(results)
  if (budgetMinutes) yield timeUsed(performance.now() / 60_000, budgetMinutes)
  yield* closing(
    results.filter(({ kind }) => kind === 'test'),
    failures,
  )
}

/** Maximum characters of a failed file's output to repeat. */
const MAX_OUTPUT_CHARACTERS = 3000

const inProject = (path: string) => relative(ROOT, path).replaceAll('\\', '/')

/** The module that runs the files of a group as suites of one process. */
const GROUP = 'testing/test-group.ts'
const GROUP_FILE = /^\.tmp\/.*test-group-\d+\.mjs$/

const isFileOfGroup = ({ file, details, nesting }: Ended) =>
  nesting === 0 && details.type === 'suite' && file !== undefined && inProject(file) === GROUP

/** Whether the test itself failed, rather than one of its subtests. */
const hasOwnFault = (error: object): boolean =>
  !('failureType' in error && error.failureType === 'subtestsFailed')

function finish(results: TestResult[], file: string): TestResult[] {
  for (const result of results) result.file = file
  return []
}

function resultOf(data: Ended, passed: boolean): TestResult {
  const file = data.file ? inProject(data.file) : ''
  // node:test reports a file without tests as one test with the file's name.
  const isFile = inProject(data.name) === file
  const reason = passed && isFile ? 'no test in this file' : (data.skip ?? data.todo)
  const skipped = reason !== undefined && reason !== false
  return {
    file,
    title: isFile ? file : data.name,
    kind: data.details.type === 'suite' ? 'suite' : 'test',
    status: !passed ? 'failed' : skipped ? 'skipped' : 'passed',
    ...(skipped && { reason: typeof reason === 'string' && reason ? reason : 'no reason given' }),
    ms: Math.round(data.details.duration_ms),
  }
}

function failure(
  data: Extract<TestEvent, { type: 'test:fail' }>['data'],
  { file, title }: TestResult,
  said = '',
): string {
  const { error } = data.details
  const cause: unknown = error.cause ?? error
  // The parent failed because of a child, which is reported separately.
  if (!hasOwnFault(error)) return ''
  const text = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)
  // If a file fails as a whole, before or after its tests, the reason is in its output.
  const end = title === file && 'exitCode' in error ? `\n${howItEnded(error)}\n${said}` : ''
  const lines = `${text}${end}`.split('\n').filter((line) => !/^\s+at .*\(?node:/.test(line))
  return `\n✖ ${title}\n  ${file}:${data.line ?? 1}\n${lines.map((line) => `    ${line}`).join('\n')}\n\n`
}

const howItEnded = (error: object): string =>
  ['exitCode', 'signal'].map((name) => `${name} ${String(Reflect.get(error, name))}`).join(', ')

function fileLine(file: string, results: TestResult[], ms: number): string {
  const own = results.filter(({ kind }) => kind === 'test')
  const count = (status: TestResult['status']) => own.filter((result) => result.status === status).length
  const parts = [
    `${count('passed')} passed`,
    ...(count('failed') ? [`${count('failed')} failed`] : []),
    ...(count('skipped') ? [`${count('skipped')} skipped`] : []),
  ]
  return `${count('failed') ? '✖' : '✔'} ${file}: ${parts.join(', ')} (${seconds(ms)})\n`
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

/** Exceeding the budget is only a warning, because machines differ. */
export function timeUsed(minutes: number, budget: number): string {
  const used = `${minutes.toFixed(1)} of ${budget} minutes`
  return minutes > budget ? `\nWARNING: over the time budget: ${used}\n` : `\nTime used: ${used}\n`
}

/** Stores the results. Those of files that did not run now are preserved, as long as the files exist. */
function storeResults(results: TestResult[]): void {
  const ran = new Set(results.map(({ file }) => file))
  const others = readResults().filter(({ file }) => !ran.has(file) && existsSync(`${ROOT}/${file}`))
  writeResults([...others, ...results])
}

/** Lines with the ten slowest tests. */
export function* slowestTests(tests: TestResult[]): Generator<string> {
  const slowest = tests.toSorted((a, b) => b.ms - a.ms).slice(0, 10)
  yield '\nSlowest tests\n'
  for (const { ms, file, title } of slowest) yield `  ${seconds(ms).padStart(7)}  ${title}  (${file})\n`
}

/** Lines with the skipped tests and their reasons. */
export function* skippedTests(tests: TestResult[]): Generator<string> {
  const skipped = tests.filter(({ status }) => status === 'skipped')
  if (skipped.length) yield '\nSkipped\n'
  for (const { file, title, reason } of skipped) yield `  ${title}: ${reason}  (${file})\n`
}

function* closing(tests: TestResult[], failures: string[]): Generator<string> {
  yield* slowestTests(tests)
  if (failures.length) yield '\nFailed\n'
  yield* failures
  yield* skippedTests(tests)
  const count = (status: TestResult['status']) => tests.filter((result) => result.status === status).length
  yield `\n${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped\n`
}
