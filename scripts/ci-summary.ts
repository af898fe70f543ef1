// Prints the summary of .ci/run: the time used of its budget, the ten slowest tests, the flaky ones, and the
// skipped ones with reasons.
import { flakyLines, readFlakyTests } from './flaky-tests.ts'
import { readResults } from './test-results.ts'
import { skippedTests, slowestTests, timeUsed } from './test-reporter.ts'

/** Time budget for everything on an idle machine with 2 cores. */
const BUDGET_MINUTES = 45

const seconds = Number(process.argv[2])
if (!Number.isFinite(seconds)) {
  console.error('Usage: node scripts/run.mjs scripts/ci-summary.ts SECONDS')
  process.exit(2)
}
const tests = readResults().filter(({ kind }) => kind === 'test')
process.stdout.write(
  [
    timeUsed(seconds / 60, BUDGET_MINUTES),
    ...slowestTests(tests),
    ...flakyLines(readFlakyTests()),
    ...skippedTests(tests),
  ].join(''),
)
