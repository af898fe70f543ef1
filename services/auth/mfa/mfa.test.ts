import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { totpCode } from '#testing/authenticator-app.ts'
import { makeTenant } from '#testing/factories.ts'
import { PASSWORD, authCall, latestEmailTo, newEmail, signUp } from '#testing/test-users.ts'
import { testApp } from '#testing/test-app.ts'

const app = await testApp({ env: { AUTH_LIMIT_FACTOR: '1000' } })
const tenant = await makeTenant(app.database)

/** A new user with a client that stores their session. */
async function person(key: string) {
  const email = newEmail()
  await signUp(app, key, email)
  const { auth } = app.client(key)
  const { data, error } = await auth.signInWithPassword({ email, password: PASSWORD })
  assert.equal(error, null)
  return { email, auth, session: data.session }
}

/** Same with a verified authenticator app, whose previous code was used. */
async function personWithTotp(key: string) {
  const enrolled = await person(key)
  const { data, error } = await enrolled.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'App' })
  assert.equal(error, null)
  const secret = data.totp.secret
  const verified = await enrolled.auth.mfa.challengeAndVerify({
    factorId: data.id,
    code: totpCode(secret, -1),
  })
  assert.equal(verified.error, null)
  return { ...enrolled, factorId: data.id, secret, raised: verified.data }
}

