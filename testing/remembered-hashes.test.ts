import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { needsRealHashes, rememberHashes } from './remembered-hashes.ts'
import { ROOT } from './test-cluster.ts'

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

test('a hash that failed is computed again', async () => {
  const { hash } = await import('@node-rs/argon2')
  rememberHashes(true)
  // More than there are threads, so that the next one still waits when it is stopped.
  const busy = Array.from({ length: 12 }, (_, number) => hash(`bread ${number}`))
  const stopping = new AbortController()
  const stopped = hash('cold bread at night', {}, stopping.signal)
  stopping.abort()
  await assert.rejects(stopped)
  assert.match(await hash('cold bread at night', {}), /^\$argon2id\$/)
  await Promise.all(busy)
  rememberHashes(false)
})

test('files that measure hashes or look at them compute each', () => {
  const measuring = globSync('{services,kernel,features,blocks,server}/**/*.test.ts', { cwd: ROOT })
    .map((file) => ({ file, text: readFileSync(join(ROOT, file), 'utf8') }))
    .filter(({ text }) => /from '[^']*\/timing\.ts'/.test(text))
  assert.ok(measuring.length >= 3)
  for (const { file, text } of measuring) assert.equal(needsRealHashes(text), true, file)
  assert.equal(needsRealHashes(`select encrypted_password from auth.users`), true)
  assert.equal(needsRealHashes(`await auth.signUp({ email, password })`), false)
})
