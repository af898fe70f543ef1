/**
 * Which statements of the ledger and cases of the security rules are cited by tests that ran and passed, by section.
 * Reads what `npm test` left in .tmp/test-results.json. Ends with 1 when a test cites an id that does not exist.
 */
import { readStatements, sharedFolder } from './ledger/statements.ts'
import type { Statement } from './ledger/statements.ts'
import { citedIds, readResults } from './test-results.ts'

function main(): number {
  const statements = readStatements()
  if (!statements) {
    console.error(`No ledger.md in ${sharedFolder()}: set SHARED_DIR to the folder that holds it`)
    return 1
  }
  const results = readResults()
  if (results.length === 0) {
    console.error('No test has run yet: run npm test first')
    return 1
  }
  const passed = new Set(
    results.filter(({ status }) => status === 'passed').flatMap(({ title }) => citedIds(title)),
  )
  for (const [section, rows] of Map.groupBy(statements, (statement) => statement.section))
    printSection(section, rows, passed)
  const done = statements.filter(({ id }) => passed.has(id)).length
  console.log(`${done} of ${statements.length} cited by tests that passed`)
  return unknownIds(statements)
}

function printSection(section: string, rows: Statement[], passed: Set<string>): void {
  const open = rows.filter(({ id }) => !passed.has(id))
  console.log(`${section}: ${rows.length - open.length} of ${rows.length}`)
  if (open.length) console.log(`  not cited: ${open.map(({ id }) => id).join(' ')}`)
}

/** A citation that names nothing proves nothing, whether its test passed or not. */
function unknownIds(statements: Statement[]): number {
  const known = new Set(statements.map(({ id }) => id))
  const strays = readResults().flatMap(({ file, title }) =>
    citedIds(title)
      .filter((id) => !known.has(id))
      .map((id) => `  ${id}  ${title}  (${file})`),
  )
  if (strays.length) console.error(`Cited, but no statement has this id:\n${strays.join('\n')}`)
  return strays.length ? 1 : 0
}

process.exit(main())
