import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { totpCode } from '#testing/authenticator-app.ts'
import { makeTenant } from '#testing/factories.ts'
import { PASSWORD, authCall, latestEmailTo, newEmail, signUp } from '#testing/test-users.ts'
import { softwareAuthenticator } from '#testing/software-authenticator.ts'
import { testApp } from '#testing/test-app.ts'

const ORIGIN = 'http://localhost:3000'

const app = await testApp({ env: { AUTH_LIMIT_FACTOR: '1000', TRUSTED_PROXIES: '1' } })
const call = authCall(app, app.anonKey)
const clientAt = (origin: string) =>
  app.client(app.anonKey, { global: { fetch: app.fetch, headers: { origin } } }).auth

async function person() {
  const email = newEmail()
  const session = await signUp(app, app.anonKey, email)
  const auth = clientAt(ORIGIN)
  await auth.setSession(session)
  return { email, auth, session, token: session.access_token, id: session.user.id }
}

async function personWithTotp() {
  const enrolled = await person()
  const { data } = await enrolled.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'App' })
  const secret = data!.totp.secret
  const { data: raised } = await enrolled.auth.mfa.challengeAndVerify({
    factorId: data!.id,
    code: totpCode(secret, -1),
  })
  return { ...enrolled, factorId: data!.id, secret, raised: raised! }
}

/** Another session of the same user, at aal1. */
async function signedInAgain(email: string) {
  const auth = clientAt(ORIGIN)
  const { data } = await auth.signInWithPassword({ email, password: PASSWORD })
  return { auth, token: data.session!.access_token }
}

