import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ALL_CHANGES, queryOf, readAuditView, writeAuditView } from './audit-view.ts'

test('the view of the audit log is in the URL, and unknown values show all changes', () => {
  const query = new URLSearchParams('tenant=1&kind=products&who=owner&days=7&q=+loaf+')
  const view = readAuditView(query)
  assert.deepEqual(view, { kind: 'products', who: 'owner', days: '7', q: 'loaf' })
  assert.deepEqual(queryOf(view), { kind: 'products', who: 'owner', days: 7, q: 'loaf' })
  assert.equal(writeAuditView(query, ALL_CHANGES), '?tenant=1')
  assert.equal(
    writeAuditView(new URLSearchParams('tenant=1'), view),
    '?tenant=1&kind=products&who=owner&days=7&q=loaf',
  )
  assert.deepEqual(readAuditView(new URLSearchParams('kind=__proto__&who=god&days=1e9')), ALL_CHANGES)
  assert.deepEqual(queryOf(ALL_CHANGES), {})
})
