import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import type { Kernel } from '#kernel/kernel.ts'
import { createSealer } from '#kernel/secrets/sealer.ts'
import { testDatabase } from '#testing/test-database.ts'
import { loadSigningKeys } from './signing-keys.ts'

const { database, owner } = await testDatabase()
const key = { id: 'k1', key: randomBytes(32) }
const server = (...ring: { id: string; key: Buffer }[]) =>
  ({ database, sealer: createSealer(ring) }) as unknown as Kernel

test('servers that start concurrently agree on one signing key', async () => {
  const starts = await Promise.all(Array.from({ length: 8 }, () => loadSigningKeys(server(key))))
  assert.equal(new Set(starts.flatMap((keys) => keys.map(({ kid }) => kid))).size, 1)
  assert.deepEqual(await loadSigningKeys(server(key)).then((keys) => keys.length), 1)
})

test('the private half is sealed at rest and never published', async () => {
  const { rows } = await owner.query(
    'select t::text as line, private_jwk_sealed as sealed from auth.signing_keys t',
  )
  assert.match(rows[0].sealed, /^s1\.k1\./)
  assert.equal(/"d"/.test(rows[0].line), false)
  const [signing] = await loadSigningKeys(server(key))
  assert.equal('d' in signing!.publicJwk, false)
  assert.doesNotMatch(JSON.stringify(signing), /"d"/)
})

test('a rotated key ring still opens it, and a lost one reports how to fix it', async () => {
  const newer = { id: 'k2', key: randomBytes(32) }
  assert.equal((await loadSigningKeys(server(newer, key))).length, 1)
  await assert.rejects(loadSigningKeys(server(newer)), /SECRET_KEYS/)
  await assert.rejects(loadSigningKeys(server({ id: 'k1', key: randomBytes(32) })), /SECRET_KEYS/)
})
