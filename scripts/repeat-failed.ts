// For .ci/run, after a red `npm test`: repeats the few files that failed, alone, and reports those that pass now as
// flaky. A check that failed, or more failed files than `MOST_FILES`, stay failures without a second try.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { filesToRepeat, flakyLines, readFlakyTests, storeFlakyTests } from './flaky-tests.ts'
import { ROOT, readResults } from './test-results.ts'

const before = readResults()
const files = filesToRepeat(before)
if (!files) process.exit(1)
console.log(`\nRepeating alone: ${files.join(', ')}\n`)
const { status } = spawnSync(process.execPath, [join(ROOT, 'scripts/run.mjs'), 'scripts/test.ts', ...files], {
  cwd: ROOT,
  stdio: 'inherit',
})
if (status !== 0) process.exit(1)
storeFlakyTests(before)
process.stdout.write([...flakyLines(readFlakyTests())].join(''))
