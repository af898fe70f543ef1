import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { makeTenant } from '#testing/factories.ts'
import { PASSWORD, authCall, latestEmailTo, newEmail, signUp } from '#testing/test-users.ts'
import { testApp } from '#testing/test-app.ts'
import { assertSameTime } from '#testing/timing.ts'

const app = await testApp({ env: { AUTH_LIMIT_FACTOR: '1000', PUBLIC_URL: 'https://app.example' } })
const tenant = await makeTenant(app.database, { name: 'Hearth & Rye' })
const call = authCall(app, app.anonKey)
const admin = app.client(app.serviceKey).auth.admin
const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString())
const countOf = (email: string) => app.mails.filter(({ to }) => to === email).length

/** Changes the pool's settings for the duration of `run`. */
async function withSettings(change: Record<string, unknown>, run: () => Promise<void>) {
  const post = authCall(app, app.serviceKey)
  const before = (await post('GET', '/admin/settings')).body
  assert.equal((await post('PATCH', '/admin/settings', { body: change })).status, 200)
  await run().finally(() =>
    post('PATCH', '/admin/settings', {
      body: Object.fromEntries(Object.keys(change).map((key) => [key, before[key]])),
    }),
  )
}

for (const [who, key] of [
  ['a creator', app.anonKey],
  ['an end user', tenant.public_key],
] as const)
  describe(`by the official client, ${who}`, () => {
    test('[S7-092] signInWithOtp opens an account whose address the typed code confirms', async () => {
      const { auth } = app.client(key)
      const email = newEmail()
      const requested = await auth.signInWithOtp({ email, options: { data: { name: 'Ada' } } })
      assert.deepEqual([requested.error, requested.data], [null, { user: null, session: null }])
      const { data, error } = await auth.verifyOtp({
        type: 'email',
        email,
        token: latestEmailTo(app, email).code,
      })
      assert.equal(error, null)
      assert.equal(data.user?.email, email)
      assert.ok(data.user.email_confirmed_at)
      assert.equal(data.user.user_metadata.name, 'Ada')
      const { amr, aal } = claimsOf(data.session!.access_token)
      assert.deepEqual([amr[0].method, aal], ['otp', 'aal1'])
      assert.equal('password_needed' in data.session!, false)
    })

    test('signInWithOtp signs a known user in by link, and keeps the password', async () => {
      const { auth } = app.client(key)
      const { user } = await signUp(app, key)
      await auth.signInWithOtp({ email: user.email!, options: { shouldCreateUser: false } })
      const mail = latestEmailTo(app, user.email!)
      assert.equal(new URL(mail.link).searchParams.get('type'), 'magiclink')
      const { data, error } = await auth.verifyOtp({ type: 'magiclink', token_hash: mail.tokenHash })
      assert.deepEqual([error, data.user?.id], [null, user.id])
      const again = await auth.signInWithPassword({ email: user.email!, password: PASSWORD })
      assert.equal(again.error, null)
    })

    test('[S7-094] [S4-071] resetPasswordForEmail, and the session of its link is known as a recovery', async () => {
      const { auth } = app.client(key)
      const { user } = await signUp(app, key)
      const { data: nothing, error: refused } = await auth.resetPasswordForEmail(user.email!)
      assert.deepEqual([nothing, refused], [{}, null])
      const events: string[] = []
      auth.onAuthStateChange((event) => void events.push(event))
      const mail = latestEmailTo(app, user.email!)
      const { data, error } = await auth.verifyOtp({ type: 'recovery', token_hash: mail.tokenHash })
      assert.deepEqual([error, data.user?.id], [null, user.id])
      assert.ok(events.includes('PASSWORD_RECOVERY'))
      assert.equal(claimsOf(data.session!.access_token).amr[0].method, 'recovery')
      assert.ok(data.user?.recovery_sent_at)
    })

    test('[S7-095] resend sends the confirmation again; the first email’s link becomes invalid', async () => {
      const { auth } = app.client(key)
      const email = newEmail()
      await auth.signUp({ email, password: PASSWORD })
      const first = latestEmailTo(app, email)
      assert.equal((await auth.resend({ type: 'signup', email })).error, null)
      const expired = await auth.verifyOtp({ type: 'signup', token_hash: first.tokenHash })
      assert.deepEqual([expired.error?.status, expired.error?.code], [403, 'otp_expired'])
      const live = await auth.verifyOtp({ type: 'signup', token_hash: latestEmailTo(app, email).tokenHash })
      assert.equal(live.error, null)
    })

    test('[D05] an unknown address with shouldCreateUser false gets the usual response, no email and no account', async () => {
      const email = newEmail()
      const { data, error } = await app.client(key).auth.signInWithOtp({
        email,
        options: { shouldCreateUser: false },
      })
      assert.deepEqual([error, data], [null, { user: null, session: null }])
      assert.equal(countOf(email), 0)
      const { rows } = await app.owner.query('select 1 from auth.users where email = $1', [email])
      assert.equal(rows.length, 0)
    })
  })