describe('enrollment', () => {
  test('names are unique per user, including the empty name', async () => {
    const { auth } = await person()
    const names = [undefined, 'Work', 'Work ', undefined]
    const codes: (string | undefined)[] = []
    for (const friendlyName of names)
      codes.push((await auth.mfa.enroll({ factorType: 'totp', friendlyName })).error?.code)
    assert.deepEqual(codes, [undefined, undefined, 'mfa_factor_name_conflict', 'mfa_factor_name_conflict'])
  })

  test('an enrollment left for five minutes is replaced by the next one', async () => {
    const { auth, id } = await person()
    await auth.mfa.enroll({ factorType: 'totp', friendlyName: 'App' })
    await app.owner.query(
      "update auth.mfa_factors set created_at = now() - interval '301 s' where user_id = $1",
      [id],
    )
    assert.equal((await auth.mfa.enroll({ factorType: 'totp', friendlyName: 'App' })).error, null)
  })

  test('a user has at most ten factors, even when they are enrolled concurrently', async () => {
    const { token } = await person()
    const answers = await Promise.all(
      Array.from({ length: 14 }, (_, i) =>
        call('POST', '/factors', { token, body: { factor_type: 'totp', friendly_name: `App ${i}` } }),
      ),
    )
    const refused = answers.filter(({ status }) => status !== 200)
    assert.deepEqual(
      refused.map(({ body }) => body.code),
      Array(4).fill('too_many_enrolled_mfa_factors'),
    )
  })

  test('the issuer is the brand unless the client names one, and a colon in it does not break the address', async () => {
    const { auth } = await person()
    const { data: plain } = await auth.mfa.enroll({ factorType: 'totp', friendlyName: 'a' })
    assert.equal(new URL(plain!.totp.uri).searchParams.get('issuer'), 'Bolt Blocks')
    const { data } = await auth.mfa.enroll({
      factorType: 'totp',
      friendlyName: 'b',
      issuer: 'Mill: bread & co',
    })
    assert.equal(new URL(data!.totp.uri).searchParams.get('issuer'), 'Mill  bread & co')
    const tenant = await makeTenant(app.database)
    const visitor = await signUp(app, tenant.public_key)
    const { body } = await authCall(app, tenant.public_key)('POST', '/factors', {
      token: visitor.access_token,
      body: { factor_type: 'totp' },
    })
    assert.notEqual(new URL(body.totp.uri).searchParams.get('issuer'), 'Bolt Blocks')
  })

  test('the secret is sealed and never shown again', async () => {
    const { secret, token, id } = await personWithTotp()
    const { rows } = await app.owner.query('select * from auth.mfa_factors where user_id = $1', [id])
    assert.ok(!JSON.stringify(rows).includes(secret))
    assert.match(rows[0].secret_sealed, /^s1\./)
    const { body } = await call('GET', '/user', { token })
    assert.ok(!JSON.stringify(body).includes(secret) && !JSON.stringify(body).includes('s1.'))
    assert.deepEqual(Object.keys(body.factors[0]).toSorted(), [
      'created_at',
      'factor_type',
      'friendly_name',
      'id',
      'last_challenged_at',
      'status',
      'updated_at',
    ])
  })

  test('what a pool does not offer can be neither enrolled nor verified', async () => {
    const own = await makeTenant(app.database)
    const settings = (body: object) =>
      authCall(app, app.serviceKey)('PATCH', '/admin/settings', { headers: { 'x-bb-pool': own.id }, body })
    const visitor = await signUp(app, own.public_key)
    const ask = (method: string, path: string, body?: unknown) =>
      authCall(app, own.public_key)(method, path, {
        token: visitor.access_token,
        body,
        headers: { origin: ORIGIN },
      })
    const { body: totp } = await ask('POST', '/factors', { factor_type: 'totp', friendly_name: 'a' })
    const { body: key } = await ask('POST', '/factors', { factor_type: 'webauthn', friendly_name: 'b' })
    await settings({ mfa_totp: false, mfa_webauthn: false, mfa_phone: false })
    const answers = [
      await ask('POST', '/factors', { factor_type: 'totp', friendly_name: 'c' }),
      await ask('POST', '/factors', { factor_type: 'webauthn', friendly_name: 'd' }),
      await ask('POST', '/factors', { factor_type: 'phone', phone: '+4915112345678', friendly_name: 'e' }),
      await ask('POST', `/factors/${totp.id}/challenge`, {}),
      await ask('POST', `/factors/${totp.id}/verify`, { challenge_id: randomUUID(), code: '123456' }),
      await ask('POST', `/factors/${key.id}/challenge`, {}),
    ]
    assert.deepEqual(
      answers.map(({ status, body }) => `${status} ${body.code}`),
      [
        '422 mfa_totp_enroll_not_enabled',
        '422 mfa_webauthn_enroll_not_enabled',
        '422 mfa_phone_enroll_not_enabled',
        '422 mfa_totp_verify_not_enabled',
        '422 mfa_totp_verify_not_enabled',
        '422 mfa_webauthn_verify_not_enabled',
      ],
    )
  })
})

