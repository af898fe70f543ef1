import { citedIds } from '../test-results.ts'
import type { TestResult } from '../test-results.ts'
import type { Statement } from './statements.ts'

export interface LedgerReport {
  /** The table: each section with the number of cited statements, and the ids that no passed test cites. */
  table: string[]
  /** Citations of unknown ids, with their titles and files. */
  strays: string[]
}

/**
 * Compares the citable statements with the tests' citations.
 * @param peers rows of peers.md; they compare other products, so no test has to cite them
 */
export function ledgerReport(
  statements: Statement[],
  peers: Statement[],
  results: TestResult[],
): LedgerReport {
  const passed = new Set(
    results.filter(({ status }) => status === 'passed').flatMap(({ title }) => citedIds(title)),
  )
  const done = statements.filter(({ id }) => passed.has(id)).length
  const citedPeers = peers.filter(({ id }) => passed.has(id)).map(({ id }) => id)
  return {
    table: [
      ...[...Map.groupBy(statements, ({ section }) => section)].flatMap(([section, rows]) =>
        sectionLines(section, rows, passed),
      ),
      `${done} of ${statements.length} cited by tests that passed`,
      ...(citedPeers.length ? [`and of the peers' features: ${citedPeers.join(', ')}`] : []),
    ],
    strays: strayLines(new Set([...statements, ...peers].map(({ id }) => id)), results),
  }
}

function sectionLines(section: string, rows: Statement[], passed: Set<string>): string[] {
  const open = rows.filter(({ id }) => !passed.has(id))
  return [
    `${section}: ${rows.length - open.length} of ${rows.length}`,
    ...(open.length ? [`  not cited: ${open.map(({ id }) => id).join(' ')}`] : []),
  ]
}

/** Lists citations of unknown ids, whether or not their tests passed. */
function strayLines(known: Set<string>, results: TestResult[]): string[] {
  const strays = results.flatMap(({ file, title }) =>
    citedIds(title)
      .filter((id) => !known.has(id))
      .map((id) => ({ id, line: `    ${title}  (${file})` })),
  )
  return [...Map.groupBy(strays, ({ id }) => id)].flatMap(([id, citing]) => [
    `  [${id}]${known.has(`peers ${id}`) ? ` is a row of peers.md: cite [peers ${id}]` : ''}`,
    ...citing.map(({ line }) => line),
  ])
}
