import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createLocalJWKSet, decodeJwt, jwtVerify } from 'jose'
import { totpCode } from '#testing/authenticator-app.ts'
import { makeTenant } from '#testing/factories.ts'
import { PASSWORD, authCall, signUp } from '#testing/test-users.ts'
import { testApp } from '#testing/test-app.ts'
import { ROOT } from '#testing/test-cluster.ts'
import { tokenSamples } from '#kernel/browser/token-samples.ts'

const app = await testApp()
const mill = await makeTenant(app.database)
const other = await makeTenant(app.database)
const call = authCall(app, mill.public_key)
const member = await signUp(app, mill.public_key)

const make = async (token = member.access_token) => call('POST', '/site-token', { token, body: {} })
const published = async () =>
  createLocalJWKSet((await (await app.request('/auth/v1/.well-known/jwks.json')).json()) as never)
const rowsOf = (token: string, key = mill.public_key) =>
  app.request('/rest/v1/end_users?select=auth_user_id', {
    headers: { apikey: key, authorization: `Bearer ${token}` },
  })

test('[peers A14] a page gets a token for five minutes, which a server verifies by the published keys, for this tenant only', async () => {
  const { status, body, headers } = await make()
  assert.deepEqual([status, headers.get('cache-control')], [200, 'no-store'])
  const expected = { issuer: `${app.config.publicUrl}/auth/v1`, algorithms: ['ES256'] }
  const { payload } = await jwtVerify(body.token, await published(), {
    ...expected,
    audience: mill.public_key,
  })
  assert.equal(payload.sub, member.user.id)
  assert.equal(payload['email'], member.user.email)
  assert.equal(payload['email_verified'], true)
  assert.equal(payload.exp! - payload.iat!, 300)
  assert.ok(Math.abs(body.expires_at - payload.exp!) <= 1)
  await assert.rejects(
    jwtVerify(body.token, await published(), { ...expected, audience: other.public_key }),
    /aud/,
  )
})

test('it accesses data as the visitor, but neither the account nor another token', async () => {
  const { token } = (await make()).body
  assert.equal((await rowsOf(token)).status, 200)
  assert.equal((await rowsOf(token, other.public_key)).status, 401)
  for (const [method, path, body] of [
    ['PUT', '/user', { data: { role: 'admin' } }],
    ['PUT', '/user', { password: 'crusty loaf on saturday' }],
    ['DELETE', '/user', undefined],
    ['GET', '/sessions', undefined],
    ['POST', '/factors', { factor_type: 'totp' }],
    ['POST', '/one-time-code', { refresh_token: member.refresh_token }],
    ['POST', '/site-token', {}],
    ['POST', '/logout', undefined],
    ['POST', '/logout?scope=local', undefined],
  ] as const) {
    const { status, body: told } = await call(method, path, { token, body })
    assert.deepEqual([status, told.code], [403, 'insufficient_scope'], path)
  }
  assert.equal((await call('GET', '/user', { token: member.access_token })).status, 200, 'still signed in')
})

test('GET /user with a page’s token returns what the page may know, and the official client reads it', async () => {
  const email = `known-${Date.now()}@example.test`
  const known = await signUp(app, mill.public_key, email)
  const data = { name: 'Ines', street: 'Canary Row 1', phone_at_work: '0301234' }
  const changed = await call('PUT', '/user', { token: known.access_token, body: { data } })
  assert.equal(changed.status, 200)
  const { token } = (await make(known.access_token)).body
  const { data: read, error } = await app.client(mill.public_key).auth.getUser(token)
  assert.equal(error, null)
  const { created_at, email_confirmed_at, ...user } = read.user
  assert.deepEqual(user, {
    id: known.user.id,
    aud: mill.public_key,
    role: 'end_user',
    email,
    confirmed_at: email_confirmed_at,
    app_metadata: {},
    user_metadata: { name: 'Ines' },
    identities: [],
    is_anonymous: false,
  })
  assert.ok(created_at && email_confirmed_at)
  const own = (await call('GET', '/user', { token: known.access_token })).body
  assert.deepEqual([own.user_metadata.street, own.identities.length], ['Canary Row 1', 1])
})

