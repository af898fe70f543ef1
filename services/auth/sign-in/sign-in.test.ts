import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PASSWORD, authCall, latestEmailTo, newEmail, signUp } from '#testing/test-users.ts'
import { testApp } from '#testing/test-app.ts'
import { assertSameTime } from '#testing/timing.ts'

const app = await testApp({ env: { AUTH_LIMIT_FACTOR: '1000' } })
const call = authCall(app, app.anonKey)
const signIn = (email: string, password: string) =>
  call('POST', '/token?grant_type=password', { body: { email, password } })

test('[D04] an unknown and a known address get the same refusal after the same time', async () => {
  const known = newEmail()
  await signUp(app, app.anonKey, known)
  await assertSameTime(['known', 'unknown'], { rounds: 25, apart: 3 }, async (kind) => {
    const email = kind === 'known' ? known : newEmail('unknown')
    const { status, body } = await signIn(email, 'wrong-Password-17')
    assert.deepEqual(
      [status, body],
      [400, { code: 'invalid_credentials', message: 'Invalid login credentials' }],
    )
  })
})

test('[D07] "not confirmed" is reported only after the right password', async () => {
  const email = newEmail()
  await call('POST', '/signup', { body: { email, password: PASSWORD } })
  assert.equal((await signIn(email, 'wrong-Password-17')).body.code, 'invalid_credentials')
  const { status, body } = await signIn(email, PASSWORD)
  assert.deepEqual([status, body], [400, { code: 'email_not_confirmed', message: 'Email not confirmed' }])
})

test('a user without a password cannot sign in with one', async () => {
  const email = newEmail()
  const admin = authCall(app, app.serviceKey)
  assert.equal((await admin('POST', '/admin/users', { body: { email, email_confirm: true } })).status, 200)
  for (const password of ['no user has this password', 'x', 'null'])
    assert.equal((await signIn(email, password)).body.code, 'invalid_credentials')
})

test('ten wrong codes end the code, even in parallel, and the link of the email still works', async () => {
  const email = newEmail()
  await call('POST', '/signup', { body: { email, password: PASSWORD } })
  const { code, tokenHash } = latestEmailTo(app, email)
  const wrong = code === '123456' ? '654321' : '123456'
  const guess = (token: string) => call('POST', '/verify', { body: { type: 'email', email, token } })
  const guesses = await Promise.all(Array.from({ length: 12 }, () => guess(wrong)))
  assert.ok(guesses.every(({ status, body }) => status === 403 && body.code === 'otp_expired'))
  assert.equal((await guess(code)).body.code, 'otp_expired')
  assert.equal(
    (await call('POST', '/verify', { body: { type: 'email', token_hash: tokenHash } })).status,
    200,
  )
})

test('an email link works once, even with parallel requests, and not after a day', async () => {
  const email = newEmail()
  await call('POST', '/signup', { body: { email, password: PASSWORD } })
  const body = { type: 'signup', token_hash: latestEmailTo(app, email).tokenHash }
  const uses = await Promise.all(Array.from({ length: 20 }, () => call('POST', '/verify', { body })))
  assert.equal(uses.filter(({ status }) => status === 200).length, 1)
  assert.ok(uses.filter(({ status }) => status !== 200).every((use) => use.body.code === 'otp_expired'))

  const late = newEmail()
  await call('POST', '/signup', { body: { email: late, password: PASSWORD } })
  await app.owner.query("update auth.one_time_tokens set expires_at = expires_at - interval '1 day'")
  const { tokenHash, code } = latestEmailTo(app, late)
  assert.equal(
    (await call('POST', '/verify', { body: { type: 'signup', token_hash: tokenHash } })).status,
    403,
  )
  assert.equal(
    (await call('POST', '/verify', { body: { type: 'signup', email: late, token: code } })).status,
    403,
  )
})
