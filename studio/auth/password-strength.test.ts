import assert from 'node:assert/strict'
import { test } from 'node:test'
import { strengthOf } from './password-strength.ts'

test('a well-known phrase that the server rejects is rated too weak', () => {
  for (const known of ['correct horse battery staple', 'Th3 qu1ck brown fox jumps!'])
    assert.equal(strengthOf(known, []).word, 'Too weak', known)
  assert.equal(strengthOf('quiet harbour under seven moons', []).word, 'Strong')
})
