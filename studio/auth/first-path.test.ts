import assert from 'node:assert/strict'
import { test } from 'node:test'
import { choosesPlan, firstPath } from './first-path.ts'

test('a new account opens the form of the first tenant instead of an empty screen', () => {
  for (const empty of ['/studio', '/studio/', '/bolt/studio'])
    assert.equal(firstPath(empty), '/bolt/studio/onboarding?step=2', empty)
  for (const path of ['/', '/try', '/bolt', '/studio/customers', '/studio?dialog=embed', '/bolt/pricing'])
    assert.equal(firstPath(path), path)
})

test('a new account on the way to the plans has not chosen one', () => {
  for (const path of ['/pricing', '/bolt/pricing', '/bolt/pricing?plan=pro', '/bolt/billing'])
    assert.ok(choosesPlan(path), path)
  for (const path of ['/', '/bolt/studio', '/bolt', '/try', '/pricings']) assert.ok(!choosesPlan(path), path)
})
