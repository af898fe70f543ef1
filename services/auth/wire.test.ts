import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { makeTenant } from '#testing/factories.ts'
import { PASSWORD, authCall, latestEmailTo, newEmail } from '#testing/test-users.ts'
import { testApp } from '#testing/test-app.ts'

const app = await testApp({ env: { AUTH_LIMIT_FACTOR: '1000' } })
const { public_key: publicKey } = await makeTenant(app.database)
const call = authCall(app, app.anonKey)

describe('error bodies', () => {
  const body = { email: newEmail(), password: 'wrong-Password-17' }

  test('[S8-113] a client that sends a version gets code and message, and its version back', async () => {
    const { headers, body: error } = await call('POST', '/token?grant_type=password', { body })
    assert.deepEqual(error, { code: 'invalid_credentials', message: 'Invalid login credentials' })
    assert.equal(headers.get('x-supabase-api-version'), '2024-01-01')
    assert.equal(headers.get('x-sb-error-code'), 'invalid_credentials')
  })

  for (const version of ['', '2023-06-01', 'latest'])
    test(`[S8-109] an older client (version "${version}") gets the older shape`, async () => {
      const { headers, body: error } = await call('POST', '/token?grant_type=password', {
        body,
        headers: { 'x-supabase-api-version': version },
      })
      assert.deepEqual(error, {
        code: 400,
        error_code: 'invalid_credentials',
        msg: 'Invalid login credentials',
      })
      assert.equal(headers.get('x-supabase-api-version'), null)
      assert.equal(headers.get('x-sb-error-code'), 'invalid_credentials')
    })

  test('[S8-110] a weak password carries its reasons in both shapes', async () => {
    const weak = { email: newEmail(), password: 'short' }
    for (const version of ['', '2024-01-01']) {
      const { body: error } = await call('POST', '/signup', {
        body: weak,
        headers: { 'x-supabase-api-version': version },
      })
      assert.deepEqual(error.weak_password, { reasons: ['length', 'pwned'] })
    }
  })
})

describe('bad input is a clear 4xx, never a 5xx', () => {
  const email = newEmail()
  const cases: [method: string, path: string, body: unknown, status: number, code: string][] = [
    ['POST', '/signup', [], 400, 'validation_failed'],
    ['POST', '/signup', { email: 5, password: PASSWORD }, 400, 'validation_failed'],
    ['POST', '/signup', { email: 'a@b', password: PASSWORD }, 400, 'email_address_invalid'],
    [
      'POST',
      '/signup',
      { email: 'a@b.example, c@d.example', password: PASSWORD },
      400,
      'email_address_invalid',
    ],
    [
      'POST',
      '/signup',
      { email: 'a@b.example\r\nBcc: c@d.example', password: PASSWORD },
      400,
      'email_address_invalid',
    ],
    [
      'POST',
      '/signup',
      { email: `${'a'.repeat(65)}@b.example`, password: PASSWORD },
      400,
      'email_address_invalid',
    ],
    ['POST', '/signup', { email: 'a\0@b.example', password: PASSWORD }, 400, 'bad_json'],
    ['POST', '/signup', { email, password: '' }, 400, 'validation_failed'],
    ['POST', '/signup', { email, password: null }, 400, 'validation_failed'],
    ['POST', '/signup', { email, password: PASSWORD, data: 'x' }, 400, 'validation_failed'],
    ['POST', '/signup', { email, password: PASSWORD, data: { a: '\0' } }, 400, 'bad_json'],
    ['POST', '/signup', { email, password: PASSWORD, data: { a: '\ud800' } }, 400, 'validation_failed'],
    [
      'POST',
      '/signup',
      { email, password: PASSWORD, data: { a: 'x'.repeat(5000) } },
      400,
      'validation_failed',
    ],
    ['POST', '/signup', { phone: '+15550100', password: PASSWORD }, 400, 'phone_provider_disabled'],
    ['POST', '/token', {}, 400, 'validation_failed'],
    ['POST', '/token?grant_type=magic', {}, 400, 'validation_failed'],
    ['POST', '/token?grant_type=__proto__', {}, 400, 'validation_failed'],
    ['POST', '/token?grant_type=password', { email: '\0', password: PASSWORD }, 400, 'bad_json'],
    ['POST', '/token?grant_type=refresh_token', {}, 400, 'validation_failed'],
    ['POST', '/token?grant_type=refresh_token', { refresh_token: 'x' }, 400, 'refresh_token_not_found'],
    ['POST', '/token?grant_type=one_time_code', {}, 400, 'validation_failed'],
    ['POST', '/token?grant_type=id_token', { provider: 'google', id_token: 'x' }, 400, 'provider_disabled'],
    ['POST', '/token?grant_type=web3', {}, 422, 'web3_provider_disabled'],
    ['POST', '/verify', {}, 400, 'validation_failed'],
    ['POST', '/verify', { type: 'nonsense', token_hash: 'x' }, 400, 'validation_failed'],
    ['POST', '/verify', { type: 'constructor', token_hash: 'x' }, 400, 'validation_failed'],
    ['POST', '/verify', { type: '__proto__', token_hash: 'x' }, 400, 'validation_failed'],
    ['POST', '/verify', { type: 'signup' }, 400, 'validation_failed'],
    ['POST', '/verify', { type: 'signup', token_hash: 'x', email }, 400, 'validation_failed'],
    ['POST', '/verify', { type: 'signup', email, token: '\0' }, 400, 'bad_json'],
    ['POST', '/verify', { type: 'recovery', token_hash: 'x' }, 403, 'otp_expired'],
    ['POST', '/resend', { type: 'recovery', email }, 400, 'validation_failed'],
    ['POST', '/resend', { type: 'signup' }, 400, 'validation_failed'],
    ['POST', '/logout', undefined, 403, 'bad_jwt'],
    ['GET', '/user', undefined, 403, 'bad_jwt'],
    ['GET', '/nothing/here', undefined, 404, 'not_found'],
    ['PATCH', '/signup', {}, 404, 'not_found'],
  ]
  for (const [method, path, body, status, code] of cases)
    test(`${method} ${path} ${JSON.stringify(body)?.slice(0, 60)} is ${status} ${code}`, async () => {
      const answer = await call(method, path, { body })
      assert.deepEqual([answer.status, answer.body.code], [status, code], JSON.stringify(answer.body))
      assert.ok(answer.body.message.length > 5)
    })

  test('broken JSON, other content types, other encodings', async () => {
    const post = (body: BodyInit, type: string) =>
      app.request('/auth/v1/signup', {
        method: 'POST',
        body,
        headers: { apikey: app.anonKey, 'content-type': type },
      })
    assert.equal((await post('{', 'application/json')).status, 400)
    assert.equal((await post(new Uint8Array([0xff, 0xfe]), 'application/json')).status, 400)
    assert.equal((await post('['.repeat(50_000), 'application/json')).status, 400)
    assert.equal((await post('{}', 'text/plain')).status, 415)
    assert.equal((await post('{}', 'application/json; charset=utf-7')).status, 415)
  })
})

