import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TestResult } from '../test-results.ts'
import { ledgerReport } from './report.ts'
import type { Statement } from './statements.ts'

const statement = (id: string, section: string): Statement => ({ id, section, text: `what ${id} says` })
const statements = [
  statement('S1-001', '1.1 Start'),
  statement('S1-002', '1.1 Start'),
  statement('A01', 'Security cases A'),
]
const peers = [statement('peers A14', '2. Auth block')]
const result = (title: string, status: TestResult['status'] = 'passed'): TestResult => ({
  file: 'a.test.ts',
  title,
  kind: 'test',
  status,
  ms: 1,
})

test('a statement counts if a passed test cites it', () => {
  const results = [
    result('[S1-001] [A01] one'),
    result('[S1-002] two', 'failed'),
    result('[peers A14] three'),
  ]
  assert.deepEqual(ledgerReport(statements, peers, results), {
    table: [
      '1.1 Start: 1 of 2',
      '  not cited: S1-002',
      'Security cases A: 1 of 1',
      '2 of 3 cited by tests that passed',
      "and of the peers' features: peers A14",
    ],
    strays: [],
  })
})

test('stray ids are listed with their titles and files after the complete table', () => {
  const results = [
    result('[S1-001] [C05] nobody knows this id'),
    result('[C05] nor here', 'skipped'),
    result('[A14] a row of the peers'),
    result('[peers Q9] no row of the peers'),
  ]
  const { table, strays } = ledgerReport(statements, peers, results)
  assert.equal(table.at(-1), '1 of 3 cited by tests that passed')
  assert.deepEqual(strays, [
    '  [C05]',
    '    [S1-001] [C05] nobody knows this id  (a.test.ts)',
    '    [C05] nor here  (a.test.ts)',
    '  [A14] is a row of peers.md: cite [peers A14]',
    '    [A14] a row of the peers  (a.test.ts)',
    '  [peers Q9]',
    '    [peers Q9] no row of the peers  (a.test.ts)',
  ])
})
