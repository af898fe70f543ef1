/**
 * Which statements of the ledger and cases of the security rules are cited by tests that ran and passed, by section.
 * Reads what `npm test` left in .tmp/test-results.json. Ends with 1 when a test cites an id that does not exist: the
 * table is printed all the same, and the stray ids after it.
 */
import { ledgerReport } from './ledger/report.ts'
import { readPeers, readStatements, sharedFolder } from './ledger/statements.ts'
import { readResults } from './test-results.ts'

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
  const { table, strays } = ledgerReport(statements, readPeers(), results)
  console.log(table.join('\n'))
  if (strays.length === 0) return 0
  console.error(`\nThese ids are cited, but no statement has them. Correct the titles:\n${strays.join('\n')}`)
  return 1
}

process.exitCode = main()
