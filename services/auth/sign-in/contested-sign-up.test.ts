import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { totpCode } from '#testing/authenticator-app.ts'
import { makeTenant } from '#testing/factories.ts'
import { PASSWORD, authCall, latestEmailTo, newEmail, signUp } from '#testing/test-users.ts'
import { testApp } from '#testing/test-app.ts'

const app = await testApp({ env: { AUTH_LIMIT_FACTOR: '1000' } })
const tenant = await makeTenant(app.database)
const key = tenant.public_key
const call = authCall(app, key)
const THEIRS = 'attackers-Own-choice-7'
const MINE = 'another-Strong-one-5'
const ask = (email: string, password: string) => call('POST', '/signup', { body: { email, password } })
const confirm = (email: string, type = 'signup') =>
  call('POST', '/verify', { body: { type, token_hash: latestEmailTo(app, email).tokenHash } })
const signIn = async (email: string, password: string) => {
  const { status, body } = await call('POST', '/token?grant_type=password', { body: { email, password } })
  return status === 200 ? 'in' : body.code
}

describe('an address that another person signed up with first', () => {
  test('[D05] [D07] with two passwords neither counts after the confirmation, which requires a new one', async () => {
    const email = newEmail()
    await ask(email, THEIRS)
    await ask(email, MINE)
    assert.deepEqual(
      [await signIn(email, THEIRS), await signIn(email, MINE)],
      ['email_not_confirmed', 'invalid_credentials'],
    )
    const { status, body } = await confirm(email)
    assert.equal(status, 200)
    assert.equal(body.password_needed, true)
    assert.deepEqual(
      [await signIn(email, THEIRS), await signIn(email, MINE)],
      ['invalid_credentials', 'invalid_credentials'],
    )
    const put = await call('PUT', '/user', { token: body.access_token, body: { password: MINE } })
    assert.equal(put.status, 200)
    assert.equal(await signIn(email, MINE), 'in')
    // Reported once; it is not requested again.
    await call('POST', '/otp', { body: { email } })
    assert.equal('password_needed' in (await confirm(email, 'magiclink')).body, false)
    assert.equal(await signIn(email, MINE), 'in')
  })

  test("the first person's metadata is removed with their password, and the owner's stays", async () => {
    const theirs = { data: { full_name: 'Not me', locale: 'de' } }
    const metadataAfter = async (asked: [path: string, body: object][], type: string) => {
      const email = newEmail()
      for (const [path, body] of asked) await call('POST', path, { body: { email, ...body } })
      const { status, body } = await confirm(email, type)
      assert.equal(status, 200)
      return body.user.user_metadata
    }
    const [their, mine] = [{ password: THEIRS, ...theirs }, { data: { full_name: 'Me' } }]
    const signUpThen = (path: string): [string, object][] => [
      ['/signup', their],
      [path, {}],
    ]
    assert.deepEqual(await metadataAfter(signUpThen('/otp'), 'magiclink'), {})
    assert.deepEqual(await metadataAfter(signUpThen('/recover'), 'recovery'), {})
    assert.deepEqual(
      await metadataAfter(
        [
          ['/signup', their],
          ['/signup', { password: MINE, ...mine }],
        ],
        'signup',
      ),
      {},
    )
    assert.deepEqual(
      await metadataAfter(
        [
          ['/otp', theirs],
          ['/otp', mine],
        ],
        'magiclink',
      ),
      mine.data,
    )
    assert.deepEqual(
      await metadataAfter(
        [
          ['/otp', theirs],
          ['/signup', { password: MINE }],
        ],
        'signup',
      ),
      {},
    )
    assert.deepEqual(await metadataAfter([['/signup', { password: MINE, ...mine }]], 'signup'), mine.data)
  })

  test('the same password twice counts as one person', async () => {
    const email = newEmail()
    await ask(email, MINE)
    await ask(email, MINE)
    assert.equal('password_needed' in (await confirm(email)).body, false)
    assert.equal(await signIn(email, MINE), 'in')
  })

  test('two concurrent passwords count as two users as well', async () => {
    const email = newEmail()
    await Promise.all([ask(email, THEIRS), ask(email, MINE)])
    assert.equal((await confirm(email)).body.password_needed, true)
    assert.equal(await signIn(email, THEIRS), 'invalid_credentials')
  })

  for (const [path, type] of [
    ['/otp', 'magiclink'],
    ['/recover', 'recovery'],
  ] as const)
    test(`their password does not count either if the owner confirms by ${path}`, async () => {
      const email = newEmail()
      await ask(email, THEIRS)
      await call('POST', path, { body: { email } })
      assert.equal((await confirm(email, type)).body.password_needed, true)
      assert.equal(await signIn(email, THEIRS), 'invalid_credentials')
    })

  test('after a link by email, an account that a sign-up then uses has no password and requires one', async () => {
    const email = newEmail()
    await call('POST', '/otp', { body: { email } })
    await ask(email, THEIRS)
    assert.equal((await confirm(email)).body.password_needed, true)
    assert.equal(await signIn(email, THEIRS), 'invalid_credentials')
  })

  test('sign-ups with other passwords do not change a confirmed account', async () => {
    const { user } = await signUp(app, key)
    await ask(user.email!, THEIRS)
    const mail = latestEmailTo(app, user.email!)
    assert.match(mail.subject, /already have an account/)
    assert.equal(new URL(mail.link).searchParams.get('tenant'), key)
    await call('POST', '/otp', { body: { email: user.email } })
    assert.equal('password_needed' in (await confirm(user.email!, 'magiclink')).body, false)
    assert.deepEqual(
      [await signIn(user.email!, THEIRS), await signIn(user.email!, PASSWORD)],
      ['invalid_credentials', 'in'],
    )
  })
})

