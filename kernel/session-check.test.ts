import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { actAs } from '#testing/act-as.ts'
import { eventually } from '#testing/eventually.ts'
import { testDatabase } from '#testing/test-database.ts'
import { createSessionCheck } from './session-check.ts'

const { database, owner } = await testDatabase()

test('[E04] a session that ends is known to have ended as soon as it is told', async () => {
  const check = createSessionCheck(database)
  const ended = new Set<string>()
  let looks = 0
  check.useLookup(async ({ session_id }) => (looks++, !ended.has(session_id!)))
  const claims = actAs.creator()
  assert.equal(await check.isAlive(claims), true)
  ended.add(claims.session_id!)
  assert.equal(await check.isAlive(claims), true)
  assert.equal(looks, 1)

  await owner.query(`select pg_notify('session_ended', $1)`, [claims.session_id])
  await eventually('the end of the session', async () => !(await check.isAlive(claims)), 2)
  assert.equal(await check.isAlive(actAs.creator()), true)
})

test('what is known of a session answers nobody else who names it', async () => {
  const check = createSessionCheck(database)
  const claims = actAs.creator()
  check.useLookup(async ({ sub, pool }) => sub === claims.sub && pool === claims.pool)
  const other = actAs.creator()
  for (const stranger of [
    { ...claims, sub: other.sub },
    { ...claims, pool: randomUUID() },
  ]) {
    assert.equal(await check.isAlive(claims), true)
    assert.equal(await check.isAlive(stranger), false)
  }
  const first = { ...other, session_id: randomUUID() }
  assert.equal(await check.isAlive(first), false)
  assert.equal(await check.isAlive({ ...claims, session_id: first.session_id }), true)
})

test('a token without a session, and a check that nobody set up, are not alive', async () => {
  const check = createSessionCheck(database)
  assert.equal(await check.isAlive(actAs.creator()), false)
  check.useLookup(async () => true)
  assert.equal(await check.isAlive({ ...actAs.creator(), session_id: undefined }), false)
})
