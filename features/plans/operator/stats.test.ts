import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeTenant } from '#testing/factories.ts'
import { functionCall } from '#testing/function-call.ts'
import { newEmail, signUp } from '#testing/test-users.ts'
import { testApp } from '#testing/test-app.ts'

const listed = newEmail('boss')
const app = await testApp({ env: { STATS_EMAILS: `other@example.test, ${listed}` } })

async function person(email: string, on = app) {
  const session = await signUp(on, on.anonKey, email)
  return { id: session.user.id, call: functionCall(on, on.anonKey, session.access_token) }
}

test('[B09] [S6-020] global figures are for the confirmed addresses on the list', async () => {
  const boss = await person(listed)
  const other = await person(newEmail())
  await makeTenant(app.database, { owner: other.id })
  await makeTenant(app.database, { owner: other.id })
  assert.deepEqual((await boss.call('GET', '/staff-stats')).body, { runs: 2, day_passes: 0 })
  const listedIn = async (of: typeof boss) => (await of.call('GET', '/access')).body.stats
  assert.deepEqual([await listedIn(boss), await listedIn(other)], [true, false])
  const refused = await other.call('GET', '/staff-stats')
  assert.deepEqual([refused.status, refused.body.code], [403, 'not_listed'])
  await app.owner.query('update auth.users set email_confirmed_at = null where id = $1', [boss.id])
  assert.equal((await boss.call('GET', '/staff-stats')).status, 403)
  assert.equal(await listedIn(boss), false)
})

test('[S6-021] the list is empty by default', async () => {
  const plain = await testApp()
  const boss = await person(listed, plain)
  assert.deepEqual(plain.config.statsEmails, [])
  assert.equal((await boss.call('GET', '/staff-stats')).status, 403)
})