describe('recovery', () => {
  const recover = async (email: string) => {
    await call('POST', '/recover', { body: { email } })
    return { type: 'recovery', token_hash: latestEmailTo(app, email).tokenHash }
  }

  test('[D20] works once, and not after the password changed in another way', async () => {
    const { user, access_token: token } = await signUp(app, key)
    const used = await recover(user.email!)
    const session = (await call('POST', '/verify', { body: used })).body
    assert.equal((await call('POST', '/verify', { body: used })).body.code, 'otp_expired')
    const pending = await recover(user.email!)
    const changed = await call('PUT', '/user', { token: session.access_token, body: { password: MINE } })
    assert.equal(changed.status, 200)
    assert.equal((await call('POST', '/verify', { body: pending })).body.code, 'otp_expired')
    assert.equal((await call('GET', '/user', { token })).body.code, 'session_not_found')
    assert.equal(await signIn(user.email!, MINE), 'in')
  })

  test('[D20] with a second factor the recovered session is aal1 and cannot set a password', async () => {
    const { user } = await signUp(app, key)
    const { auth } = app.client(key)
    await auth.signInWithPassword({ email: user.email!, password: PASSWORD })
    const { data } = await auth.mfa.enroll({ factorType: 'totp' })
    const factorId = data!.id
    assert.equal(
      (await auth.mfa.challengeAndVerify({ factorId, code: totpCode(data!.totp.secret, -1) })).error,
      null,
    )
    const { body } = await call('POST', '/verify', { body: await recover(user.email!) })
    const { aal } = JSON.parse(Buffer.from(body.access_token.split('.')[1], 'base64url').toString())
    assert.equal(aal, 'aal1')
    const put = await call('PUT', '/user', { token: body.access_token, body: { password: MINE } })
    assert.deepEqual([put.status, put.body.code], [401, 'insufficient_aal'])
    assert.equal(await signIn(user.email!, PASSWORD), 'in')
  })
})

test('[D23] mail scanners open and HEAD the link of each email ten times, and the button still works', async () => {
  for (const [path, type] of [
    ['/otp', 'magiclink'],
    ['/recover', 'recovery'],
  ] as const) {
    const { user } = await signUp(app, key)
    await call('POST', path, { body: { email: user.email } })
    const { link, tokenHash } = latestEmailTo(app, user.email!)
    for (let i = 0; i < 10; i++) for (const method of ['GET', 'HEAD']) await app.request(link, { method })
    for (let i = 0; i < 3; i++) {
      const query = new URLSearchParams({ apikey: key, token: tokenHash, type })
      assert.equal((await app.request(`/auth/v1/verify?${query}`, { method: 'HEAD' })).status, 405)
    }
    assert.equal((await confirm(user.email!, type)).status, 200)
  }
})

describe('commonly used passwords', () => {
  const known = [
    'correct horse battery staple',
    'CorrectHorseBatteryStaple1!',
    'c0rrect-h0rse-battery-staple',
    'Tr0ub4dor&3',
    'to be or not to be',
    'MayTheForceBeWithYou',
    'iloveyousomuch',
    'The quick brown fox jumps over the lazy dog.',
    'ich liebe dich für immer',
    'password123',
    'P@ssw0rd123',
  ]
  const reasons = (body: { weak_password?: { reasons: string[] } }) => body.weak_password?.reasons
  test('[D01] are refused at sign-up, at a change and after recovery alike', async () => {
    const { user } = await signUp(app, key)
    const { access_token: own } = (
      await call('POST', '/token?grant_type=password', { body: { email: user.email, password: PASSWORD } })
    ).body
    await call('POST', '/recover', { body: { email: user.email } })
    const { access_token: recovered } = (await confirm(user.email!, 'recovery')).body
    for (const password of known) {
      const doors = [
        await ask(newEmail(), password),
        await call('PUT', '/user', { token: own, body: { password, current_password: PASSWORD } }),
        await call('PUT', '/user', { token: recovered, body: { password } }),
      ]
      for (const { status, body } of doors) {
        assert.deepEqual([status, body.code], [422, 'weak_password'], password)
        assert.deepEqual(reasons(body), ['pwned'], password)
      }
    }
    for (const strong of ['to be or not to be, zebra lantern', 'correct pony lantern zebra'])
      assert.equal((await ask(newEmail(), strong)).status, 200, strong)
  })
})
