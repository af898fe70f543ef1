import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { makeTenant } from '#testing/factories.ts'
import { PASSWORD, authCall, latestEmailTo, newEmail, signUp } from '#testing/test-users.ts'
import { testApp } from '#testing/test-app.ts'

const app = await testApp({ env: { AUTH_LIMIT_FACTOR: '1000' } })
const { public_key: publicKey } = await makeTenant(app.database)
const call = authCall(app, publicKey)
const OURS = { 'x-bb-session': 'cookie', origin: 'http://localhost:3000' }
const cookieName = `__Host-bb-${createHash('sha256').update(publicKey).digest('hex').slice(0, 12)}`

const setCookieOf = (headers: Headers) => headers.getSetCookie()[0] ?? ''
const valueOf = (setCookie: string) => /^[^=]+=([^;]*)/.exec(setCookie)?.[1] ?? ''
const refresh = (cookie: string, more: Record<string, string> = OURS, body: object = { refresh_token: '' }) =>
  call('POST', '/token?grant_type=refresh_token', {
    body,
    headers: { ...more, ...(cookie ? { cookie } : {}) },
  })

const email = newEmail()
await signUp(app, publicKey, email)
const signIn = () =>
  call('POST', '/token?grant_type=password', { body: { email, password: PASSWORD }, headers: OURS })

test('[K14] the refresh token goes into a __Host- cookie that scripts cannot read, partitioned by site', async () => {
  const { body, headers } = await signIn()
  assert.equal(body.refresh_token, 'cookie')
  assert.ok(body.access_token)
  const [pair, ...attributes] = setCookieOf(headers).split('; ')
  assert.equal(pair!.split('=')[0], cookieName)
  assert.ok(pair!.split('=')[1]!.length > 40)
  assert.deepEqual(attributes.toSorted(), [
    'HttpOnly',
    'Max-Age=7776000',
    'Partitioned',
    'Path=/',
    'SameSite=None',
    'Secure',
  ])
})

test('a confirmation in our page stores its session in the cookie too', async () => {
  const address = newEmail()
  await call('POST', '/signup', { body: { email: address, password: PASSWORD }, headers: OURS })
  const { tokenHash } = latestEmailTo(app, address)
  const { body, headers } = await call('POST', '/verify', {
    body: { type: 'signup', token_hash: tokenHash },
    headers: OURS,
  })
  assert.equal(body.refresh_token, 'cookie')
  assert.ok(valueOf(setCookieOf(headers)))
})

test('refresh reads and renews the cookie, and two concurrent frames both succeed', async () => {
  const start = valueOf(setCookieOf((await signIn()).headers))
  const cookie = `${cookieName}=${start}`
  const [one, two] = await Promise.all([refresh(cookie), refresh(cookie, OURS, { refresh_token: 'cookie' })])
  assert.deepEqual([one.status, two.status], [200, 200])
  const next = valueOf(setCookieOf(one.headers))
  assert.equal(next, valueOf(setCookieOf(two.headers)))
  assert.notEqual(next, start)
  assert.equal((await refresh(`${cookieName}=${next}`)).status, 200)
})

test('[K14] outside of our own pages the cookie is neither set nor read', async () => {
  const cookie = `${cookieName}=${valueOf(setCookieOf((await signIn()).headers))}`
  const foreign = [
    'https://shop.example',
    'null',
    'http://localhost:3001',
    'http://shop.localhost:3000',
    'http://localhost:3000.evil.example',
  ]
  for (const origin of [...foreign, undefined]) {
    const headers: Record<string, string> = { 'x-bb-session': 'cookie', ...(origin ? { origin } : {}) }
    const read = await refresh(cookie, headers)
    assert.deepEqual([read.status, read.body.code], [403, 'origin_not_allowed'], origin)
    const set = await call('POST', '/token?grant_type=password', {
      body: { email, password: PASSWORD },
      headers,
    })
    assert.deepEqual([set.status, set.headers.getSetCookie()], [403, []], origin)
  }
  const withoutHeader = await refresh(cookie, { origin: 'http://localhost:3000' })
  assert.deepEqual([withoutHeader.status, withoutHeader.body.code], [400, 'validation_failed'])
})

test('pages on the configured embed origins count as our own pages too', async () => {
  const elsewhere = await testApp({ env: { EMBED_ORIGIN_TEST: 'https://embed.example' } })
  const { public_key: key } = await makeTenant(elsewhere.database)
  await signUp(elsewhere, key, email)
  const from = (origin: string) =>
    authCall(elsewhere, key)('POST', '/token?grant_type=password', {
      body: { email, password: PASSWORD },
      headers: { 'x-bb-session': 'cookie', origin },
    })
  assert.equal((await from('https://embed.example')).body.refresh_token, 'cookie')
  assert.equal((await from('https://embed.example.evil.example')).status, 403)
})

test('an invalid or missing cookie is deleted, and sign-out deletes it', async () => {
  const dropped = /^__Host-bb-\w+=; Max-Age=0; .*Secure/
  for (const cookie of ['', `${cookieName}=rubbish`]) {
    const { status, body, headers } = await refresh(cookie)
    assert.deepEqual([status, body.code], [400, 'refresh_token_not_found'])
    assert.match(setCookieOf(headers), dropped)
  }
  const { body, headers } = await signIn()
  const out = await call('POST', '/logout?scope=local', { token: body.access_token, headers: OURS })
  assert.equal(out.status, 204)
  assert.match(setCookieOf(out.headers), dropped)
  assert.equal((await refresh(`${cookieName}=${valueOf(setCookieOf(headers))}`)).status, 400)
})

test('each tenant has its own cookie, and creators have none', async () => {
  const other = (await makeTenant(app.database)).public_key
  const cookie = `${cookieName}=${valueOf(setCookieOf((await signIn()).headers))}`
  const asOther = await authCall(app, other)('POST', '/token?grant_type=refresh_token', {
    body: {},
    headers: { ...OURS, cookie },
  })
  assert.equal(asOther.status, 400)
  const creator = await authCall(app, app.anonKey)('POST', '/token?grant_type=refresh_token', {
    body: {},
    headers: OURS,
  })
  assert.deepEqual([creator.status, creator.body.code], [400, 'validation_failed'])
})
