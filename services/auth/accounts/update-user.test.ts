import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { eventually } from '#testing/eventually.ts'
import { makeTenant } from '#testing/factories.ts'
import { PASSWORD, authCall, latestEmailTo, newEmail, signUp } from '#testing/test-users.ts'
import { testApp } from '#testing/test-app.ts'

const app = await testApp({ env: { AUTH_LIMIT_FACTOR: '1000' } })
const { public_key: publicKey } = await makeTenant(app.database)
const call = authCall(app, app.anonKey)
const newPassword = () => `lantern-${randomBytes(8).toString('hex')}-42`

/** A user of the official client who signed in with their password. */
async function person(key = app.anonKey) {
  const email = newEmail()
  await signUp(app, key, email)
  const client = app.client(key)
  const { data } = await client.auth.signInWithPassword({ email, password: PASSWORD })
  return { email, client, session: data.session!, id: data.user!.id }
}

for (const pool of ['creators', 'end users'])
  test(`[D19] ${pool}: a new password needs the current one, ends other sessions and sends a notice`, async () => {
    const { email, client, session, id } = await person(pool === 'creators' ? app.anonKey : publicKey)
    const other = app.client(pool === 'creators' ? app.anonKey : publicKey)
    await other.auth.signInWithPassword({ email, password: PASSWORD })
    const password = newPassword()
    const bare = await client.auth.updateUser({ password })
    assert.deepEqual([bare.error?.status, bare.error?.code], [400, 'current_password_required'])
    const wrong = await client.auth.updateUser({ password, current_password: 'not-my-Password-17' })
    assert.deepEqual([wrong.error?.status, wrong.error?.code], [400, 'current_password_invalid'])

    const { data, error } = await client.auth.updateUser({ password, current_password: PASSWORD })
    assert.equal(error, null)
    assert.equal(data.user?.id, id)
    assert.match(latestEmailTo(app, email).subject, /password .* was changed/)
    assert.equal((await other.auth.refreshSession()).error?.code, 'refresh_token_not_found')
    assert.equal((await client.auth.refreshSession()).error, null, 'the own session stays')
    assert.equal(
      (await other.auth.signInWithPassword({ email, password: PASSWORD })).error?.code,
      'invalid_credentials',
    )
    assert.equal((await other.auth.signInWithPassword({ email, password })).error, null)
    assert.ok(session)
  })

test('[D19] after a day the client must reauthenticate', async () => {
  const { client, id } = await person()
  await app.owner.query(
    "update auth.sessions set created_at = created_at - interval '25 hours' where user_id = $1",
    [id],
  )
  const { error } = await client.auth.updateUser({ password: newPassword() })
  assert.deepEqual([error?.status, error?.code], [400, 'reauthentication_needed'])
})

test('a user who has just signed in through an email or text message sets a password without the old one', async () => {
  const email = newEmail()
  const session = await signUp(app, app.anonKey, email)
  const change = (token: string) => call('PUT', '/user', { token, body: { password: newPassword() } })
  assert.equal((await change(session.access_token)).status, 200)
  await app.owner.query(
    `update auth.sessions set amr = jsonb_set(amr, '{0,timestamp}', to_jsonb(extract(epoch from now())::int - 901))
     where user_id = $1`,
    [session.user.id],
  )
  assert.equal((await change(session.access_token)).body.code, 'current_password_required')
})

test('a user without a password sets the first one without a notice', async () => {
  const { email, client, id } = await person()
  await app.owner.query('update auth.users set encrypted_password = null where id = $1', [id])
  const password = newPassword()
  const before = app.mails.length
  assert.equal((await client.auth.updateUser({ password })).error, null)
  assert.equal(app.mails.length, before)
  assert.equal((await client.auth.signInWithPassword({ email, password })).error, null)
})

test('the same password and a weak one are refused, and only the owner learns that it is the same', async () => {
  const { client, email } = await person()
  const same = await client.auth.updateUser({ password: PASSWORD, current_password: PASSWORD })
  assert.deepEqual([same.error?.status, same.error?.code], [422, 'same_password'])
  const guess = await client.auth.updateUser({ password: PASSWORD })
  assert.equal(guess.error?.code, 'current_password_required')
  const [local] = email.split('@') as [string]
  for (const password of ['seven77', 'password123', local, 'bolt-blocks']) {
    const { error } = await client.auth.updateUser({ password, current_password: PASSWORD })
    assert.equal(error?.code, 'weak_password', password)
    assert.ok('reasons' in error && Array.isArray(error.reasons) && error.reasons.length)
  }
})

test('[D01] a pool that requires fifteen characters requires them here too', async () => {
  const tenant = await makeTenant(app.database)
  const { client } = await person(tenant.public_key)
  const operator = authCall(app, app.serviceKey)
  await operator('PATCH', '/admin/settings', {
    headers: { 'x-bb-pool': tenant.id },
    body: { password_min_length: 15 },
  })
  await eventually('the setting', async () => {
    const { error } = await client.auth.updateUser({ password: 'kR4!vex0Plum', current_password: PASSWORD })
    return error?.code === 'weak_password'
  })
})

