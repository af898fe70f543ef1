import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '#testing/eventually.ts'
import { makeTenant } from '#testing/factories.ts'
import { PASSWORD, authCall, newEmail, signUp } from '#testing/test-users.ts'
import { testApp } from '#testing/test-app.ts'

const app = await testApp({ env: { AUTH_LIMIT_FACTOR: '1000' } })

/** A tenant whose sessions have these rules, and a function to call it as its users. */
async function shop(rules: Record<string, unknown>) {
  const { id, public_key: key } = await makeTenant(app.database)
  const call = authCall(app, key)
  const changed = await authCall(app, app.serviceKey)('PATCH', '/admin/settings', {
    headers: { 'x-bb-pool': id },
    body: rules,
  })
  assert.equal(changed.status, 200)
  const refresh = (token: string) =>
    call('POST', '/token?grant_type=refresh_token', { body: { refresh_token: token } })
  const signIn = async (email: string) =>
    (await call('POST', '/token?grant_type=password', { body: { email, password: PASSWORD } })).body
  const alive = async (token: string) => (await call('GET', '/user', { token })).status === 200
  return { key, call, refresh, signIn, alive }
}

const age = (column: 'created_at' | 'refreshed_at', userId: string, seconds: number) =>
  app.owner.query(
    `update auth.sessions set ${column} = ${column} - make_interval(secs => $2) where user_id = $1`,
    [userId, seconds],
  )

for (const [rule, column] of [
  ['session_timebox', 'created_at'],
  ['session_inactivity', 'refreshed_at'],
] as const)
  test(`[E04] ${rule}: within five seconds every service refuses the session, and it cannot be refreshed`, async () => {
    const { key, refresh, alive } = await shop({ [rule]: 600 })
    const session = await signUp(app, key)
    assert.ok(await alive(session.access_token))
    await age(column, session.user.id, 590)
    const { status, body } = await refresh(session.refresh_token)
    assert.equal(status, 200)
    await age(column, session.user.id, rule === 'session_timebox' ? 11 : 601)
    await eventually('the end of the session', async () => !(await alive(body.access_token)), 6)
    const rows = await app.request('/rest/v1/tenants?select=id', {
      headers: { apikey: key, authorization: `Bearer ${body.access_token}` },
    })
    assert.equal(rows.status, 401)
    const late = await refresh(body.refresh_token)
    assert.deepEqual([late.status, late.body.code], [400, 'session_expired'])
    assert.equal((await refresh(body.refresh_token)).body.code, 'refresh_token_not_found')
  })

test('a short inactivity limit shortens access tokens, so that active clients refresh in time', async () => {
  const { key } = await shop({ session_inactivity: 600 })
  const session = await signUp(app, key)
  assert.equal(session.expires_in, 300)
  assert.ok(Math.abs(session.expires_at! - Date.now() / 1000 - 300) < 5)
})

test('single_session: a sign-in ends earlier sessions for every kind of use', async () => {
  const { key, refresh, signIn, alive } = await shop({ single_session: true })
  const email = newEmail()
  const first = await signUp(app, key, email)
  assert.ok(await alive(first.access_token))
  const second = await signIn(email)
  await eventually('the end of the first', async () => !(await alive(first.access_token)), 6)
  assert.equal((await refresh(first.refresh_token)).body.code, 'session_expired')
  assert.ok(await alive(second.access_token))
  assert.equal((await refresh(second.refresh_token)).status, 200)
  const neighbour = await signUp(app, key)
  assert.ok(await alive(neighbour.access_token))
  assert.equal((await refresh(neighbour.refresh_token)).status, 200)
})

test('users list their sessions and sign a device out', async () => {
  const { key, call, signIn, refresh, alive } = await shop({ session_timebox: 86_400 })
  const email = newEmail()
  const first = await signUp(app, key, email)
  const second = await signIn(email)
  const stranger = await signUp(app, key)
  const { status, headers, body } = await call('GET', '/sessions', { token: second.access_token })
  assert.deepEqual([status, headers.get('cache-control')], [200, 'no-store'])
  assert.equal(body.sessions.length, 2)
  const [mine, other] = body.sessions
  assert.deepEqual(Object.keys(mine).toSorted(), [
    'aal',
    'amr',
    'created_at',
    'current',
    'id',
    'ip',
    'not_after',
    'refreshed_at',
    'user_agent',
  ])
  assert.deepEqual(
    [mine.current, other.current, mine.aal, mine.amr[0].method],
    [true, false, 'aal1', 'password'],
  )
  assert.equal(mine.ip, '127.0.0.1')
  assert.equal(Date.parse(mine.not_after) - Date.parse(mine.created_at), 86_400_000)

  const end = (id: string, token = second.access_token) => call('DELETE', `/sessions/${id}`, { token })
  const theirs = await call('GET', '/sessions', { token: stranger.access_token })
  for (const id of [theirs.body.sessions[0].id, '00000000-0000-4000-8000-000000000000', 'x'])
    assert.deepEqual([(await end(id)).status, (await end(id)).body.code], [404, 'not_found'], id)
  assert.ok(await alive(stranger.access_token))

  assert.equal((await end(other.id)).status, 204)
  assert.equal((await refresh(first.refresh_token)).status, 400)
  await eventually('the end of the other device', async () => !(await alive(first.access_token)), 6)
  assert.ok(await alive(second.access_token))
  assert.equal((await end(mine.id)).status, 204)
  assert.equal((await refresh(second.refresh_token)).status, 400)
  assert.equal((await call('GET', '/sessions')).status, 403)
})

test('[E09] a ban and a deletion take effect immediately for access and refresh, in all processes', async () => {
  const { key, call, refresh } = await shop({ single_session: false })
  for (const ending of [
    "update auth.users set banned_until = now() + interval '1 hour' where id = $1",
    'update auth.users set deleted_at = now() where id = $1',
    'delete from auth.users where id = $1',
  ]) {
    const session = await signUp(app, key)
    const alive = async () => (await call('GET', '/user', { token: session.access_token })).status === 200
    assert.ok(await alive())
    await app.owner.query(ending, [session.user.id])
    const rows = () =>
      app.request('/rest/v1/tenants?select=id', {
        headers: { apikey: key, authorization: `Bearer ${session.access_token}` },
      })
    // Announced by NOTIFY. A merely cached result would last for five seconds.
    const refused = async () => !(await alive()) && (await rows()).status === 401
    await eventually('the refusal by both services', refused, 3)
    assert.equal((await refresh(session.refresh_token)).status, 400)
  }
})
