import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { InstallReport } from '../endpoints.ts'
import { mostUrgentFirst, reportVerdict } from './report-verdict.ts'

type State = InstallReport['findings'][number]['state']
const findingsOf = (...states: State[]) =>
  states.map((state, at) => ({ id: `${state}-${at}`, title: '', verdict: '', text: '', state }))

test('errors are listed first, then warnings; findings of one state keep their order', () => {
  assert.deepEqual(
    mostUrgentFirst(findingsOf('pass', 'warn', 'pass', 'info', 'fail', 'warn')).map(({ id }) => id),
    ['fail-4', 'warn-1', 'warn-5', 'info-3', 'pass-0', 'pass-2'],
  )
})

test('the verdict counts errors and warnings separately', () => {
  const verdict = (...states: State[]) => reportVerdict({ findings: findingsOf(...states) })
  assert.equal(verdict('pass', 'fail', 'warn'), '1 error, 1 warning')
  assert.equal(verdict('fail', 'fail', 'warn', 'warn', 'warn'), '2 errors, 3 warnings')
  assert.equal(verdict('fail'), '1 error')
  assert.equal(verdict('warn', 'pass'), 'It works, with 1 warning')
  assert.equal(verdict('pass', 'info'), 'No problems found')
})