test('a method that no setting enables is refused with the message that clients expect', async () => {
  const { status, body, headers } = await call('POST', '/sso', { body: { domain: 'company.example' } })
  assert.deepEqual([status, body.code], [404, 'saml_provider_disabled'])
  assert.equal(headers.get('x-sb-error-code'), body.code)
  const { auth } = app.client()
  const foreign = await auth.signInWithIdToken({ provider: 'google', token: 'x' })
  assert.ok(foreign.error && Number(foreign.error.status) < 500, `status ${foreign.error?.status}`)
})

test('a caller without a key or without a session learns which is missing', async () => {
  const noKey = await app.request('/auth/v1/token?grant_type=password', {
    method: 'POST',
    headers: { 'x-supabase-api-version': '2024-01-01' },
  })
  assert.deepEqual([noKey.status, (await noKey.json()).code], [401, 'no_authorization'])
  const noSession = await app.request('/auth/v1/user', {
    headers: { apikey: app.anonKey, 'x-supabase-api-version': '2024-01-01' },
  })
  assert.deepEqual([noSession.status, (await noSession.json()).code], [401, 'no_authorization'])
  for (const key of ['pk_000000000000000000000000', 'pk_x', 'nonsense', `${app.anonKey}x`])
    assert.equal((await authCall(app, key)('POST', '/signup', { body: {} })).status, 401, key)
})

describe('GET /verify', () => {
  const follow = async (path: string, method = 'GET') => {
    const response = await app.request(`/auth/v1${path}`, { method, redirect: 'manual' })
    return { status: response.status, location: response.headers.get('location') ?? '' }
  }
  const newLink = async (key: string) => {
    const email = newEmail()
    await authCall(app, key)('POST', '/signup?redirect_to=/bolt/studio', {
      body: { email, password: PASSWORD },
    })
    return { email, token: latestEmailTo(app, email).tokenHash }
  }

  test('redeems the link and redirects with the session behind #', async () => {
    const { token, email } = await newLink(app.anonKey)
    const { status, location } = await follow(`/verify?token=${token}&type=signup&redirect_to=/after?x=1`)
    assert.equal(status, 303)
    const url = new URL(location)
    assert.equal(url.origin + url.pathname + url.search, 'http://localhost:3000/after?x=1')
    const found = new URLSearchParams(url.hash.slice(1))
    assert.deepEqual(
      [found.get('type'), found.get('token_type'), found.get('expires_in')],
      ['signup', 'bearer', '3600'],
    )
    const { data, error } = await app.client().auth.setSession({
      access_token: found.get('access_token')!,
      refresh_token: found.get('refresh_token')!,
    })
    assert.equal(error, null)
    assert.equal(data.user?.email, email)
    const again = new URL((await follow(`/verify?token=${token}&type=signup`)).location)
    assert.equal(again.searchParams.get('error_code'), 'otp_expired')
    assert.equal(
      new URLSearchParams(again.hash.slice(1)).get('error_description'),
      'Token has expired or is invalid',
    )
  })

  test('without redirect_to it returns to the address that the sign-up named', async () => {
    const { token } = await newLink(app.anonKey)
    assert.equal(
      new URL((await follow(`/verify?token=${token}&type=signup`)).location).pathname,
      '/bolt/studio',
    )
  })

  test('HEAD, which mail scanners send, does not use up the link', async () => {
    const { token } = await newLink(app.anonKey)
    assert.equal((await follow(`/verify?token=${token}&type=signup`, 'HEAD')).status, 405)
    assert.equal((await call('POST', '/verify', { body: { type: 'signup', token_hash: token } })).status, 200)
  })

  test("[D15] for a tenant's visitors, sessions and errors only go to our own pages", async () => {
    const home = `/embed/auth?tenant=${publicKey}`
    const { token } = await newLink(publicKey)
    const to = encodeURIComponent('http://shop.localhost:4000/')
    const wrong = new URL(
      (await follow(`/verify?apikey=${publicKey}&token=x&type=signup&redirect_to=${to}`)).location,
    )
    assert.equal(wrong.origin + wrong.pathname, 'http://localhost:3000/embed/auth')
    const { location } = await follow(
      `/verify?apikey=${publicKey}&token=${token}&type=signup&redirect_to=${to}`,
    )
    assert.ok(location.startsWith(`http://localhost:3000${home}#access_token=`), location)
  })
})