describe('over HTTP', () => {
  test('POST /magiclink behaves like POST /otp', async () => {
    const email = newEmail()
    const { status, body } = await call('POST', '/magiclink', { body: { email } })
    assert.deepEqual([status, body], [200, {}])
    const { code } = latestEmailTo(app, email)
    for (const type of ['magiclink', 'signup']) {
      const used = await call('POST', '/verify', { body: { type, email, token: code } })
      assert.equal(used.status, type === 'magiclink' ? 200 : 403)
    }
  })

  const refused: [path: string, body: object, status: number, code: string][] = [
    ['/otp', {}, 400, 'validation_failed'],
    ['/otp', { email: 'x' }, 400, 'email_address_invalid'],
    ['/otp', { email: newEmail(), phone: '491701234567' }, 400, 'validation_failed'],
    ['/otp', { email: newEmail(), channel: 'sms' }, 400, 'validation_failed'],
    ['/otp', { email: newEmail(), create_user: 'no' }, 400, 'validation_failed'],
    ['/otp', { email: newEmail(), code_challenge: 'x'.repeat(43) }, 400, 'validation_failed'],
    ['/magiclink', { email: '' }, 400, 'email_address_invalid'],
    ['/recover', {}, 400, 'validation_failed'],
    ['/recover', { email: 'a@b' }, 400, 'email_address_invalid'],
    ['/recover', { email: newEmail(), code_challenge_method: 's256' }, 400, 'validation_failed'],
    ['/resend', { type: 'recovery', email: newEmail() }, 400, 'validation_failed'],
    ['/resend', { type: 'signup' }, 400, 'validation_failed'],
    ['/resend', { type: 'sms', email: newEmail() }, 400, 'validation_failed'],
    ['/resend', { type: 'signup', email: newEmail(), phone: '491701234567' }, 400, 'validation_failed'],
    ['/verify', { type: 'recovery' }, 400, 'validation_failed'],
    ['/verify', { type: 'other', token_hash: 'x' }, 400, 'validation_failed'],
    ['/verify', { type: 'email_change_new', token_hash: 'x' }, 400, 'validation_failed'],
    ['/verify', { type: 'signup', token_hash: 'x', email: newEmail() }, 400, 'validation_failed'],
    ['/verify', { type: '__proto__', token_hash: 'x' }, 400, 'validation_failed'],
    ['/verify', { type: 'recovery', email: newEmail(), token: '123456' }, 403, 'otp_expired'],
    ['/verify', { type: 'invite', token_hash: 'pkce_x' }, 403, 'otp_expired'],
  ]
  for (const [path, body, status, code] of refused)
    test(`POST ${path} ${Object.keys(body).join(' ')} is answered ${status} ${code}`, async () => {
      const sent = app.mails.length
      const answer = await call('POST', path, { body })
      assert.deepEqual([answer.status, answer.body.code], [status, code], JSON.stringify(answer.body))
      assert.equal(app.mails.length, sent)
    })

  test("an email's token works only for its own type and in its own pool", async () => {
    const { user } = await signUp(app, app.anonKey)
    const email = user.email!
    await call('POST', '/recover', { body: { email } })
    const { tokenHash, code } = latestEmailTo(app, email)
    for (const type of ['signup', 'email', 'magiclink', 'invite', 'email_change'])
      for (const body of [
        { type, token_hash: tokenHash },
        { type, email, token: code },
      ])
        assert.equal((await call('POST', '/verify', { body })).body.code, 'otp_expired', type)
    const elsewhere = await authCall(app, tenant.public_key)('POST', '/verify', {
      body: { type: 'recovery', token_hash: tokenHash },
    })
    assert.equal(elsewhere.body.code, 'otp_expired')
    const here = await call('POST', '/verify', { body: { type: 'recovery', email, token: ` ${code} ` } })
    assert.equal(here.status, 200)
  })

  test('exactly one of 20 concurrent uses of a link and 8 of its code succeeds', async () => {
    const { user } = await signUp(app, app.anonKey)
    for (const path of ['/otp', '/recover']) {
      await call('POST', path, { body: { email: user.email } })
      const { tokenHash, code } = latestEmailTo(app, user.email!)
      const type = path === '/otp' ? 'magiclink' : 'recovery'
      const bodies = [
        ...Array.from({ length: 20 }, () => ({ type, token_hash: tokenHash })),
        ...Array.from({ length: 8 }, () => ({ type, email: user.email, token: code })),
      ]
      const uses = await Promise.all(bodies.map((body) => call('POST', '/verify', { body })))
      assert.equal(uses.filter(({ status }) => status === 200).length, 1, path)
      assert.ok(uses.every(({ status, body }) => status === 200 || body.code === 'otp_expired'))
    }
  })

  test('[D20] links and codes for sign-in and recovery last an hour, for sign-up a day, used or not', async () => {
    const { user } = await signUp(app, app.anonKey)
    const lifetimes: [path: string, body: Record<string, unknown>, type: string, minutes: number][] = [
      ['/otp', { email: user.email }, 'magiclink', 60],
      ['/recover', { email: user.email }, 'recovery', 60],
      ['/signup', { email: newEmail(), password: PASSWORD }, 'signup', 1440],
    ]
    for (const [path, body, type, minutes] of lifetimes)
      for (const age of [minutes + 1, minutes - 1]) {
        await call('POST', path, { body })
        const email = body.email as string
        const { tokenHash, code } = latestEmailTo(app, email)
        await app.owner.query(
          'update auth.one_time_tokens set expires_at = expires_at - make_interval(mins => $1) where sent_to = $2',
          [age, email],
        )
        const typed = await call('POST', '/verify', { body: { type, email, token: code } })
        assert.equal(typed.status, age > minutes ? 403 : 200, `${type} ${age}`)
        const followed = await call('POST', '/verify', { body: { type, token_hash: tokenHash } })
        assert.equal(followed.body.code, 'otp_expired', `${type} ${age}`)
      }
  })

  test('a banned user gets no session by email', async () => {
    const { user } = await signUp(app, app.anonKey)
    await admin.updateUserById(user.id, { ban_duration: '24h' })
    await call('POST', '/recover', { body: { email: user.email } })
    const { tokenHash } = latestEmailTo(app, user.email!)
    const used = await call('POST', '/verify', { body: { type: 'recovery', token_hash: tokenHash } })
    assert.deepEqual([used.status, used.body.code], [400, 'user_banned'])
  })
})

