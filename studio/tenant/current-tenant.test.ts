import assert from 'node:assert/strict'
import { test } from 'node:test'
import { currentTenant } from './current-tenant.ts'

const newest = { id: 'b' }
const oldest = { id: 'a' }

test('[S8-082] without loaded tenants there is no current tenant, whatever was chosen before', () => {
  assert.equal(currentTenant(undefined, 'a'), undefined)
  assert.equal(currentTenant([], 'a'), undefined)
})

test('[K25] the stored tenant counts only if the user owns it; otherwise the newest is current', () => {
  assert.equal(currentTenant([newest, oldest], 'a'), oldest)
  for (const chosen of [undefined, '', 'c', '__proto__', '<img src=x onerror=alert(1)>'])
    assert.equal(currentTenant([newest, oldest], chosen), newest)
})