for (const [pool, key] of [
  ['creators', app.anonKey],
  ["a tenant's end users", tenant.public_key],
] as const)
  describe(`second factors of ${pool}`, () => {
    test('[S7-101] [S7-102] [S7-103] [S7-104] an authenticator app is enrolled, verified, listed and removed', async () => {
      const { auth, session } = await person(key)
      const { data: enrolled, error } = await auth.mfa.enroll({
        factorType: 'totp',
        friendlyName: 'My phone',
      })
      assert.equal(error, null)
      assert.equal(enrolled.type, 'totp')
      assert.match(enrolled.totp.qr_code, /^data:image\/svg\+xml;utf-8,<svg [^#%]*<\/svg>$/)
      assert.match(enrolled.totp.secret, /^[A-Z2-7]{32}$/)
      assert.equal(new URL(enrolled.totp.uri).searchParams.get('secret'), enrolled.totp.secret)
      const factorId = enrolled.id
      const before = await auth.mfa.listFactors()
      assert.deepEqual(before.data?.totp, [])
      assert.equal(before.data?.all[0]?.status, 'unverified')

      const { data: challenge } = await auth.mfa.challenge({ factorId })
      assert.equal(challenge!.type, 'totp')
      const life = challenge!.expires_at - Date.now() / 1000
      assert.ok(life > 295 && life <= 301, String(life))
      const { data: raised, error: refused } = await auth.mfa.verify({
        factorId,
        challengeId: challenge!.id,
        code: totpCode(enrolled.totp.secret),
      })
      assert.equal(refused, null)
      assert.equal(raised.user.id, session.user.id)
      const level = await auth.mfa.getAuthenticatorAssuranceLevel()
      assert.deepEqual([level.data?.currentLevel, level.data?.nextLevel], ['aal2', 'aal2'])
      const methods = level.data!.currentAuthenticationMethods.map((entry) =>
        typeof entry === 'string' ? entry : entry.method,
      )
      assert.deepEqual(methods, ['totp', 'password'])
      const after = await auth.mfa.listFactors()
      assert.equal(after.data?.totp[0]?.friendly_name, 'My phone')

      const unenrolled = await auth.mfa.unenroll({ factorId })
      assert.deepEqual(unenrolled.data, { id: factorId })
      await auth.refreshSession()
      const lowered = await auth.mfa.getAuthenticatorAssuranceLevel()
      assert.deepEqual([lowered.data?.currentLevel, lowered.data?.nextLevel], ['aal1', 'aal1'])
    })

    test('[D20] [D21] at aal1 neither data nor functions are accessible; the second factor opens both immediately', async () => {
      const { email, secret, factorId, raised } = await personWithTotp(key)
      const reach = async (token: string) => {
        const headers = { apikey: key, authorization: `Bearer ${token}` }
        const data = await app.request('/rest/v1/tenants?select=id', { headers })
        const call = await app.request('/functions/v1/none-such', { method: 'POST', headers })
        return [data.status, call.status]
      }
      assert.deepEqual(await reach(raised.access_token), [200, 404])
      const again = app.client(key).auth
      const first = await again.signInWithPassword({ email, password: PASSWORD })
      assert.deepEqual(await reach(first.data.session!.access_token), [403, 403], 'by password')
      const recovering = app.client(key).auth
      await recovering.resetPasswordForEmail(email)
      const { tokenHash } = latestEmailTo(app, email)
      const byMail = await recovering.verifyOtp({ type: 'recovery', token_hash: tokenHash })
      assert.deepEqual(await reach(byMail.data.session!.access_token), [403, 403], 'by mail')
      const proven = await again.mfa.challengeAndVerify({ factorId, code: totpCode(secret) })
      assert.equal(proven.error, null)
      assert.deepEqual(await reach(proven.data.access_token), [200, 404])
    })

    test('[S4-072] the client notifies its listeners that a factor was verified', async () => {
      const { auth } = await person(key)
      const events: string[] = []
      auth.onAuthStateChange((event) => void events.push(event))
      const { data } = await auth.mfa.enroll({ factorType: 'totp' })
      await auth.mfa.challengeAndVerify({ factorId: data!.id, code: totpCode(data!.totp.secret) })
      assert.ok(events.includes('MFA_CHALLENGE_VERIFIED'), events.join())
    })

    test('a sign-in with a factor starts at aal1 and is raised; aal and amr stay after a refresh', async () => {
      const { email, factorId, secret } = await personWithTotp(key)
      const { auth } = app.client(key)
      await auth.signInWithPassword({ email, password: PASSWORD })
      const first = await auth.mfa.getAuthenticatorAssuranceLevel()
      assert.deepEqual([first.data?.currentLevel, first.data?.nextLevel], ['aal1', 'aal2'])
      const { error } = await auth.mfa.challengeAndVerify({ factorId, code: totpCode(secret) })
      assert.equal(error, null)
      const { data } = await auth.refreshSession()
      const { data: claims } = await auth.getClaims(data.session!.access_token)
      assert.equal(claims?.claims.aal, 'aal2')
      const amr = claims?.claims.amr as { method: string }[]
      assert.deepEqual(
        amr.map(({ method }) => method),
        ['totp', 'password'],
      )
    })

    test('the refresh token from before the factor is invalid, immediately and after later refreshes', async () => {
      const { auth, session, raised } = await personWithTotp(key)
      const next = await auth.refreshSession({ refresh_token: raised.refresh_token })
      assert.equal(next.error, null)
      const old = await app.client(key).auth.refreshSession({ refresh_token: session.refresh_token })
      assert.equal(old.error?.code, 'refresh_token_already_used')
    })

    test("the user's other sessions at aal1 end, and unfinished enrollments of that type are deleted", async () => {
      const { email, auth } = await person(key)
      const other = app.client(key).auth
      await other.signInWithPassword({ email, password: PASSWORD })
      await auth.mfa.enroll({ factorType: 'totp', friendlyName: 'left' })
      const { data } = await auth.mfa.enroll({ factorType: 'totp', friendlyName: 'used' })
      const { error } = await auth.mfa.challengeAndVerify({
        factorId: data!.id,
        code: totpCode(data!.totp.secret),
      })
      assert.equal(error, null)
      const { data: factors } = await auth.mfa.listFactors()
      assert.deepEqual(
        factors!.all.map(({ friendly_name }) => friendly_name),
        ['used'],
      )
      assert.equal((await other.refreshSession()).error?.code, 'refresh_token_not_found')
    })
  })

describe('D21: what must not raise a session', () => {
  test('[D21] a code works once, even for another challenge, and a challenge accepts one right response', async () => {
    const { auth, factorId, secret } = await personWithTotp(app.anonKey)
    const code = totpCode(secret)
    assert.equal((await auth.mfa.challengeAndVerify({ factorId, code })).error, null)
    const again = await auth.mfa.challengeAndVerify({ factorId, code })
    assert.equal(again.error?.code, 'mfa_verification_failed')
    const { data } = await auth.mfa.challenge({ factorId })
    const next = totpCode(secret, 1)
    assert.equal((await auth.mfa.verify({ factorId, challengeId: data!.id, code: next })).error, null)
    const replay = await auth.mfa.verify({ factorId, challengeId: data!.id, code: next })
    assert.equal(replay.error?.code, 'mfa_challenge_expired')
    const older = await auth.mfa.challengeAndVerify({ factorId, code: totpCode(secret, -1) })
    assert.equal(older.error?.code, 'mfa_verification_failed')
  })

  test('[D21] of 12 concurrent verifications with one code, one succeeds', async () => {
    const { session, raised, factorId, secret } = await personWithTotp(app.anonKey)
    assert.equal(session.user.id, raised.user.id)
    const call = authCall(app, app.anonKey)
    const token = raised.access_token
    const code = totpCode(secret)
    const challenges = await Promise.all(
      Array.from({ length: 12 }, () => call('POST', `/factors/${factorId}/challenge`, { token, body: {} })),
    )
    const answers = await Promise.all(
      challenges.map(({ body }) =>
        call('POST', `/factors/${factorId}/verify`, { token, body: { challenge_id: body.id, code } }),
      ),
    )
    assert.equal(answers.filter(({ status }) => status === 200).length, 1)
  })

  test('[D21] 20 wrong codes are refused and rate limited, and then the right one has to wait too', async () => {
    const { raised, factorId, secret } = await personWithTotp(app.anonKey)
    const call = authCall(app, app.anonKey)
    const token = raised.access_token
    const codes: string[] = []
    let challengeId = ''
    for (let i = 0; i < 20; i++) {
      if (i % 4 === 0)
        challengeId = (await call('POST', `/factors/${factorId}/challenge`, { token, body: {} })).body.id
      const body = { challenge_id: challengeId, code: '000000' }
      codes.push((await call('POST', `/factors/${factorId}/verify`, { token, body })).body.code)
    }
    assert.deepEqual(new Set(codes.slice(0, 10)), new Set(['mfa_verification_failed']))
    assert.deepEqual(new Set(codes.slice(10)), new Set(['over_request_rate_limit']))
    const { body } = await call('POST', `/factors/${factorId}/challenge`, { token, body: {} })
    const right = await call('POST', `/factors/${factorId}/verify`, {
      token,
      body: { challenge_id: body.id, code: totpCode(secret) },
    })
    assert.deepEqual([right.status, right.body.code], [429, 'over_request_rate_limit'])
    assert.ok(Number(right.headers.get('retry-after')) > 0)
  })
})