describe('settings of the pool', () => {
  test('email_otp off: 422 otp_disabled, whether or not the address is known', () =>
    withSettings({ email_otp: false }, async () => {
      for (const path of ['/otp', '/magiclink'])
        for (const email of [newEmail(), (await signUp(app, app.anonKey)).user.email])
          assert.equal((await call('POST', path, { body: { email } })).body.code, 'otp_disabled')
    }))

  test('email off: no sign-up and no recovery by password, but links still work', () =>
    withSettings({ email: false }, async () => {
      const body = { email: newEmail(), password: PASSWORD }
      for (const path of ['/signup', '/recover']) {
        const { status, body: error } = await call('POST', path, { body })
        assert.deepEqual([status, error.code], [400, 'email_provider_disabled'])
      }
      assert.equal((await call('POST', '/otp', { body: { email: body.email } })).status, 200)
    }))

  test('disable_signup: sign-up refuses everyone alike; by email, known users get a link and others nothing', async () => {
    const known = (await signUp(app, app.anonKey)).user.email!
    await withSettings({ disable_signup: true }, async () => {
      for (const email of [known, newEmail()]) {
        const { status, body } = await call('POST', '/signup', { body: { email, password: PASSWORD } })
        assert.deepEqual([status, body.code], [422, 'signup_disabled'])
      }
      const stranger = newEmail()
      const before = countOf(known)
      for (const email of [known, stranger])
        assert.deepEqual((await call('POST', '/otp', { body: { email } })).body, {})
      assert.deepEqual([countOf(known) - before, countOf(stranger)], [1, 0])
    })
  })

  test('[D01] password_min_length raises the minimum for this pool', () =>
    withSettings({ password_min_length: 15 }, async () => {
      const post = (password: string) => call('POST', '/signup', { body: { email: newEmail(), password } })
      assert.deepEqual((await post('Zu!9mQp2-vXk4r')).body.weak_password, { reasons: ['length'] })
      assert.equal((await post('Zu!9mQp2-vXk4r7')).status, 200)
    }))
})

describe('responses do not reveal who has an account', () => {
  for (const [path, more] of [
    ['/otp', {}],
    ['/otp', { create_user: false }],
    ['/magiclink', {}],
    ['/magiclink', { create_user: false }],
    ['/recover', {}],
    ['/resend', {}],
  ] as const)
    test(`[S8-018] [D05] POST ${path} ${JSON.stringify(more)}: same response and timing for known, unconfirmed and unknown addresses`, async () => {
      const known = (await signUp(app, app.anonKey)).user.email!
      const unconfirmed = newEmail()
      await call('POST', '/signup', { body: { email: unconfirmed, password: PASSWORD } })
      await assertSameTime(['known', 'unconfirmed', 'unknown'], { rounds: 9, apart: 5 }, async (kind) => {
        const email = kind === 'known' ? known : kind === 'unconfirmed' ? unconfirmed : newEmail()
        const { status, body } = await call('POST', path, { body: { type: 'signup', email, ...more } })
        assert.deepEqual([status, body], [200, {}])
      })
    })

  test('[D05] the response does not wait for the SMTP server and does not report its failure', async () => {
    const known = (await signUp(app, app.anonKey)).user.email!
    const { mail } = app.kernel
    let refuse = () => {}
    const stuck = new Promise<void>((_, reject) => (refuse = () => reject(new Error('mailbox away'))))
    app.kernel.mail = { ...mail, send: () => stuck }
    const answers = await Promise.all(
      ['/otp', '/recover'].flatMap((path) =>
        [known, newEmail()].map((email) => call('POST', path, { body: { email } })),
      ),
    ).finally(() => (app.kernel.mail = mail))
    refuse()
    await stuck.catch(() => undefined)
    for (const { status, body } of answers) assert.deepEqual([status, body], [200, {}])
  })
})
