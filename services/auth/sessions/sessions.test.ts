import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { makeTenant } from '#testing/factories.ts'
import { PASSWORD, authCall, latestEmailTo, newEmail, signUp } from '#testing/test-users.ts'
import { testApp } from '#testing/test-app.ts'

const app = await testApp({ env: { AUTH_LIMIT_FACTOR: '1000' } })
const { public_key: publicKey } = await makeTenant(app.database)
const call = authCall(app, app.anonKey)
const refresh = (token: string) =>
  call('POST', '/token?grant_type=refresh_token', { body: { refresh_token: token } })

/** Moves the session's last refresh out of the window in which several tabs may share a token. */
const letGraceEnd = (userId: string) =>
  app.owner.query(
    "update auth.sessions set refreshed_at = refreshed_at - interval '11 seconds' where user_id = $1",
    [userId],
  )

const sessionsOf = async (userId: string) =>
  (await app.owner.query('select id, refresh_counter from auth.sessions where user_id = $1', [userId])).rows

test('a lost response can be requested again: the parent of the current token gets the current token', async () => {
  const session = await signUp(app, app.anonKey)
  const first = await refresh(session.refresh_token)
  await letGraceEnd(session.user.id)
  const again = await refresh(session.refresh_token)
  assert.equal(again.status, 200)
  assert.equal(again.body.refresh_token, first.body.refresh_token)
  assert.equal((await refresh(first.body.refresh_token)).status, 200)
})

test('within ten seconds any used token gets the current one', async () => {
  const session = await signUp(app, app.anonKey)
  const { body: second } = await refresh(session.refresh_token)
  const { body: third } = await refresh(second.refresh_token)
  const late = await refresh(session.refresh_token)
  assert.deepEqual([late.status, late.body.refresh_token], [200, third.refresh_token])
})

test('[E05] the parent of the current token is refused once its client used the new one, and after a minute in any case', async () => {
  for (const [seconds, used, status] of [
    [11, false, 200],
    [11, true, 400],
    [59, false, 200],
    [61, false, 400],
  ] as const) {
    const session = await signUp(app, app.anonKey)
    await app.owner.query(
      "update auth.sessions set refreshed_at = refreshed_at - interval '1 hour' where user_id = $1",
      [session.user.id],
    )
    const { body: second } = await refresh(session.refresh_token)
    if (used) assert.equal((await call('GET', '/user', { token: second.access_token })).status, 200)
    await app.owner.query(
      'update auth.sessions set refreshed_at = refreshed_at - make_interval(secs => $2) where user_id = $1',
      [session.user.id, seconds],
    )
    const replay = await refresh(session.refresh_token)
    assert.equal(replay.status, status, `${seconds} s, ${used ? 'used' : 'unused'}`)
    assert.equal((await sessionsOf(session.user.id)).length, status === 200 ? 1 : 0)
    assert.equal((await refresh(second.refresh_token)).status, status)
  }
})

test('[E05] 200 parallel replays after the window are all refused, and the session has ended', async () => {
  const session = await signUp(app, app.anonKey)
  const { body: second } = await refresh(session.refresh_token)
  await refresh(second.refresh_token)
  await letGraceEnd(session.user.id)
  const answers = await Promise.all(Array.from({ length: 200 }, () => refresh(session.refresh_token)))
  assert.ok(answers.every(({ status }) => status === 400))
  assert.deepEqual(await sessionsOf(session.user.id), [])
})

test('[R12] 25 sessions with 20 tabs each refresh twice without a sign-out, and a later replay ends only its own session', async () => {
  const sessions = await Promise.all(Array.from({ length: 25 }, () => signUp(app, app.anonKey)))
  const tokens = sessions.map(({ refresh_token }) => refresh_token)
  for (let round = 0; round < 2; round++) {
    const answers = await Promise.all(
      tokens.flatMap((token, of) =>
        Array.from({ length: 20 }, async () => ({ of, ...(await refresh(token)) })),
      ),
    )
    assert.ok(answers.every(({ status }) => status === 200))
    for (const { of, body } of answers) tokens[of] = body.refresh_token
  }
  const [victim, ...others] = sessions as [(typeof sessions)[0], ...typeof sessions]
  await letGraceEnd(victim.user.id)
  assert.equal((await refresh(victim.refresh_token)).body.code, 'refresh_token_already_used')
  assert.equal((await refresh(tokens[0]!)).status, 400)
  for (const [i] of others.entries()) assert.equal((await refresh(tokens[i + 1]!)).status, 200)
})

test('[E05] a used token replayed after the window permanently ends the session for both holders', async () => {
  const session = await signUp(app, app.anonKey)
  const { body: second } = await refresh(session.refresh_token)
  const { body: third } = await refresh(second.refresh_token)
  await letGraceEnd(session.user.id)
  const replay = await refresh(session.refresh_token)
  assert.deepEqual([replay.status, replay.body.code], [400, 'refresh_token_already_used'])
  assert.deepEqual(await sessionsOf(session.user.id), [], 'ended although the request failed')
  for (const token of [third.refresh_token, second.refresh_token, session.refresh_token])
    assert.equal((await refresh(token)).status, 400)
  await refusedSoon(third.access_token)
})

