import assert from 'node:assert/strict'
import { test } from 'node:test'
import { STAFF_ROLES } from '#kernel/browser/staff-rights.ts'
import { knownPath } from '../routing/known-screens.ts'
import type { GuardName } from '../screen.ts'
import { isOffered } from './offered-screens.ts'

const offeredTo = (guard: GuardName) =>
  (['owner', ...STAFF_ROLES] as const).filter((role) => isOffered({ guard }, role))

test('a screen about a tenant is offered to the roles with its right, every other screen to all', () => {
  assert.deepEqual(offeredTo('content'), ['owner', 'admin', 'editor'])
  assert.deepEqual(offeredTo('people'), ['owner', 'admin', 'support'])
  assert.deepEqual(offeredTo('own'), ['owner'])
  for (const guard of ['public', 'login', 'active', 'paid'] as const)
    assert.deepEqual(offeredTo(guard), ['owner', ...STAFF_ROLES])
})

test('a page that is not offered gives way to the first one below it, never to a neighbor', () => {
  const known = ['/bolt/payments', '/bolt/sign-in-more', '/bolt/sign-in/embed']
  assert.equal(knownPath(known, '/bolt/payments'), '/bolt/payments')
  assert.equal(knownPath(known, '/bolt/sign-in'), '/bolt/sign-in/embed')
  assert.equal(knownPath(known, '/bolt/chat'), undefined)
})
