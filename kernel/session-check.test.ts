import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { actAs } from '#testing/act-as.ts'
import { eventually } from '#testing/eventually.ts'
import { testDatabase } from '#testing/test-database.ts'
import { createSessionCheck } from './session-check.ts'
import type { Standing } from './session-check.ts'

const { database, owner } = await testDatabase()

test('[E04] a session that ends is known to have ended as soon as it is told', async () => {
  const check = createSessionCheck(database)
  const ended = new Set<string>()
  let looks = 0
  check.useLookup(async ({ session_id }) => (looks++, ended.has(session_id!) ? 'ended' : 'alive'))
  const claims = actAs.creator()
  assert.equal(await check.standing(claims), 'alive')
  ended.add(claims.session_id!)
  assert.equal(await check.standing(claims), 'alive')
  assert.equal(looks, 1)

  await owner.query(`select pg_notify('session_ended', $1)`, [claims.session_id])
  await eventually('the end of the session', async () => (await check.standing(claims)) === 'ended', 2)
  assert.equal(await check.standing(actAs.creator()), 'alive')
})

test('whoever ended a session knows at once, without the word', async () => {
  const check = createSessionCheck(database)
  let standing: Standing = 'alive'
  check.useLookup(async () => standing)
  const claims = actAs.creator()
  assert.equal(await check.standing(claims), 'alive')
  standing = 'ended'
  check.forget([claims.session_id!])
  assert.equal(await check.standing(claims), 'ended')
})

test('what is known of a session answers nobody else who names it', async () => {
  const check = createSessionCheck(database)
  const claims = actAs.creator()
  check.useLookup(async ({ sub, pool }) => (sub === claims.sub && pool === claims.pool ? 'alive' : 'ended'))
  const other = actAs.creator()
  for (const stranger of [
    { ...claims, sub: other.sub },
    { ...claims, pool: randomUUID() },
  ]) {
    assert.equal(await check.standing(claims), 'alive')
    assert.equal(await check.standing(stranger), 'ended')
  }
  const first = { ...other, session_id: randomUUID() }
  assert.equal(await check.standing(first), 'ended')
  assert.equal(await check.standing({ ...claims, session_id: first.session_id }), 'alive')
})

test('a token without a session, and a check that nobody set up, are not alive', async () => {
  const check = createSessionCheck(database)
  assert.equal(await check.standing(actAs.creator()), 'ended')
  check.useLookup(async () => 'alive')
  assert.equal(await check.standing({ ...actAs.creator(), session_id: undefined }), 'ended')
})

test('a token that proved the second factor is looked at anew, also within the second of the one that did not', async () => {
  const check = createSessionCheck(database)
  const claims = { ...actAs.creator(), iat: 1_700_000_000 }
  check.useLookup(async ({ aal }) => (aal === 'aal2' ? 'alive' : 'awaits factor'))
  assert.equal(await check.standing({ ...claims, aal: 'aal1' }), 'awaits factor')
  assert.equal(await check.standing({ ...claims, aal: 'aal2' }), 'alive')
})
