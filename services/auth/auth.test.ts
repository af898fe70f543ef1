import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isAuthWeakPasswordError } from '@supabase/supabase-js'
import { makeTenant } from '#testing/factories.ts'
import { PASSWORD, latestEmailTo, newEmail, signUp } from '#testing/test-users.ts'
import { testApp } from '#testing/test-app.ts'

// Makes every call of this service with the unmodified @supabase/supabase-js, once with the platform's anon
// key and once with a tenant's public key. The endpoints are the same and nothing else differs on the wire.

const app = await testApp({ env: { AUTH_LIMIT_FACTOR: '100' } })
const { public_key: publicKey } = await makeTenant(app.database)

const pools = [
  {
    name: 'creators, anon key',
    key: () => app.anonKey,
    role: 'authenticated',
    audience: () => 'authenticated',
  },
  { name: 'end users, public key', key: () => publicKey, role: 'end_user', audience: () => publicKey },
]

for (const { name, key, role, audience } of pools)
  describe(`supabase-js: ${name}`, () => {
    test('[S4-056] [S7-036] [S7-086] [S7-087] sign up, confirm by link, sign in with the password', async () => {
      const client = app.client(key())
      const email = newEmail('Mixed.Case')
      const signedUp = await client.auth.signUp({
        email,
        password: PASSWORD,
        options: { data: { plan: 'tea' } },
      })
      assert.equal(signedUp.error, null)
      assert.equal(signedUp.data.session, null, 'no session before the confirmation')
      assert.equal(signedUp.data.user?.email, email.toLowerCase())
      assert.equal(signedUp.data.user?.identities?.length, 1)

      const early = await client.auth.signInWithPassword({ email, password: PASSWORD })
      assert.equal(early.error?.code, 'email_not_confirmed')
      assert.equal(early.error?.message, 'Email not confirmed')

      const { tokenHash } = latestEmailTo(app, email.toLowerCase())
      const confirmed = await client.auth.verifyOtp({ type: 'email', token_hash: tokenHash })
      assert.equal(confirmed.error, null)
      assert.ok(confirmed.data.user?.email_confirmed_at)
      assert.equal(confirmed.data.user?.identities?.[0]?.identity_data?.email_verified, true)

      const { data, error } = await client.auth.signInWithPassword({ email, password: PASSWORD })
      assert.equal(error, null)
      assert.equal(data.user?.id, confirmed.data.user?.id)
      assert.deepEqual(data.user?.user_metadata, { plan: 'tea' })
      assert.deepEqual(data.user?.app_metadata, { provider: 'email', providers: ['email'] })
      assert.equal(data.user?.role, role)
      assert.equal(data.session?.token_type, 'bearer')
      assert.equal(data.session?.expires_in, 3600)
      assert.ok(Math.abs(data.session.expires_at! - Date.now() / 1000 - 3600) < 5)
    })

    test('[S7-093] sign up and confirm by the typed code', async () => {
      const client = app.client(key())
      const email = newEmail()
      await client.auth.signUp({ email, password: PASSWORD })
      const { code } = latestEmailTo(app, email)
      const wrong = await client.auth.verifyOtp({
        type: 'email',
        email,
        token: code === '000000' ? '1' : '000000',
      })
      assert.equal(wrong.error?.code, 'otp_expired')
      assert.equal(wrong.error?.status, 403)
      const right = await client.auth.verifyOtp({ type: 'signup', email, token: code })
      assert.equal(right.error, null)
      assert.equal(right.data.user?.email, email)
      const again = await client.auth.verifyOtp({ type: 'signup', email, token: code })
      assert.equal(again.error?.code, 'otp_expired')
    })

    test('the access token carries the claims that the client and policies read, and verifies with the published keys', async () => {
      const client = app.client(key())
      const session = await signUp(app, key())
      const { data, error } = await client.auth.getClaims(session.access_token)
      assert.equal(error, null)
      assert.equal(data?.header.alg, 'ES256')
      assert.ok(data?.header.kid)
      const { claims } = data
      assert.equal(claims.iss, 'http://localhost:3000/auth/v1')
      assert.equal(claims.sub, session.user.id)
      assert.equal(claims.role, role)
      assert.equal(claims.aud, audience())
      assert.equal(claims.email, session.user.email)
      assert.equal(claims.phone, '')
      assert.equal(claims.aal, 'aal1')
      assert.equal(claims.is_anonymous, false)
      assert.equal((claims.amr as { method: string }[])[0]?.method, 'otp')
      assert.equal(claims.exp - claims.iat, 3600)
      assert.equal(claims.tenant !== undefined, role === 'end_user')
    })

    test('[S7-042] [S7-039] [S7-088] [S7-096] get user, refresh, sign out', async () => {
      const client = app.client(key())
      const email = newEmail()
      const first = await signUp(app, key(), email)
      await client.auth.setSession(first)
      assert.equal((await client.auth.getUser()).data.user?.email, email)

      const refreshed = await client.auth.refreshSession()
      assert.equal(refreshed.error, null)
      assert.notEqual(refreshed.data.session?.refresh_token, first.refresh_token)
      assert.equal(refreshed.data.user?.email, email)

      assert.equal((await client.auth.signOut()).error, null)
      const secondSignOut = await app
        .client(key())
        .auth.refreshSession({ refresh_token: refreshed.data.session!.refresh_token })
      assert.equal(secondSignOut.error?.code, 'refresh_token_not_found')
    })

    test('[S8-110] a weak password reaches the application with its reasons', async () => {
      const { error } = await app.client(key()).auth.signUp({ email: newEmail(), password: 'password' })
      assert.ok(isAuthWeakPasswordError(error))
      assert.deepEqual(error.reasons, ['pwned'])
    })

    test('[S5-054] sign-up and sign-in with neither email nor phone are refused', async () => {
      const { auth } = app.client(key())
      const up = await auth.signUp({ email: '', password: PASSWORD })
      assert.equal(up.error?.code, 'anonymous_provider_disabled')
      const anonymous = await auth.signInAnonymously()
      assert.equal(anonymous.error?.status, 422)
      const signIn = await auth.signInWithPassword({ email: '', password: PASSWORD })
      assert.equal(signIn.error?.code, 'validation_failed')
      const phone = await auth.signInWithPassword({ phone: '+15550100', password: PASSWORD })
      assert.equal(phone.error?.code, 'phone_provider_disabled')
    })
  })

