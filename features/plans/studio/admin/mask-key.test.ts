import assert from 'node:assert/strict'
import { test } from 'node:test'
import { maskKey } from './mask-key.ts'

test('[S9-046] a masked publishable key shows 12 characters and hides its length', () => {
  const key = 'pk_test_51QKabcdefghijklmnop'
  const masked = maskKey(key)
  assert.ok(masked.startsWith(key.slice(0, 12)))
  assert.match(masked.slice(12), /^•+$/)
  assert.equal(maskKey(`${key}${key}`), masked)
  assert.equal(maskKey('pk_test_51QK'), 'pk_test_51QK')
})
