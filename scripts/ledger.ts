/**
 * Lists which statements of the ledger and security cases are cited by tests that passed, by section. Reads
 * the results of `npm test` in .tmp/test-results.json. Exits with 1 if a test cites an unknown id; the stray
 * ids follow the table.
 */
import { ledgerReport } from './ledger/report.ts'
import { readPeers, readStatements, sharedFolder } from './ledger/statements.ts'
import { readResults } from './test-results.ts'

function main(): number {
  const statements = readStatements()
  if (!statements) {
    console.error(`No ledger.md in ${sharedFolder()}: set SHARED_DIR to its folder`)
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
