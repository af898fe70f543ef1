import assert from 'node:assert/strict'
import { test } from 'node:test'
import { masked } from './invitations.ts'

test('a masked address shows the first letter of three or more, and its domain', () => {
  for (const [email, shown] of [
    ['someone@example.test', 's***@example.test'],
    ['ann@example.test', 'a***@example.test'],
    ['jo@example.test', '***@example.test'],
    ['a@example.test', '***@example.test'],
    ['"me@home"@example.test', '"***@example.test'],
    ['ümit@example.test', 'ü***@example.test'],
  ])
    assert.equal(masked(email!), shown)
})
