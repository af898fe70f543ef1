import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { PLATFORM_POOL } from '#kernel/db/claims.ts'
import { keyedHash } from '#kernel/secrets/keyed-hash.ts'
import { readRefreshToken, writeRefreshToken } from './refresh-token.ts'

const older = { id: 'a', key: randomBytes(32) }
const newer = { id: 'b', key: randomBytes(32) }
const hash = keyedHash([older], 'refresh-token')
const session = randomUUID()

test('reading a token returns what it was written from', () => {
  for (const counter of [0, 1, 4_000_000_000]) {
    const token = writeRefreshToken(hash, PLATFORM_POOL, { session, counter })
    assert.deepEqual(readRefreshToken(hash, PLATFORM_POOL, token), { session, counter })
  }
})

test('a changed token, or one of another pool, purpose or key ring, is refused', () => {
  const token = writeRefreshToken(hash, PLATFORM_POOL, { session, counter: 7 })
  for (let i = 0; i < token.length; i++) {
    const other = token[i] === 'A' ? 'B' : 'A'
    assert.equal(
      readRefreshToken(hash, PLATFORM_POOL, token.slice(0, i) + other + token.slice(i + 1)),
      undefined,
    )
  }
  assert.equal(readRefreshToken(hash, randomUUID(), token), undefined)
  assert.equal(readRefreshToken(keyedHash([older], 'mail-code'), PLATFORM_POOL, token), undefined)
  assert.equal(readRefreshToken(keyedHash([newer], 'refresh-token'), PLATFORM_POOL, token), undefined)
  for (const rubbish of [
    '',
    'x',
    token.slice(1),
    `${token}A`,
    `${token}==`,
    'A'.repeat(1000),
    'ü'.repeat(50),
    '\0',
  ])
    assert.equal(readRefreshToken(hash, PLATFORM_POOL, rubbish), undefined)
})

test('older tokens work after a key is added to the ring and end when it is removed', () => {
  const token = writeRefreshToken(hash, PLATFORM_POOL, { session, counter: 7 })
  const rotated = keyedHash([newer, older], 'refresh-token')
  assert.deepEqual(readRefreshToken(rotated, PLATFORM_POOL, token), { session, counter: 7 })
  const fresh = writeRefreshToken(rotated, PLATFORM_POOL, { session, counter: 8 })
  assert.equal(readRefreshToken(hash, PLATFORM_POOL, fresh), undefined)
  assert.deepEqual(readRefreshToken(keyedHash([newer], 'refresh-token'), PLATFORM_POOL, fresh), {
    session,
    counter: 8,
  })
})
