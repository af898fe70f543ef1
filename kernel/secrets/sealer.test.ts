import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { createSealer } from './sealer.ts'

const older = { id: 'old', key: randomBytes(32) }
const newer = { id: 'new', key: randomBytes(32) }
const sealer = createSealer([newer])
const place = 'tenants.auth0_client_secret:1'

test('a sealed value opens at its place, and differs each time', () => {
  for (const secret of ['sk_test_canary', '', 'ünïcode ✓', 'x'.repeat(10_000)]) {
    const sealed = sealer.seal(secret, place)
    assert.equal(sealer.open(sealed, place), secret)
    assert.notEqual(sealer.seal(secret, place), sealed)
    assert.match(sealed, /^s1\.new\.[\w-]+\.[\w-]+$/)
    if (secret) assert.ok(!sealed.includes(Buffer.from(secret).toString('base64url')))
  }
})

test('a sealed value that was moved to another row, changed or truncated does not open', () => {
  const sealed = sealer.seal('secret', place)
  assert.throws(() => sealer.open(sealed, 'tenants.auth0_client_secret:2'))
  const [version, id, iv, body] = sealed.split('.') as [string, string, string, string]
  const bytes = Buffer.from(body, 'base64url')
  for (let i = 0; i < bytes.length; i++) {
    const changed = Buffer.from(bytes)
    changed[i]! ^= 1
    assert.throws(
      () => sealer.open([version, id, iv, changed.toString('base64url')].join('.'), place),
      `byte ${i}`,
    )
  }
  // An empty secret consists only of its tag, so a truncated tag could be guessed quickly.
  const [, , emptyIv, tag] = sealer.seal('', place).split('.') as [string, string, string, string]
  for (const length of [0, 4, 8, 12, 13, 14, 15]) {
    const cut = Buffer.from(tag, 'base64url').subarray(0, length).toString('base64url')
    assert.throws(() => sealer.open([version, id, emptyIv, cut].join('.'), place), `${length} bytes`)
  }
  for (const text of ['', 'secret', `s2.${id}.${iv}.${body}`, `s1.${id}.${iv}`, `s1.other.${iv}.${body}`])
    assert.throws(() => sealer.open(text, place), text)
})

test('a rotated ring seals with its newest key and opens values of older ones until they are removed', () => {
  const before = createSealer([older]).seal('secret', place)
  const rotated = createSealer([newer, older])
  assert.equal(rotated.open(before, place), 'secret')
  assert.match(rotated.seal('secret', place), /^s1\.new\./)
  assert.throws(
    () => createSealer([newer]).open(before, place),
    /No key old in SECRET_KEYS opens this secret/,
  )
  assert.throws(() => createSealer([]), /SECRET_KEYS is empty/)
})