test('[E07] 200 parallel refreshes of one token give one sequence of tokens, and no one is signed out', async () => {
  const session = await signUp(app, app.anonKey)
  const answers = await Promise.all(Array.from({ length: 200 }, () => refresh(session.refresh_token)))
  assert.ok(answers.every(({ status }) => status === 200))
  const tokens = new Set(answers.map(({ body }) => body.refresh_token))
  assert.equal(tokens.size, 1)
  const [row, ...others] = await sessionsOf(session.user.id)
  assert.deepEqual([row.refresh_counter, others], [1, []])
  assert.equal((await refresh([...tokens][0])).status, 200)
})

test('[E12] refresh tokens, email tokens and codes are only ever stored as hashes', async () => {
  const email = newEmail()
  await call('POST', '/signup', { body: { email, password: PASSWORD } })
  const { tokenHash, code } = latestEmailTo(app, email)
  const session = await signUp(app, app.anonKey)
  const { body: rotated } = await refresh(session.refresh_token)
  const { body: handed } = await call('POST', '/one-time-code', {
    token: rotated.access_token,
    body: { refresh_token: rotated.refresh_token },
  })
  const secrets = [
    tokenHash,
    session.refresh_token,
    rotated.refresh_token,
    handed.code,
    rotated.access_token,
    PASSWORD,
  ]
  const tables = await app.owner.query(
    "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('auth', 'app', 'public')",
  )
  let rows = 0
  for (const { name } of tables.rows) {
    const { rows: found } = await app.owner.query(`select t::text as line from ${name} t`)
    for (const { line } of found) {
      rows += 1
      for (const secret of secrets) {
        assert.equal(line.includes(secret), false, name)
        assert.equal(line.includes(Buffer.from(secret, 'base64url').toString('hex')), false, name)
      }
      if (name === 'auth.one_time_tokens') assert.doesNotMatch(line, new RegExp(`[(,"]${code}[),"]`))
    }
  }
  assert.ok(rows > 5)
  const stored = await app.owner.query('select code_hash, token_hash from auth.one_time_tokens')
  assert.ok(stored.rows.every((row) => row.code_hash.length === 32 && row.token_hash.length === 32))
})

/** Resolves when both services refuse the access token. Fails after five seconds. */
async function refusedSoon(accessToken: string, key = app.anonKey) {
  const deadline = Date.now() + 5000
  for (;;) {
    const user = await authCall(app, key)('GET', '/user', { token: accessToken })
    const rows = await app.request('/rest/v1/tenants?select=id&limit=1', {
      headers: { apikey: key, authorization: `Bearer ${accessToken}` },
    })
    if (user.status === 403 && rows.status === 401) return assert.equal(user.body.code, 'session_not_found')
    assert.ok(Date.now() < deadline, `still accepted after 5 s: ${user.status}, ${rows.status}`)
    await pause(20)
  }
}

for (const pool of ['creators', 'end users'])
  test(`[S7-100] [E04] sign-out of ${pool}: local, others and global end exactly the sessions they name`, async () => {
    const key = pool === 'creators' ? app.anonKey : publicKey
    const email = newEmail()
    const post = authCall(app, key)
    const sessions = [await signUp(app, key, email)]
    for (let i = 0; i < 3; i++)
      sessions.push(
        (await post('POST', '/token?grant_type=password', { body: { email, password: PASSWORD } })).body,
      )
    const [a, b, c, d] = sessions as [
      (typeof sessions)[0],
      (typeof sessions)[0],
      (typeof sessions)[0],
      (typeof sessions)[0],
    ]
    const bystander = await signUp(app, key)
    const alive = async (session: { access_token: string }) =>
      (await post('GET', '/user', { token: session.access_token })).status === 200
    const assertEnded = async (session: { refresh_token: string; access_token: string }) => {
      const { status } = await post('POST', '/token?grant_type=refresh_token', {
        body: { refresh_token: session.refresh_token },
      })
      assert.equal(status, 400)
      await refusedSoon(session.access_token, key)
    }
    // Every process has already served these sessions, so that a stale cache would show.
    for (const session of sessions) assert.ok(await alive(session))

    assert.equal((await post('POST', '/logout?scope=local', { token: a.access_token })).status, 204)
    await assertEnded(a)
    assert.ok((await alive(b)) && (await alive(c)) && (await alive(d)))
    assert.equal((await post('POST', '/logout?scope=others', { token: b.access_token })).status, 204)
    await assertEnded(c)
    await assertEnded(d)
    assert.ok(await alive(b))
    const wrong = await post('POST', '/logout?scope=everyone', { token: b.access_token })
    assert.deepEqual([wrong.status, wrong.body.code], [400, 'validation_failed'])
    assert.equal((await post('POST', '/logout', { token: b.access_token })).status, 204)
    await assertEnded(b)
    assert.ok(await alive(bystander))
  })

test('the end of any session is announced to all processes by NOTIFY', async () => {
  const session = await signUp(app, app.anonKey)
  const [{ id }] = await sessionsOf(session.user.id)
  const announced = new Promise<string>(
    (resolve) => void app.database.listen('session_ended', (payload) => payload === id && resolve(payload)),
  )
  // The listening connection is ready once it reports a second channel.
  await app.database.listen('test_ready', () => undefined)
  await app.owner.query('delete from auth.users where id = $1', [session.user.id])
  assert.equal(await announced, id)
  await refusedSoon(session.access_token)
})