describe('D21: aal1 where aal2 is required', () => {
  test('[D21] enrolling, removing and passkeys are refused at aal1 while a verified factor exists', async () => {
    const { email, factorId } = await personWithTotp()
    const { token } = await signedInAgain(email)
    const headers = { origin: ORIGIN }
    const answers = [
      await call('POST', '/factors', { token, body: { factor_type: 'totp', friendly_name: 'x' } }),
      await call('DELETE', `/factors/${factorId}`, { token }),
      await call('POST', '/passkeys/registration/options', { token, body: {}, headers }),
      await call('POST', '/passkeys/registration/verify', { token, body: {}, headers }),
      await call('DELETE', `/passkeys/${randomUUID()}`, { token }),
      await call('DELETE', `/user/identities/${randomUUID()}`, { token }),
      await call('GET', '/user/identities/authorize?provider=google&skip_http_redirect=true', { token }),
      await call('PUT', '/user', { token, body: { password: 'other-lantern-43-mop' } }),
    ]
    assert.deepEqual(
      answers.map(({ status, body }) => `${status} ${body.code}`),
      ['403', '422', '403', '403', '403', '401', '401', '401'].map((status) => `${status} insufficient_aal`),
    )
  })

  test('[D21] an earlier enrollment cannot bypass a factor that was verified since', async () => {
    const { auth, email } = await person()
    const { data: planted } = await auth.mfa.enroll({ factorType: 'webauthn', friendlyName: 'planted' })
    const { data: totp } = await auth.mfa.enroll({ factorType: 'totp', friendlyName: 'App' })
    await auth.mfa.challengeAndVerify({ factorId: totp!.id, code: totpCode(totp!.totp.secret) })
    const { token } = await signedInAgain(email)
    const headers = { origin: ORIGIN }
    const { body: asked } = await call('POST', `/factors/${planted!.id}/challenge`, {
      token,
      body: {},
      headers,
    })
    const device = softwareAuthenticator()
    const verified = await call('POST', `/factors/${planted!.id}/verify`, {
      token,
      headers,
      body: {
        challenge_id: asked.id,
        webauthn: {
          type: 'create',
          credential_response: device.create(asked.webauthn.credential_options.publicKey, ORIGIN),
        },
      },
    })
    assert.deepEqual([verified.status, verified.body.code], [403, 'insufficient_aal'])
  })

  test("[D21] another user's factor is not found", async () => {
    const { factorId, secret } = await personWithTotp()
    const { token } = await person()
    const body = { challenge_id: randomUUID(), code: totpCode(secret) }
    const answers = [
      await call('POST', `/factors/${factorId}/challenge`, { token, body: {} }),
      await call('POST', `/factors/${factorId}/verify`, { token, body }),
      await call('DELETE', `/factors/${factorId}`, { token }),
      await call('POST', '/factors/nonsense/challenge', { token, body: {} }),
    ]
    for (const { status, body: refused } of answers)
      assert.deepEqual([status, refused.code], [404, 'mfa_factor_not_found'])
  })

  test("[D21] the code of one's own factor does not answer another factor's challenge", async () => {
    const { auth, factorId, secret, raised } = await personWithTotp()
    const { data: second } = await auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Second' })
    const { data: challenge } = await auth.mfa.challenge({ factorId: second!.id })
    const token = raised.access_token
    const { status, body } = await call('POST', `/factors/${factorId}/verify`, {
      token,
      body: { challenge_id: challenge!.id, code: totpCode(secret) },
    })
    assert.deepEqual([status, body.code], [422, 'mfa_challenge_expired'])
  })

  test('[D20] a recovery link gives aal1 if a factor is enrolled, so the factor is still required', async () => {
    const { email } = await personWithTotp()
    const auth = clientAt(ORIGIN)
    assert.equal((await auth.resetPasswordForEmail(email)).error, null)
    const { error } = await auth.verifyOtp({
      type: 'recovery',
      token_hash: latestEmailTo(app, email).tokenHash,
    })
    assert.equal(error, null)
    const level = await auth.mfa.getAuthenticatorAssuranceLevel()
    assert.deepEqual([level.data?.currentLevel, level.data?.nextLevel], ['aal1', 'aal2'])
    const enrolled = await auth.mfa.enroll({ factorType: 'totp', friendlyName: 'thief' })
    assert.equal(enrolled.error?.code, 'insufficient_aal')
    for (const change of [{ password: 'other-lantern-43-mop' }, { email: newEmail('thief') }])
      assert.equal((await auth.updateUser(change)).error?.code, 'insufficient_aal')
  })
})