test('wrong current passwords count as guesses against the account', async () => {
  const strict = await testApp()
  const session = await signUp(strict, strict.anonKey)
  await strict.owner.query("update auth.sessions set amr = '[]' where user_id = $1", [session.user.id])
  const put = () =>
    authCall(strict, strict.anonKey)('PUT', '/user', {
      token: session.access_token,
      body: { password: newPassword(), current_password: 'wrong-Password-17' },
    })
  const statuses = []
  for (let i = 0; i < 11; i++) statuses.push((await put()).status)
  assert.deepEqual(statuses, [...Array<number>(10).fill(400), 429])
})

test('of parallel changes that prove the same old password, one wins', async () => {
  const { session, client, email } = await person()
  const passwords = Array.from({ length: 8 }, newPassword)
  const answers = await Promise.all(
    passwords.map((password) =>
      call('PUT', '/user', {
        token: session.access_token,
        body: { password, current_password: PASSWORD },
      }),
    ),
  )
  const won = answers.flatMap(({ status }, i) => (status === 200 ? [passwords[i]!] : []))
  assert.equal(won.length, 1)
  for (const { status, body } of answers)
    if (status !== 200) assert.ok(['conflict', 'current_password_invalid'].includes(body.code), body.code)
  assert.equal((await client.auth.signInWithPassword({ email, password: won[0]! })).error, null)
})

test('[D17] users cannot give themselves a role, an audience, app metadata, an id or a confirmed address', async () => {
  const { client, session, id, email } = await person()
  const { status, body } = await call('PUT', '/user', {
    token: session.access_token,
    body: {
      id: '00000000-0000-4000-8000-000000000001',
      aud: 'pk_other',
      role: 'service_role',
      app_metadata: { provider: 'admin', roles: ['admin'] },
      raw_app_meta_data: { roles: ['admin'] },
      email_confirmed_at: '2020-01-01T00:00:00Z',
      phone_confirmed_at: '2020-01-01T00:00:00Z',
      is_anonymous: true,
      is_sso_user: true,
      banned_until: null,
      pool_id: '00000000-0000-4000-8000-000000000001',
      data: { role: 'admin' },
    },
  })
  assert.equal(status, 200)
  assert.deepEqual(body.app_metadata, { provider: 'email', providers: ['email'] })
  assert.deepEqual([body.id, body.aud, body.role, body.email], [id, 'authenticated', 'authenticated', email])
  assert.equal(body.user_metadata.role, 'admin')
  assert.equal(body.is_anonymous, false)
  const { data } = await client.auth.refreshSession()
  const claims = JSON.parse(Buffer.from(data.session!.access_token.split('.')[1]!, 'base64url').toString())
  assert.deepEqual([claims.role, claims.aud], ['authenticated', 'authenticated'])
})

test('[S7-097] metadata is merged, a null removes its key, and the total size is limited', async () => {
  const { client } = await person()
  await client.auth.updateUser({ data: { name: 'Ada', city: 'Bern', nested: { a: 1, b: null } } })
  const { data } = await client.auth.updateUser({ data: { city: null, locale: 'de' } })
  assert.deepEqual(data.user?.user_metadata, { name: 'Ada', nested: { a: 1, b: null }, locale: 'de' })
  assert.equal((await client.auth.updateUser({ data: { one: 'x'.repeat(3000) } })).error, null)
  const { error } = await client.auth.updateUser({ data: { two: 'x'.repeat(3000) } })
  assert.deepEqual([error?.status, error?.code], [400, 'validation_failed'])
})

test('bad input gets a clear 400, an unknown caller 401, an ended session 403', async () => {
  const { session } = await person()
  const token = session.access_token
  for (const body of [
    { email: 'not-an-address' },
    { phone: '12' },
    { data: [1] },
    { password: 'x'.repeat(2000), current_password: PASSWORD },
    { email: newEmail(), code_challenge: 'short', code_challenge_method: 's256' },
  ])
    assert.equal((await call('PUT', '/user', { token, body })).status, 400, JSON.stringify(body).slice(0, 60))
  assert.equal((await call('PUT', '/user', { body: {} })).status, 403)
  await app.owner.query('delete from auth.sessions where user_id = $1', [session.user.id])
  await eventually('the end', async () => {
    const { status, body } = await call('PUT', '/user', { token, body: {} })
    return status === 403 && body.code === 'session_not_found'
  })
})

test('an email change waits for both mailboxes, and the response is the same for an address that is taken', async () => {
  const { client, email } = await person()
  const wanted = newEmail('wanted')
  const { data } = await client.auth.updateUser({ email: wanted })
  assert.deepEqual([data.user?.email, data.user?.new_email], [email, wanted])
  assert.match(latestEmailTo(app, email).subject, /your email change/)
  assert.match(latestEmailTo(app, wanted).subject, /new email/)

  const taken = newEmail('taken')
  await signUp(app, app.anonKey, taken)
  const second = await client.auth.updateUser({ email: taken })
  assert.equal(second.error, null)
  assert.equal(second.data.user?.new_email, taken)
  assert.match(latestEmailTo(app, taken).subject, /already have an account/)
  assert.equal(latestEmailTo(app, taken).tokenHash, '')
})
