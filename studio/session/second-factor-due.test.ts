import assert from 'node:assert/strict'
import { test } from 'node:test'
import { secondFactorDue } from './second-factor-due.ts'

const token = (claims: object) => `h.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.s`
const user = (...statuses: string[]) => ({ factors: statuses.map((status) => ({ status })) })

test('with a verified factor, the second step is due until the session has completed it', () => {
  const low = token({ aal: 'aal1', sub: 'ÿ?>~' })
  const high = token({ aal: 'aal2', sub: 'ÿ?>~' })
  assert.equal(secondFactorDue({ access_token: low, user: user('verified') }), true)
  assert.equal(secondFactorDue({ access_token: low, user: user('unverified', 'verified') }), true)
  assert.equal(secondFactorDue({ access_token: high, user: user('verified') }), false)
})

test('without a verified factor, no second step is due', () => {
  const low = token({ aal: 'aal1' })
  assert.equal(secondFactorDue({ access_token: low, user: user('unverified') }), false)
  assert.equal(secondFactorDue({ access_token: low, user: {} }), false)
})

test('a token that cannot be read never counts as the higher level', () => {
  for (const access_token of ['', 'x', 'a.b.c', `h.${btoa('null')}.s`, token({}), token({ aal: 'AAL2' })])
    assert.equal(secondFactorDue({ access_token, user: user('verified') }), true, access_token)
})
