import assert from 'node:assert/strict'
import { test } from 'node:test'
import { needsRealHashes, rememberHashes } from './remembered-hashes.ts'

test('a process hashes a password once while hashes are remembered, and each time otherwise', async () => {
  const { hashPassword, verifyPassword } = await import('#services/auth/passwords/password-hash.ts')
  rememberHashes(true)
  const first = await hashPassword('slow bread before dawn')
  assert.match(first, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/, 'at full cost')
  assert.equal(await hashPassword('slow bread before dawn'), first)
  assert.notEqual(await hashPassword('fast bread after noon'), first)
  assert.equal(await verifyPassword(first, 'slow bread before dawn'), true)
  assert.equal(await verifyPassword(first, 'fast bread after noon'), false)
  rememberHashes(false)
  assert.notEqual(await hashPassword('slow bread before dawn'), first)
  assert.equal(await verifyPassword(first, 'slow bread before dawn'), true)
})

test('files that measure hashes or look at them compute each', () => {
  assert.equal(needsRealHashes(`import { assertSameTime } from '#testing/timing.ts'`), true)
  assert.equal(needsRealHashes(`select encrypted_password from auth.users`), true)
  assert.equal(needsRealHashes(`await auth.signUp({ email, password })`), false)
})
