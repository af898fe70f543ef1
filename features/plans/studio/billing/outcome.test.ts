import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readOutcome } from './outcome.ts'

const read = (query: string) => readOutcome(new URLSearchParams(query))

test('the address of the billing page names a known outcome or none', () => {
  for (const query of ['ok', 'ok=1', 'ok=true', 'status=ok', 'status=ok&session_id=cs_1'])
    assert.equal(read(query), 'ok', query)
  for (const query of ['cancel', 'cancel=true', 'status=cancel']) assert.equal(read(query), 'cancel', query)
  for (const query of ['status=paid', 'okay', 'status=', 'session_id=cs_1', 'x'])
    assert.equal(read(query), 'unknown', query)
  assert.equal(read(''), 'plan')
})
