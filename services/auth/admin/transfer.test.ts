import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hashSync } from 'bcryptjs'
import { totpCode } from '#testing/authenticator-app.ts'
import { makeTenant } from '#testing/factories.ts'
import { PASSWORD, authCall, newEmail, signUp } from '#testing/test-users.ts'
import { testApp } from '#testing/test-app.ts'
import type { ExportedUser } from './export-users.ts'
import type { LineResult } from './import-users.ts'

const app = await testApp({ env: { AUTH_LIMIT_FACTOR: '100' } })
const newPool = async () => (await makeTenant(app.database)).id
const headersOf = (pool: string, more: Record<string, string> = {}) => ({
  apikey: app.serviceKey,
  authorization: `Bearer ${app.serviceKey}`,
  'x-bb-pool': pool,
  'x-supabase-api-version': '2024-01-01',
  ...more,
})

interface Answer {
  created: number
  known: number
  refused: number
  lines: LineResult[]
}
async function send(pool: string, body: BodyInit | object[], type = 'application/x-ndjson') {
  const text = Array.isArray(body) ? body.map((line) => JSON.stringify(line)).join('\n') : body
  const response = await app.request('/auth/v1/admin/users/import', {
    method: 'POST',
    headers: headersOf(pool, { 'content-type': type }),
    body: text,
    ...(text instanceof ReadableStream ? { duplex: 'half' } : {}),
  })
  return { status: response.status, body: (await response.json()) as Answer & { code?: string } }
}
async function exported(pool: string): Promise<ExportedUser[]> {
  const response = await app.request('/auth/v1/admin/users/export', { headers: headersOf(pool) })
  assert.equal(response.status, 200)
  assert.match(response.headers.get('content-type')!, /^application\/x-ndjson/)
  assert.equal(response.headers.get('cache-control'), 'no-store')
  const text = await response.text()
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
}
async function signsIn(pool: string, email: string, password = PASSWORD): Promise<boolean> {
  const { rows } = await app.owner.query('select public_key from public.tenants where id = $1', [pool])
  const { error } = await app.client(rows[0].public_key).auth.signInWithPassword({ email, password })
  return error === null
}

test('an export moves users to another pool with their identities, metadata and passwords', async () => {
  const [from, to] = [await newPool(), await newPool()]
  const call = authCall(app, app.serviceKey)
  const email = newEmail()
  const people = [
    {
      email,
      password: PASSWORD,
      email_confirm: true,
      user_metadata: { name: 'Ada' },
      app_metadata: { team: 1 },
    },
    { email: newEmail(), phone: '+4915112345678', phone_confirm: true, ban_duration: '24h' },
    { phone: '+4915112345679' },
  ]
  for (const body of people)
    assert.equal((await call('POST', '/admin/users', { body, headers: { 'x-bb-pool': from } })).status, 200)
  const deletedId = (
    await call('POST', '/admin/users', { body: { email: newEmail() }, headers: { 'x-bb-pool': from } })
  ).body.id
  await call('DELETE', `/admin/users/${deletedId}`, {
    body: { should_soft_delete: true },
    headers: { 'x-bb-pool': from },
  })

  const lines = await exported(from)
  assert.equal(lines.length, 3)
  assert.match(lines.find((line) => line.email === email)!.password_hash!, /^\$argon2id\$/)
  const first = await send(to, lines)
  assert.deepEqual([first.status, first.body.created, first.body.known, first.body.refused], [200, 3, 0, 0])
  // An id is unique across pools, so the ids of the first pool stay there.
  const [there, here] = [await exported(to), lines].map((all) =>
    all.map((line) => ({ ...line, id: '' })).toSorted((a, b) => (a.email ?? '').localeCompare(b.email ?? '')),
  )
  assert.deepEqual(there, here)
  assert.equal(await signsIn(to, email), true)

  const again = await send(to, lines)
  assert.deepEqual([again.body.created, again.body.known], [0, 3])
  assert.deepEqual(
    again.body.lines.map(({ line, status, id }) => [line, status, id]),
    first.body.lines.map(({ line, id }) => [line, 'known', id]),
  )
})

