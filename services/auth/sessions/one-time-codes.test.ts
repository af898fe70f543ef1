import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { makeTenant } from '#testing/factories.ts'
import { authCall, newEmail, signUp } from '#testing/test-users.ts'
import { testApp } from '#testing/test-app.ts'

const app = await testApp({ env: { AUTH_LIMIT_FACTOR: '1000' } })
const { public_key: publicKey } = await makeTenant(app.database)
const call = authCall(app, publicKey)
type Held = { access_token: string; refresh_token: string }
const ask = ({ access_token, refresh_token }: Held, body: object = {}) =>
  call('POST', '/one-time-code', { token: access_token, body: { refresh_token, ...body } })
const make = async (session: Held, body: object = {}) => (await ask(session, body)).body.code
const redeem = (code: string, more: object = {}, headers: Record<string, string> = {}) =>
  call('POST', '/token?grant_type=one_time_code', { body: { code, ...more }, headers })

test('a code gives another window a new session of the same user', async () => {
  const session = await signUp(app, publicKey)
  const { status, body, headers } = await ask(session)
  assert.deepEqual([status, body.expires_in, headers.get('cache-control')], [200, 60, 'no-store'])
  const { body: handed } = await redeem(body.code)
  assert.equal(handed.user.id, session.user.id)
  const sessionId = (token: string) =>
    JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()).session_id
  assert.notEqual(sessionId(handed.access_token), sessionId(session.access_token))
  // Signing out in one window does not affect the other.
  await call('POST', '/logout?scope=local', { token: session.access_token })
  assert.equal((await call('GET', '/user', { token: handed.access_token })).status, 200)
})

test('of 50 parallel claims of one code exactly one succeeds', async () => {
  const session = await signUp(app, publicKey)
  const code = await make(session)
  const claims = await Promise.all(Array.from({ length: 50 }, () => redeem(code)))
  assert.equal(claims.filter(({ status }) => status === 200).length, 1)
  assert.ok(
    claims
      .filter(({ status }) => status !== 200)
      .every(({ status, body }) => status === 403 && body.code === 'bad_one_time_code'),
  )
  const { rows } = await app.owner.query('select id from auth.sessions where user_id = $1', [session.user.id])
  assert.equal(rows.length, 2)
})

test('a code ends after a minute or with its session, and is refused in another pool', async () => {
  const session = await signUp(app, publicKey)
  const other = (await makeTenant(app.database)).public_key
  const foreign = await make(session)
  for (const key of [other, app.anonKey]) {
    const { body } = await authCall(app, key)('POST', '/token?grant_type=one_time_code', {
      body: { code: foreign },
    })
    assert.equal(body.code, 'bad_one_time_code')
  }
  const old = await make(session)
  await app.owner.query("update auth.one_time_codes set expires_at = expires_at - interval '60 seconds'")
  assert.equal((await redeem(old)).status, 403)
  const orphan = await make(session)
  await call('POST', '/logout', { token: session.access_token })
  assert.equal((await redeem(orphan)).status, 403)
})

test('a code made with a challenge needs its verifier', async () => {
  const session = await signUp(app, publicKey)
  const verifier = randomBytes(32).toString('base64url')
  const code_challenge = createHash('sha256').update(verifier).digest('base64url')
  const code = await make(session, { code_challenge })
  assert.equal((await redeem(code)).status, 403)
  assert.equal((await redeem(code, { code_verifier: randomBytes(32).toString('base64url') })).status, 403)
  assert.equal((await redeem(code, { code_verifier: verifier })).status, 200)
  const free = await make(session)
  assert.equal(
    (await redeem(free, { code_verifier: verifier })).status,
    403,
    'a verifier for a code without challenge',
  )
  const weak = await call('POST', '/one-time-code', {
    token: session.access_token,
    body: { code_challenge: 'short' },
  })
  assert.deepEqual([weak.status, weak.body.code], [400, 'validation_failed'])
})

test('an access token alone cannot create a code, so a leaked token cannot outlive its session', async () => {
  const session = await signUp(app, publicKey)
  const other = await signUp(app, publicKey)
  for (const refresh_token of [undefined, '', 'cookie', 'x'.repeat(50), other.refresh_token]) {
    const { status, body } = await call('POST', '/one-time-code', {
      token: session.access_token,
      body: { refresh_token },
    })
    assert.deepEqual([status, body.code], [400, 'refresh_token_not_found'])
  }
})

test('a page of another site that intercepted the code cannot use it', async () => {
  const session = await signUp(app, publicKey)
  const code = await make(session)
  for (const origin of ['https://shop.example', 'null', 'http://localhost:3001']) {
    const { status, body } = await redeem(code, {}, { origin })
    assert.deepEqual([status, body.code], [403, 'origin_not_allowed'])
  }
  assert.equal((await redeem(code, {}, { origin: 'http://localhost:3000' })).status, 200)
})

test('only an active session can create a code', async () => {
  const none = await call('POST', '/one-time-code', { body: {} })
  assert.deepEqual([none.status, none.body.code], [403, 'bad_jwt'])
  const session = await signUp(app, publicKey, newEmail())
  await call('POST', '/logout', { token: session.access_token })
  const deadline = Date.now() + 5000
  let late = await ask(session)
  while (late.status === 200 && Date.now() < deadline) late = await ask(session)
  assert.ok(late.status >= 400 && late.status < 500)
})
