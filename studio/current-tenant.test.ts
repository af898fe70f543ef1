import assert from 'node:assert/strict'
import { test } from 'node:test'
import { currentTenant } from './current-tenant.ts'

const newest = { id: 'b' }
const oldest = { id: 'a' }

test('[S8-082] a failed read of the tenants is no tenant, whatever was chosen before', () => {
  assert.equal(currentTenant(undefined, 'a'), undefined)
  assert.equal(currentTenant([], 'a'), undefined)
})

test('[K25] the chosen tenant is believed only if it is one of theirs; else it is the newest', () => {
  assert.equal(currentTenant([newest, oldest], 'a'), oldest)
  for (const chosen of [undefined, '', 'c', '__proto__', '<img src=x onerror=alert(1)>'])
    assert.equal(currentTenant([newest, oldest], chosen), newest)
})
