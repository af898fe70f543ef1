import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hash } from '@node-rs/argon2'
import { makeTenant } from '#testing/factories.ts'
import { PASSWORD, authCall, newEmail, signUp } from '#testing/test-users.ts'
import { testApp } from '#testing/test-app.ts'

const app = await testApp({ env: { AUTH_LIMIT_FACTOR: '100' } })

test('[S7-105] the service key creates a confirmed user, reads it back and lists it; the user signs in', async () => {
  const { admin } = app.client(app.serviceKey).auth
  const email = newEmail('made')
  const created = await admin.createUser({
    email,
    password: PASSWORD,
    email_confirm: true,
    user_metadata: { name: 'Ada' },
    app_metadata: { team: 'blue' },
  })
  assert.equal(created.error, null)
  const { id } = created.data.user
  const read = await admin.getUserById(id)
  assert.equal(read.data.user?.email, email)
  assert.deepEqual(read.data.user?.app_metadata, { team: 'blue', provider: 'email', providers: ['email'] })

  const again = await admin.createUser({ email, password: PASSWORD })
  assert.equal(again.error?.code, 'email_exists')
  const none = await admin.getUserById('00000000-0000-4000-8000-000000000000')
  assert.equal(none.error?.code, 'user_not_found')

  const { data } = await admin.listUsers({ page: 1, perPage: 1 })
  assert.equal(data.users[0]?.id, id)
  const session = await app.client().auth.signInWithPassword({ email, password: PASSWORD })
  assert.equal(session.data.user?.id, id)
  assert.equal(JSON.stringify(session.data).includes('argon2'), false)
})

test('[S7-105] only the service key is an administrator', async () => {
  const session = await signUp(app, app.anonKey)
  const tenant = await makeTenant(app.database)
  const visitor = await signUp(app, tenant.public_key)
  const callers: [key: string, token: string | undefined][] = [
    [app.anonKey, undefined],
    [app.anonKey, session.access_token],
    [tenant.public_key, undefined],
    [tenant.public_key, visitor.access_token],
  ]
  for (const [key, token] of callers)
    for (const [method, path] of [
      ['POST', '/admin/users'],
      ['GET', '/admin/users'],
      ['GET', `/admin/users/${session.user.id}`],
    ] as const) {
      const body = method === 'POST' ? { email: newEmail(), password: PASSWORD } : undefined
      const { status, body: refused } = await authCall(app, key)(method, path, { token, body })
      assert.deepEqual([status, refused.code], [403, 'not_admin'], `${method} ${path}`)
    }
  const naked = await app.request('/auth/v1/admin/users')
  assert.equal(naked.status, 401)
})

test('x-bb-pool names a tenant; its users are not in the platform pool', async () => {
  const tenant = await makeTenant(app.database)
  const call = authCall(app, app.serviceKey)
  const headers = { 'x-bb-pool': tenant.id }
  const email = newEmail('of-tenant')
  const { status, body } = await call('POST', '/admin/users', {
    headers,
    body: { email, password: PASSWORD, email_confirm: true },
  })
  assert.equal(status, 200)
  assert.equal(body.aud, tenant.public_key)
  assert.equal((await call('GET', `/admin/users/${body.id}`, { headers })).status, 200)
  assert.equal((await call('GET', `/admin/users/${body.id}`)).status, 404)
  const { data } = await app.client(tenant.public_key).auth.signInWithPassword({ email, password: PASSWORD })
  assert.equal(data.user?.id, body.id)
  for (const pool of ['nonsense', '00000000-0000-4000-8000-000000000000'])
    assert.equal((await call('GET', '/admin/users', { headers: { 'x-bb-pool': pool } })).status, 400)
})

test('[D03] stored hashes are argon2id at full cost, and a weaker imported one is rehashed at the next sign-in', async () => {
  const stored = async (email: string) =>
    (await app.owner.query('select encrypted_password from auth.users where email = $1', [email])).rows[0]
      .encrypted_password
  const full = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/
  const { admin } = app.client(app.serviceKey).auth
  const weak = newEmail('imported')
  const cheap = await hash(PASSWORD, { memoryCost: 4096, timeCost: 1, parallelism: 1 })
  const { error } = await admin.createUser({ email: weak, password_hash: cheap, email_confirm: true })
  assert.equal(error, null)
  assert.equal(await stored(weak), cheap)
  const { error: refused } = await app.client().auth.signInWithPassword({ email: weak, password: PASSWORD })
  assert.equal(refused, null)
  assert.match(await stored(weak), full)
  assert.equal((await app.client().auth.signInWithPassword({ email: weak, password: PASSWORD })).error, null)

  const plain = newEmail()
  await signUp(app, app.anonKey, plain)
  assert.match(await stored(plain), full)
})

test("an administrator's bad input gets a clear 400", async () => {
  const call = authCall(app, app.serviceKey)
  const bad: [body: Record<string, unknown>, text: RegExp][] = [
    [{ password: PASSWORD }, /without either/],
    [{ email: 'not-an-address' }, /invalid format/],
    [{ email: newEmail(), password: PASSWORD, role: 'service_role' }, /role/],
    [{ email: newEmail(), ban_duration: 'long' }, /ban duration/],
    [{ email: newEmail(), password_hash: '$2b$10$abcdefghijklmnopqrstuv' }, /bcrypt/],
    [
      { email: newEmail(), password_hash: '$argon2id$v=19$m=4194304,t=2,p=1$c2FsdHNhbHQ$aGFzaGhhc2hoYXNo' },
      /moderate cost/,
    ],
    [{ email: newEmail(), id: 'x' }, /id/],
    [{ email: newEmail(), user_metadata: [1] }, /user_metadata/],
  ]
  for (const [body, text] of bad) {
    const answer = await call('POST', '/admin/users', { body })
    assert.equal(answer.status, 400, JSON.stringify(body))
    assert.match(answer.body.message, text)
  }
  const notUuid = await call('GET', '/admin/users/not-a-uuid')
  assert.deepEqual([notUuid.status, notUuid.body.code], [404, 'validation_failed'])
})

test('a banned user learns of the ban only after the right password, and cannot refresh', async () => {
  const { admin } = app.client(app.serviceKey).auth
  const email = newEmail('banned')
  await admin.createUser({ email, password: PASSWORD, email_confirm: true, ban_duration: '1h30m' })
  const { auth } = app.client()
  assert.equal(
    (await auth.signInWithPassword({ email, password: 'not the password' })).error?.code,
    'invalid_credentials',
  )
  assert.equal((await auth.signInWithPassword({ email, password: PASSWORD })).error?.code, 'user_banned')

  const session = await signUp(app, app.anonKey)
  await app.owner.query("update auth.users set banned_until = now() + interval '1 hour' where id = $1", [
    session.user.id,
  ])
  const { error } = await auth.refreshSession({ refresh_token: session.refresh_token })
  assert.equal(error?.code, 'user_banned')
})