test('[A15] the name in it has no text-direction characters, and a name without visible characters is left out', async () => {
  const { access_token } = await signUp(app, mill.public_key)
  const called = async (data: object) => {
    await call('PUT', '/user', { token: access_token, body: { data } })
    return decodeJwt((await make(access_token)).body.token)['name']
  }
  assert.equal(await called({ name: 'Ines\u202e\n Mill ' }), 'Ines Mill')
  assert.equal(await called({ name: '\u2067', nickname: 'Nessi' }), 'Nessi')
  assert.equal(await called({ name: '\u200b', nickname: '\u3164' }), undefined)
})

test('it ends with the session that created it', async () => {
  const leaving = await signUp(app, mill.public_key)
  const { token } = (await make(leaving.access_token)).body
  assert.equal((await rowsOf(token)).status, 200)
  assert.equal(decodeJwt(token)['session_id'], decodeJwt(leaving.access_token)['session_id'])
  await call('POST', '/logout?scope=global', { token: leaving.access_token })
  assert.equal((await rowsOf(token)).status, 401)
})

test('[E07] using it does not show that the response of the last refresh arrived, so the client may request that again', async () => {
  const { access_token, refresh_token } = await signUp(app, mill.public_key)
  const refresh = () => call('POST', '/token?grant_type=refresh_token', { body: { refresh_token } })
  assert.equal((await refresh()).status, 200)
  const id = decodeJwt(access_token)['session_id'] as string
  const refreshed = (when: string) =>
    app.owner.query(
      'update auth.sessions set refreshed_at = now() + $2::interval, taken_up = false where id = $1',
      [id, when],
    )
  // The response was lost: the previous access token creates the page's token, a good while later.
  await refreshed('1 minute')
  const { token } = (await make(access_token)).body
  await refreshed('-20 seconds')
  app.kernel.sessions.forget([id])
  assert.equal((await rowsOf(token)).status, 200)
  assert.equal((await refresh()).status, 200)
})

test('it needs a session, and creators have no page around them', async () => {
  const keyAlone = await call('POST', '/site-token', { body: {} })
  assert.deepEqual([keyAlone.status, keyAlone.body.code], [403, 'bad_jwt'])
  const creator = await signUp(app, app.anonKey)
  const asCreator = authCall(app, app.anonKey)
  const { status, body } = await asCreator('POST', '/site-token', { token: creator.access_token, body: {} })
  assert.deepEqual([status, body.code], [422, 'not_offered'])
})

test('[D21] a user who still has to prove a second factor gets no proof of identity', async () => {
  const careful = await signUp(app, mill.public_key)
  const token = careful.access_token
  const enroll = { factor_type: 'totp', friendly_name: 'App' }
  const { id, totp } = (await call('POST', '/factors', { token, body: enroll })).body
  const challenge = await call('POST', `/factors/${id}/challenge`, { token, body: {} })
  const proof = { challenge_id: challenge.body.id, code: totpCode(totp.secret, 0) }
  const raised = await call('POST', `/factors/${id}/verify`, { token, body: proof })
  const credentials = { email: careful.user.email, password: PASSWORD }
  const half = await call('POST', '/token?grant_type=password', { body: credentials })
  assert.deepEqual([raised.status, half.status], [200, 200])
  const refused = await make(half.body.access_token)
  assert.deepEqual([refused.status, refused.body.code], [401, 'insufficient_aal'])
  const proven = await make(raised.body.access_token)
  assert.equal(decodeJwt(proven.body.token)['aal'], 'aal2')
})

test("a server that checks like the sample accepts a page's token and refuses a session's", async (t) => {
  mkdirSync(join(ROOT, '.tmp'), { recursive: true })
  const folder = mkdtempSync(join(ROOT, '.tmp', 'sample-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  const { file, code } = tokenSamples(app.config.publicUrl, mill.public_key)[0]!
  writeFileSync(join(folder, file), code)
  t.mock.method(globalThis, 'fetch', (url: string) => app.request(new URL(url).pathname))
  const { whoAsks } = (await import(join(folder, file))) as { whoAsks: (token: string) => Promise<object> }
  assert.equal(((await whoAsks((await make()).body.token)) as { sub: string }).sub, member.user.id)
  await assert.rejects(whoAsks(member.access_token), /not for us/)
})