test("rows of Supabase's table and Auth0's export are imported, and each password works", async () => {
  const pool = await newPool()
  const [supabase, auth0, social] = [newEmail('supabase'), newEmail('auth0'), newEmail('social')]
  const { status, body } = await send(pool, [
    {
      instance_id: '00000000-0000-0000-0000-000000000000',
      id: '0197a000-0000-7000-8000-00000000cd01',
      aud: 'authenticated',
      role: 'authenticated',
      email: supabase,
      encrypted_password: hashSync(PASSWORD, 5),
      email_confirmed_at: '2024-05-01 10:00:00.123+00',
      raw_app_meta_data: { provider: 'email', providers: ['email'], tier: 'gold' },
      raw_user_meta_data: { name: 'Grace' },
      is_super_admin: null,
      created_at: '2024-05-01T10:00:00Z',
      phone: null,
      banned_until: null,
      is_anonymous: false,
    },
    {
      user_id: 'auth0|5f7c8ec7c33c6c004bbafe82',
      email: auth0.toUpperCase(),
      email_verified: true,
      nickname: 'ada',
      name: 'Ada L.',
      passwordHash: hashSync(PASSWORD, 5),
      user_metadata: { color: 'green' },
      app_metadata: { plan: 'pro' },
      created_at: '2021-02-03T04:05:06.789Z',
      identities: [
        { provider: 'auth0', user_id: '5f7c8ec7c33c6c004bbafe82', connection: 'db', isSocial: false },
      ],
    },
    {
      user_id: 'google-oauth2|1234567890',
      email: social,
      email_verified: true,
      blocked: true,
      identities: [{ provider: 'google-oauth2', user_id: 1234567890, connection: 'google', isSocial: true }],
    },
  ])
  assert.deepEqual([status, body.created, body.refused], [200, 3, 0], JSON.stringify(body))
  assert.equal(await signsIn(pool, supabase), true)
  assert.equal(await signsIn(pool, auth0), true)
  const lines = await exported(pool)
  const line = (email: string) => lines.find((found) => found.email === email)!
  assert.equal(line(supabase).id, '0197a000-0000-7000-8000-00000000cd01')
  assert.equal(String(line(supabase).email_confirmed_at), '2024-05-01T10:00:00.123Z')
  assert.equal(line(supabase).app_metadata.tier, 'gold')
  assert.deepEqual(line(auth0).user_metadata, { name: 'Ada L.', nickname: 'ada', color: 'green' })
  assert.equal(String(line(auth0).email_confirmed_at), '2021-02-03T04:05:06.789Z')
  const [google] = line(social).identities
  assert.deepEqual([google?.provider, google?.id], ['google', '1234567890'])
  assert.deepEqual(line(social).app_metadata.providers, ['email', 'google'])
  assert.ok(new Date(line(social).banned_until!) > new Date('2090-01-01'))
})

test('a faulty line is refused with its number and does not affect the others', async () => {
  const pool = await newPool()
  const [a, b, c] = [newEmail(), newEmail(), newEmail()]
  const text = [
    JSON.stringify({ email: a }),
    '{"email": ',
    '[]',
    JSON.stringify({ email: 'not-an-address' }),
    JSON.stringify({}),
    '',
    JSON.stringify({ email: newEmail(), password_hash: 'plain' }),
    JSON.stringify({ email: newEmail(), created_at: 'yesterday' }),
    JSON.stringify({ email: newEmail(), user_metadata: { a: 'x'.repeat(5000) } }),
    JSON.stringify({ email: newEmail(), deleted_at: '2024-01-01T00:00:00Z' }),
    // Only the database rejects these two.
    JSON.stringify({ email: newEmail(), created_at: '-271821-04-20T00:00:00.000Z' }),
    `{"email": "${newEmail()}", "identities": [{"provider": "x", "id": "\\ud800"}]}`,
    JSON.stringify({ email: b }),
    JSON.stringify({ email: a.toUpperCase() }),
    JSON.stringify({ email: c }),
  ].join('\r\n')
  const { status, body } = await send(pool, text)
  assert.equal(status, 200)
  const by = (wanted: string) => body.lines.filter((line) => line.status === wanted).map(({ line }) => line)
  assert.deepEqual(by('created'), [1, 13, 15])
  assert.deepEqual(by('refused'), [2, 3, 4, 5, 7, 8, 9, 10, 11, 12])
  assert.deepEqual(by('known'), [14])
  for (const line of body.lines)
    if (line.status === 'refused') assert.ok(line.code && line.message, JSON.stringify(line))
  assert.equal((await exported(pool)).length, 3)
})