test('one address is three users in three pools, and a token is valid only in its own pool', async () => {
  const other = (await makeTenant(app.database)).public_key
  const email = newEmail('everywhere')
  const keys = [app.anonKey, publicKey, other]
  const sessions = [
    await signUp(app, keys[0]!, email),
    await signUp(app, keys[1]!, email),
    await signUp(app, keys[2]!, email),
  ]
  assert.equal(new Set(sessions.map(({ user }) => user.id)).size, 3)
  for (const [i, session] of sessions.entries())
    for (const [j, key] of keys.entries()) {
      const { data, error } = await app.client(key).auth.getUser(session.access_token)
      const { data: refreshed } = await app
        .client(key)
        .auth.refreshSession({ refresh_token: session.refresh_token })
      if (i === j) assert.equal(data.user?.id, session.user.id)
      else {
        assert.equal(error?.code, 'bad_jwt', `token of pool ${i} with the key of pool ${j}`)
        assert.equal(refreshed.session, null)
      }
    }
})

test('without confirmation, sign-up signs in and a known address is refused', async () => {
  const quick = await testApp({ env: { AUTH_AUTOCONFIRM: 'true' } })
  const client = quick.client()
  const email = newEmail()
  const { data, error } = await client.auth.signUp({ email, password: PASSWORD })
  assert.equal(error, null)
  assert.ok(data.session?.access_token)
  assert.equal(quick.mails.length, 0)
  const again = await client.auth.signUp({ email, password: PASSWORD })
  assert.equal(again.error?.code, 'user_already_exists')
  assert.equal(again.error?.message, 'User already registered')
})

test('[S9-034] settings, health and keys are public, and keys may be cached for ten minutes', async () => {
  const read = async (path: string) => (await app.request(`/auth/v1${path}`)).json()
  const settings = await read('/settings')
  assert.equal(settings.external.email, true)
  assert.equal(settings.external.google, false)
  assert.equal(settings.mailer_autoconfirm, false)
  assert.ok((await read('/health')).name)
  const answer = await app.request('/auth/v1/.well-known/jwks.json')
  assert.equal(answer.headers.get('cache-control'), 'public, max-age=600')
  const { keys } = await answer.json()
  assert.equal(keys.length, 1)
  assert.deepEqual(Object.keys(keys[0]).toSorted(), ['alg', 'crv', 'key_ops', 'kid', 'kty', 'use', 'x', 'y'])
})
