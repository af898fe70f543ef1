import assert from 'node:assert/strict'
import { test } from 'node:test'
import { STEPS } from './auth0-draft.ts'
import { readStep } from './use-open-wizard.ts'

test('each step of the wizard has its own URL, and no other URL opens it', () => {
  for (const [at] of STEPS.entries())
    assert.equal(readStep(new URLSearchParams({ auth0: String(at + 1) })), at)
  for (const query of ['', 'auth0=', 'auth0=0', 'auth0=5', 'auth0=1.0', 'auth0=toString'])
    assert.equal(readStep(new URLSearchParams(query)), undefined, query)
})
