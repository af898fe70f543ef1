import assert from 'node:assert/strict'
import { test } from 'node:test'
import { actAs } from '#testing/act-as.ts'
import { eventually } from '#testing/eventually.ts'
import { testDatabase } from '#testing/test-database.ts'
import { createSessionCheck } from './session-check.ts'

const { database, owner } = await testDatabase()

test('[E04] a session that ends is known to have ended as soon as it is told, without it in five seconds', async () => {
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

test('a token without a session, and a check that nobody set up, are not alive', async () => {
  const check = createSessionCheck(database)
  assert.equal(await check.isAlive(actAs.creator()), false)
  check.useLookup(async () => true)
  assert.equal(await check.isAlive({ ...actAs.creator(), session_id: undefined }), false)
})