describe('challenges', () => {
  const answerFrom = async (token: string, factorId: string, code: string, ip: string, asked: string) =>
    (
      await call('POST', `/factors/${factorId}/verify`, {
        token,
        body: { challenge_id: asked, code },
        headers: { 'x-forwarded-for': ip },
      })
    ).body.code

  test('a response must come from the challenged address and in time, and five wrong ones end the challenge', async () => {
    const { raised, factorId, secret } = await personWithTotp()
    const token = raised.access_token
    const ask = async () =>
      (
        await call('POST', `/factors/${factorId}/challenge`, {
          token,
          body: {},
          headers: { 'x-forwarded-for': '203.0.113.7' },
        })
      ).body.id as string
    const right = totpCode(secret)
    const moved = await ask()
    assert.equal(await answerFrom(token, factorId, right, '203.0.113.8', moved), 'mfa_ip_address_mismatch')

    const late = await ask()
    await app.owner.query(
      "update auth.mfa_challenges set expires_at = now() - interval '1 s' where id = $1",
      [late],
    )
    assert.equal(await answerFrom(token, factorId, right, '203.0.113.7', late), 'mfa_challenge_expired')

    const guessed = await ask()
    const codes: string[] = []
    for (let i = 0; i < 5; i++)
      codes.push(await answerFrom(token, factorId, '000000', '203.0.113.7', guessed))
    assert.deepEqual(new Set(codes), new Set(['mfa_verification_failed']))
    assert.equal(await answerFrom(token, factorId, right, '203.0.113.7', guessed), 'mfa_challenge_expired')
    assert.equal(await answerFrom(token, factorId, right, '203.0.113.7', await ask()), undefined)
  })

  test('malformed bodies are refused with a message', async () => {
    const { token, auth } = await person()
    const { data } = await auth.mfa.enroll({ factorType: 'totp' })
    const challenge_id = randomUUID()
    const cases: [path: string, body: unknown][] = [
      ['/factors', {}],
      ['/factors', { factor_type: 'nonsense' }],
      ['/factors', { factor_type: 'recovery_code' }],
      ['/factors', { factor_type: 'totp', friendly_name: 'x'.repeat(121) }],
      ['/factors', { factor_type: 'totp', friendly_name: 'a\nb' }],
      ['/factors', { factor_type: 'totp', issuer: 7 }],
      [`/factors/${data!.id}/verify`, {}],
      [`/factors/${data!.id}/verify`, { challenge_id: 'x', code: '1' }],
      [`/factors/${data!.id}/verify`, { challenge_id, code: '' }],
      [`/factors/${data!.id}/verify`, { challenge_id, code: { a: 1 } }],
    ]
    for (const [path, body] of cases) {
      const { status, body: refused } = await call('POST', path, { token, body })
      assert.deepEqual([status, refused.code], [400, 'validation_failed'], JSON.stringify(body))
    }
  })
})

test('the operator lists and removes factors and passkeys; the owner is notified; sessions return to aal1', async () => {
  const { auth, id, email, factorId } = await personWithTotp()
  const { admin } = app.client(app.serviceKey).auth
  const { data, error } = await admin.mfa.listFactors({ userId: id })
  assert.equal(error, null)
  assert.deepEqual(
    data.factors.map((factor) => [factor.id, factor.status]),
    [[factorId, 'verified']],
  )
  const device = softwareAuthenticator()
  const { data: started } = await auth.passkey.startRegistration()
  const { data: passkey } = await auth.passkey.verifyRegistration({
    challengeId: started!.challenge_id,
    credential: device.create(started!.options, ORIGIN),
  })
  const { data: passkeys } = await admin.passkey.listPasskeys({ userId: id })
  assert.deepEqual(
    passkeys?.map((one) => one.id),
    [passkey!.id],
  )
  const emailCount = () => app.mails.filter(({ to }) => to === email).length
  const before = emailCount()
  assert.equal((await admin.passkey.deletePasskey({ userId: id, passkeyId: passkey!.id })).error, null)
  assert.equal((await admin.mfa.deleteFactor({ userId: id, id: factorId })).error, null)
  assert.equal(emailCount(), before + 2)
  await auth.refreshSession()
  const level = await auth.mfa.getAuthenticatorAssuranceLevel()
  assert.deepEqual([level.data?.currentLevel, level.data?.nextLevel], ['aal1', 'aal1'])
  const again = await admin.mfa.deleteFactor({ userId: id, id: factorId })
  assert.equal(again.error?.code, 'mfa_factor_not_found')
  const operators = authCall(app, app.serviceKey)
  const unknownPasskey = await operators('DELETE', `/admin/users/${id}/passkeys/${passkey!.id}`)
  assert.deepEqual([unknownPasskey.status, unknownPasskey.body.code], [404, 'validation_failed'])
  for (const path of [`/admin/users/${randomUUID()}/factors`, `/admin/users/${randomUUID()}/passkeys`])
    assert.equal((await operators('GET', path)).body.code, 'user_not_found')
  assert.equal((await call('GET', `/admin/users/${id}/factors`)).body.code, 'not_admin')
})