test('an identity that another user has is left out and reported', async () => {
  const pool = await newPool()
  const identities = [{ provider: 'github', id: '77' }]
  const { body } = await send(pool, [
    { email: newEmail(), identities },
    { email: newEmail(), identities },
  ])
  assert.equal(body.created, 2)
  assert.deepEqual(
    body.lines.map(({ code }) => code),
    [undefined, 'identity_already_exists'],
  )
})

test('an import is streamed: it may exceed the size limit of other bodies, but has at most 10,000 lines', async () => {
  const pool = await newPool()
  const COUNT = 2000
  const line = (i: number) =>
    `${JSON.stringify({ email: `many-${i}@example.test`, user_metadata: { pad: 'x'.repeat(600) } })}\n`
  let i = 0
  const stream = new ReadableStream({
    pull(to) {
      if (i === COUNT) return to.close()
      let text = ''
      for (let n = 0; n < 500 && i < COUNT; n++) text += line(i++)
      to.enqueue(new TextEncoder().encode(text))
    },
  })
  const { status, body } = await send(pool, stream)
  assert.deepEqual([status, body.created, body.lines.length], [200, COUNT, COUNT])
  const lines = await exported(pool)
  assert.equal(new Set(lines.map(({ email }) => email)).size, COUNT)
  assert.equal((await send(pool, '\n'.repeat(10_000))).status, 200)
  const over = await send(pool, '\n'.repeat(10_001))
  assert.deepEqual([over.status, over.body.code], [413, 'body_too_large'])
})

test('an endless line, broken UTF-8 and other content types are refused', async () => {
  const pool = await newPool()
  assert.equal((await send(pool, 'x'.repeat(70_000))).status, 400)
  assert.equal((await send(pool, new Uint8Array([0xff, 0xfe, 0x0a]))).status, 400)
  assert.equal((await send(pool, '{}', 'text/plain')).status, 415)
  assert.deepEqual((await send(pool, '')).body.lines, [])
})

test('only the service key exports or imports', async () => {
  const session = await signUp(app, app.anonKey)
  const call = authCall(app, app.anonKey)
  for (const token of [undefined, session.access_token]) {
    assert.equal((await call('GET', '/admin/users/export', { token })).body.code, 'not_admin')
    assert.equal((await call('POST', '/admin/users/import', { token, body: {} })).body.code, 'not_admin')
  }
})

test('an export names the second factors of a user and contains none of their secrets', async () => {
  const tenant = await makeTenant(app.database)
  const email = newEmail()
  await signUp(app, tenant.public_key, email)
  const { auth } = app.client(tenant.public_key)
  await auth.signInWithPassword({ email, password: PASSWORD })
  const { data } = await auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Blue phone' })
  const { secret } = data!.totp
  await auth.mfa.challengeAndVerify({ factorId: data!.id, code: totpCode(secret) })
  await auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Never finished' })
  const [line] = await exported(tenant.id)
  assert.deepEqual(line!.factors, [{ type: 'totp', friendly_name: 'Blue phone' }])
  const { rows } = await app.owner.query(
    'select secret_sealed from auth.mfa_factors where pool_id = $1 and secret_sealed is not null',
    [tenant.id],
  )
  assert.ok(rows.length > 0)
  for (const hidden of [secret, ...rows.map(({ secret_sealed }) => secret_sealed)])
    assert.equal(JSON.stringify(line).includes(hidden), false)
  assert.equal((await send(await newPool(), [line!])).body.created, 1)
})
