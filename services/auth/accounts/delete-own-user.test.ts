import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeTenant } from '#testing/factories.ts'
import { PASSWORD, authCall, latestEmailTo, signUp } from '#testing/test-users.ts'
import { testApp } from '#testing/test-app.ts'

const app = await testApp({ env: { AUTH_LIMIT_FACTOR: '1000' } })
const tenant = await makeTenant(app.database)
const call = authCall(app, tenant.public_key)

/** An end user who signed in an hour ago and is in the tenant's member list. */
async function member() {
  const { access_token: token, refresh_token, user } = await signUp(app, tenant.public_key)
  const joined = await app
    .client(tenant.public_key, {
      accessToken: async () => token,
      global: { fetch: app.fetch },
    })
    .from('end_users')
    .insert({})
  assert.equal(joined.error, null)
  await app.owner.query(
    "update auth.sessions set created_at = created_at - interval '1 hour' where user_id = $1",
    [user.id],
  )
  return { token, refresh_token, id: user.id, email: user.email! }
}

const left = async (id: string) => {
  const users = await app.owner.query('select from auth.users where id = $1', [id])
  const members = await app.owner.query('select from public.end_users where auth_user_id = $1', [id])
  return [users.rowCount, members.rowCount]
}

test('an end user deletes their account with the password: sessions end, the member row is deleted, an email confirms it', async () => {
  const { token, refresh_token, id, email } = await member()
  const remove = (body: Record<string, unknown>) => call('DELETE', '/user', { token, body })
  assert.deepEqual((await remove({})).body.code, 'current_password_required')
  assert.equal((await remove({ password: 'not-my-Password-17' })).body.code, 'current_password_invalid')
  const wrong = await remove({ nonce: '000000' })
  assert.deepEqual([wrong.status, wrong.body.code], [422, 'reauthentication_not_valid'])
  assert.deepEqual(await left(id), [1, 1])
  assert.equal((await remove({ password: PASSWORD })).status, 204)
  assert.deepEqual(await left(id), [0, 0])
  assert.match(latestEmailTo(app, email).subject, /account .* was deleted/)
  const refresh = await call('POST', '/token?grant_type=refresh_token', { body: { refresh_token } })
  assert.equal(refresh.status, 400)
  const again = await signUp(app, tenant.public_key, email)
  assert.notEqual(again.user.id, id)
})

test('a sign-in within the last ten minutes is proof enough, and other users stay', async () => {
  const neighbour = await member()
  const { access_token: token, user } = await signUp(app, tenant.public_key)
  assert.equal((await call('DELETE', '/user', { token })).status, 204)
  assert.deepEqual(await left(user.id), [0, 0])
  assert.deepEqual(await left(neighbour.id), [1, 1])
})

test('[D19] an open session cannot make itself fresh, neither by a one-time code nor by a newly added mailbox', async () => {
  const { token, refresh_token, id } = await member()
  await app.owner.query(
    `update auth.sessions set amr = jsonb_set(amr, '{0,timestamp}', to_jsonb((amr -> 0 ->> 'timestamp')::bigint - 3600))
     where user_id = $1`,
    [id],
  )
  const { body: handed } = await call('POST', '/one-time-code', { token, body: { refresh_token } })
  const next = await call('POST', '/token?grant_type=one_time_code', { body: { code: handed.code } })
  assert.equal(next.status, 200)
  const refused = await call('DELETE', '/user', { token: next.body.access_token, body: {} })
  assert.deepEqual([refused.status, refused.body.code], [400, 'current_password_required'])
  for (const method of ['email_change', 'phone_change', 'oauth', 'passkey']) {
    const amr = JSON.stringify([{ method, timestamp: Math.floor(Date.now() / 1000) }])
    await app.owner.query('update auth.sessions set amr = $2, created_at = now() where user_id = $1', [
      id,
      amr,
    ])
    assert.equal((await call('DELETE', '/user', { token, body: {} })).status, 400, method)
  }
  assert.deepEqual(await left(id), [1, 1])
})

test('a creator is referred to the account page, and an unknown token is refused', async () => {
  const { access_token: token, user } = await signUp(app, app.anonKey)
  const { status, body } = await authCall(app, app.anonKey)('DELETE', '/user', { token, body: {} })
  assert.deepEqual([status, body.code], [422, 'not_offered'])
  assert.match(body.message, /delete-account/)
  assert.deepEqual(await left(user.id), [1, 0])
  assert.equal((await call('DELETE', '/user', { body: {} })).status, 403)
})
