import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isFirstSignIn } from './new-account.ts'

const created_at = '2026-11-23T10:00:00Z'

test('the sign-in that confirms an account is the first one, however late', () => {
  const at = '2026-11-24T08:30:00.200Z'
  assert.ok(isFirstSignIn({ created_at, email_confirmed_at: '2026-11-24T08:30:00Z', last_sign_in_at: at }))
  assert.ok(isFirstSignIn({ created_at: '2026-11-24T08:30:00.100Z', last_sign_in_at: at }))
})

test('a later sign-in is not', () => {
  const email_confirmed_at = '2026-11-23T10:01:00Z'
  assert.ok(!isFirstSignIn({ created_at, email_confirmed_at, last_sign_in_at: '2026-11-23T11:00:00Z' }))
  assert.ok(!isFirstSignIn({ created_at, email_confirmed_at }))
})
