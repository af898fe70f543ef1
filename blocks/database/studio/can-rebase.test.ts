import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DataTable } from '#features/tables/endpoints.ts'
import { canRebase } from './can-rebase.ts'

const before = {
  title: 'Guestbook',
  see: 'everyone',
  fields: [{ id: 'aaaaaaaa', name: 'name', title: 'Name', kind: 'text', slot: 't1', indexed: false }],
  revision: 1,
} as unknown as DataTable

test('a change that meets a newer revision applies only if what it sets is as it was', () => {
  const indexed = { ...before, revision: 2, fields: [{ ...before.fields[0]!, indexed: true }] }
  assert.equal(canRebase({ fields: [] }, before, indexed), true)
  assert.equal(canRebase({ see: 'members' }, before, indexed), true)
  const renamed = { ...before, revision: 2, fields: [{ ...before.fields[0]!, title: 'Full name' }] }
  assert.equal(canRebase({ fields: [] }, before, renamed), false)
  assert.equal(canRebase({ see: 'members' }, before, renamed), true)
  assert.equal(canRebase({ see: 'members' }, before, { ...before, revision: 2, see: null }), false)
})
