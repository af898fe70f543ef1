import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '#testing/eventually.ts'
import { makeTenant } from '#testing/factories.ts'
import { PASSWORD, authCall, latestCodeTo, newEmail, newPhone, signUp } from '#testing/test-users.ts'
import { testApp } from '#testing/test-app.ts'
import { assertSameTime } from '#testing/timing.ts'

const app = await testApp({ env: { AUTH_LIMIT_FACTOR: '1000' } })
const call = authCall(app, app.anonKey)
const operator = authCall(app, app.serviceKey)
const tenant = await makeTenant(app.database, { name: 'Hearth & Rye' })
for (const headers of [undefined, { 'x-bb-pool': tenant.id }])
  await operator('PATCH', '/admin/settings', { ...(headers ? { headers } : {}), body: { phone: true } })

const wrongFor = (code: string) => (code === '123456' ? '654321' : '123456')

test('sign-up by number and password: code, session, then sign-in by number', async () => {
  const phone = newPhone()
  const { auth } = app.client()
  const { data, error } = await auth.signUp({
    phone: `+${phone}`,
    password: PASSWORD,
    options: { data: { a: 1 } },
  })
  assert.equal(error, null)
  assert.equal(data.session, null)
  assert.deepEqual(
    [data.user?.phone, data.user?.email, data.user?.phone_confirmed_at],
    [phone, '', undefined],
  )
  const early = await auth.signInWithPassword({ phone, password: PASSWORD })
  assert.deepEqual([early.error?.status, early.error?.code], [400, 'phone_not_confirmed'])
  const code = latestCodeTo(app, phone)
  const wrong = await auth.verifyOtp({ phone, token: wrongFor(code), type: 'sms' })
  assert.deepEqual([wrong.error?.status, wrong.error?.code], [403, 'otp_expired'])
  const verified = await auth.verifyOtp({ phone: `+${phone}`, token: code, type: 'sms' })
  assert.equal(verified.error, null)
  const { user } = verified.data
  assert.ok(user?.phone_confirmed_at)
  assert.deepEqual(user.app_metadata, { provider: 'phone', providers: ['phone'] })
  assert.deepEqual(user.user_metadata, { a: 1 })
  assert.equal(user.identities?.[0]?.provider, 'phone')
  assert.equal(user.identities?.[0]?.identity_data?.['phone_verified'], true)
  assert.equal((await auth.getClaims()).data?.claims.phone, phone)
  const again = await auth.verifyOtp({ phone, token: code, type: 'sms' })
  assert.equal(again.error?.code, 'otp_expired', 'used once')
  assert.equal((await auth.signInWithPassword({ phone: `00${phone}`, password: PASSWORD })).error, null)
  const bad = await auth.signInWithPassword({ phone, password: 'not-my-Password-17' })
  assert.equal(bad.error?.code, 'invalid_credentials')
})

test('a code by text message signs end users in and creates an account, and the message names the tenant', async () => {
  const phone = newPhone()
  const { auth } = app.client(tenant.public_key)
  const requested = await auth.signInWithOtp({ phone, options: { data: { locale: 'de' } } })
  assert.equal(requested.error, null)
  assert.match(requested.data.messageId ?? '', /^[0-9a-f-]{36}$/)
  assert.match(app.texts.at(-1)!.text, /^\d{6} ist Ihr Code für Hearth & Rye\./)
  const { data } = await auth.verifyOtp({ phone, token: latestCodeTo(app, phone), type: 'sms' })
  assert.equal(data.user?.aud, tenant.public_key)
  const claims = (await auth.getClaims()).data?.claims
  assert.equal(claims?.amr?.[0] && typeof claims.amr[0] === 'object' && claims.amr[0].method, 'otp')
  await auth.signInWithOtp({ phone })
  const second = await auth.verifyOtp({ phone, token: latestCodeTo(app, phone), type: 'sms' })
  assert.equal(second.data.user?.id, data.user?.id)
  const elsewhere = await app.client().auth.signInWithOtp({ phone, options: { shouldCreateUser: false } })
  assert.equal(elsewhere.error, null, 'another pool gets the usual response')
  const texts = app.texts.length
  const unknown = await app.client().auth.signInWithOtp({
    phone: newPhone(),
    options: { shouldCreateUser: false },
  })
  assert.deepEqual([unknown.error, app.texts.length], [null, texts], 'and no message')
  const channel = await auth.signInWithOtp({ phone, options: { channel: 'whatsapp' } })
  assert.equal(channel.error?.code, 'validation_failed')
})

test('[D05] sign-up, code and resend respond alike, and as fast, for known and unknown numbers', async () => {
  const known = newPhone()
  await app.client().auth.signUp({ phone: known, password: PASSWORD })
  await app.client().auth.verifyOtp({ phone: known, token: latestCodeTo(app, known), type: 'sms' })
  const shapeOf = (body: Record<string, unknown>) => Object.keys(body).toSorted().join()
  for (const [path, more] of [
    ['/signup', { password: 'another-Zebra-77-mop' }],
    ['/otp', {}],
    ['/otp', { create_user: false }],
    ['/resend', { type: 'sms' }],
  ] as const) {
    const shapes = new Set<string>()
    await assertSameTime(['known', 'unknown'], { rounds: 15, apart: 5 }, async (kind) => {
      const phone = kind === 'known' ? known : newPhone()
      const { status, body } = await call('POST', path, { body: { phone, ...more } })
      assert.equal(status, 200)
      shapes.add(shapeOf(body))
    })
    assert.equal(shapes.size, 1, path)
  }
  const { data } = await app.client().auth.signInWithPassword({ phone: known, password: PASSWORD })
  assert.ok(data.session, 'the known password stays')
})

test("a password that another person set for an unconfirmed number does not open the owner's account", async () => {
  const phone = newPhone()
  await app.client().auth.signUp({ phone, password: 'thief-Lantern-77-mop' })
  const owner = app.client()
  await owner.auth.signInWithOtp({ phone })
  const { body } = await call('POST', '/verify', {
    body: { type: 'sms', phone, token: latestCodeTo(app, phone) },
  })
  assert.equal(body.password_needed, true)
  const thief = await app.client().auth.signInWithPassword({ phone, password: 'thief-Lantern-77-mop' })
  assert.equal(thief.error?.code, 'invalid_credentials')
})

test('ten wrong codes end a code, even in parallel, and an expired code is refused', async () => {
  const phone = newPhone()
  await call('POST', '/otp', { body: { phone } })
  const code = latestCodeTo(app, phone)
  const verify = (token: string) => call('POST', '/verify', { body: { type: 'sms', phone, token } })
  await Promise.all(Array.from({ length: 12 }, () => verify(wrongFor(code))))
  assert.equal((await verify(code)).body.code, 'otp_expired')
  await call('POST', '/otp', { body: { phone } })
  await app.owner.query("update auth.one_time_tokens set expires_at = now() where type = 'sms'")
  assert.equal((await verify(latestCodeTo(app, phone))).body.code, 'otp_expired')
})

test('a new number is pending until its code is verified; then the old one no longer signs in', async () => {
  const email = newEmail()
  await signUp(app, app.anonKey, email)
  const client = app.client()
  await client.auth.signInWithPassword({ email, password: PASSWORD })
  const [first, second] = [newPhone(), newPhone()]
  const { data } = await client.auth.updateUser({ phone: `+${first}` })
  assert.deepEqual([data.user?.phone, data.user?.new_phone], ['', first])
  await client.auth.resend({ type: 'phone_change', phone: first })
  assert.equal(app.texts.filter(({ to }) => to === `+${first}`).length, 2)
  const done = await client.auth.verifyOtp({
    phone: first,
    token: latestCodeTo(app, first),
    type: 'phone_change',
  })
  assert.deepEqual([done.data.user?.phone, done.data.user?.new_phone], [first, undefined])
  assert.deepEqual(done.data.user?.app_metadata['providers'], ['email', 'phone'])
  assert.equal((await app.client().auth.signInWithPassword({ phone: first, password: PASSWORD })).error, null)

  await client.auth.updateUser({ phone: second })
  await client.auth.resend({ type: 'phone_change', phone: first })
  assert.equal(app.texts.filter(({ to }) => to === `+${second}`).length, 2, 'sent to the new number')
  await client.auth.verifyOtp({ phone: second, token: latestCodeTo(app, second), type: 'phone_change' })
  const old = await app.client().auth.signInWithPassword({ phone: first, password: PASSWORD })
  assert.equal(old.error?.code, 'invalid_credentials')
})

test('[D19] a change of number from an open session does not allow a new password', async () => {
  const email = newEmail()
  await signUp(app, app.anonKey, email)
  const thief = app.client()
  await thief.auth.signInWithPassword({ email, password: PASSWORD })
  const phone = newPhone()
  await thief.auth.updateUser({ phone })
  await thief.auth.verifyOtp({ phone, token: latestCodeTo(app, phone), type: 'phone_change' })
  const { error } = await thief.auth.updateUser({ password: 'thief-Lantern-77-mop' })
  assert.equal(error?.code, 'current_password_required')
})

test('[D19] a sign-in by a number that an open session added allows none either; only an account without a mailbox recovers by phone', async () => {
  const session = await signUp(app, app.anonKey)
  const phone = newPhone()
  await call('PUT', '/user', { token: session.access_token, body: { phone } })
  await call('POST', '/verify', { body: { type: 'phone_change', phone, token: latestCodeTo(app, phone) } })
  const byText = async (number: string) => {
    await call('POST', '/otp', { body: { phone: number } })
    const body = { type: 'sms', phone: number, token: latestCodeTo(app, number) }
    return (await call('POST', '/verify', { body })).body.access_token
  }
  const token = await byText(phone)
  const refused = await call('PUT', '/user', { token, body: { password: 'quartz-umbrella-77-fog' } })
  assert.deepEqual([refused.status, refused.body.code], [400, 'current_password_required'])
  const phoneOnly = newPhone()
  await call('POST', '/signup', { body: { phone: phoneOnly, password: PASSWORD } })
  const own = await byText(phoneOnly)
  const recovered = await call('PUT', '/user', { token: own, body: { password: 'quartz-umbrella-77-fog' } })
  assert.equal(recovered.status, 200)
})

test('[D19] without proof of ownership, an open session cannot add a mailbox to an account that has none or change its number', async () => {
  const member = async () => {
    const phone = newPhone()
    await call('POST', '/signup', { body: { phone, password: PASSWORD } })
    const body = { type: 'sms', phone, token: latestCodeTo(app, phone) }
    const { access_token: token, user } = (await call('POST', '/verify', { body })).body
    // Simulates a session that was left open an hour ago.
    await app.owner.query(
      `update auth.sessions set amr = jsonb_build_array(amr -> 0 || jsonb_build_object('timestamp', $2::bigint))
       where user_id = $1`,
      [user.id, Math.floor(Date.now() / 1000) - 3600],
    )
    return { phone, put: (change: object) => call('PUT', '/user', { token, body: change }), token }
  }
  const { put, phone, token } = await member()
  const mailbox = newEmail()
  for (const change of [{ email: mailbox }, { phone: newPhone() }]) {
    const { status, body } = await put(change)
    assert.deepEqual([status, body.code], [400, 'reauthentication_needed'])
  }
  const wrong = await put({ email: mailbox, current_password: 'wrong-Lantern-77-mop' })
  assert.equal(wrong.body.code, 'current_password_invalid')
  assert.equal((await put({ email: mailbox, nonce: '000000' })).body.code, 'reauthentication_not_valid')
  assert.equal(app.mails.filter(({ to }) => to === mailbox).length, 0)

  await app.owner.query("delete from app.rate_limits where key like 'auth.sms-minute%'")
  assert.equal((await call('GET', '/reauthenticate', { token })).status, 200)
  const byCode = await put({ email: mailbox, nonce: latestCodeTo(app, phone) })
  assert.deepEqual([byCode.status, byCode.body.new_email], [200, mailbox])
  const byPassword = await (await member()).put({ email: newEmail(), current_password: PASSWORD })
  assert.equal(byPassword.status, 200)

  // An account with a mailbox is confirmed there, as before.
  const withMailbox = await signUp(app, app.anonKey)
  const change = { token: withMailbox.access_token, body: { phone: newPhone() } }
  assert.equal((await call('PUT', '/user', change)).status, 200)
})

test('only the holder of the phone learns that a number is taken', async () => {
  const phone = newPhone()
  await call('POST', '/otp', { body: { phone } })
  await call('POST', '/verify', { body: { type: 'sms', phone, token: latestCodeTo(app, phone) } })
  const { access_token: token } = await signUp(app, app.anonKey)
  const requested = await call('PUT', '/user', { token, body: { phone } })
  assert.deepEqual([requested.status, requested.body.new_phone], [200, phone])
  const proven = await call('POST', '/verify', {
    body: { type: 'phone_change', phone, token: latestCodeTo(app, phone) },
  })
  assert.deepEqual([proven.status, proven.body.code], [422, 'phone_exists'])
})

test('bad input gets a clear 400', async () => {
  const phone = newPhone()
  for (const [path, body] of [
    ['/signup', { phone: '0151 123', password: PASSWORD }],
    ['/signup', { phone, email: newEmail(), password: PASSWORD }],
    ['/token?grant_type=password', { phone, email: newEmail(), password: PASSWORD }],
    ['/otp', { phone: 'x' }],
    ['/otp', { phone, channel: 'pigeon' }],
    ['/verify', { phone, type: 'sms' }],
    ['/verify', { phone, type: 'signup', token: '123456' }],
    ['/resend', { type: 'sms' }],
  ] as const) {
    const { status, body: answer } = await call('POST', path, { body })
    assert.deepEqual([status, answer.code], [400, 'validation_failed'], `${path} ${JSON.stringify(body)}`)
  }
  const weak = await call('POST', '/signup', { body: { phone, password: phone } })
  assert.deepEqual([weak.status, weak.body.code], [422, 'weak_password'])
})

test('without the setting or a provider, numbers are refused everywhere, and GET /settings says so', async () => {
  const off = await testApp({ sms: false })
  const other = authCall(off, off.anonKey)
  await authCall(off, off.serviceKey)('PATCH', '/admin/settings', { body: { phone: true } })
  const session = await signUp(off, off.anonKey)
  const phone = newPhone()
  for (const [method, path, body] of [
    ['POST', '/signup', { phone, password: PASSWORD }],
    ['POST', '/token?grant_type=password', { phone, password: PASSWORD }],
    ['POST', '/otp', { phone }],
    ['POST', '/resend', { type: 'sms', phone }],
    ['POST', '/verify', { type: 'sms', phone, token: '123456' }],
    ['PUT', '/user', { phone }],
  ] as const) {
    const token = method === 'PUT' ? { token: session.access_token } : {}
    const { status, body: answer } = await other(method, path, { body, ...token })
    assert.deepEqual([status, answer.code], [400, 'phone_provider_disabled'], path)
  }
  assert.equal((await other('GET', '/settings')).body.external.phone, false)
  const on = await call('GET', '/settings')
  assert.deepEqual([on.body.external.phone, on.body.sms_provider], [true, 'sandbox'])
  const unset = await makeTenant(app.database)
  const { error } = await app.client(unset.public_key).auth.signInWithOtp({ phone })
  assert.equal(error?.code, 'phone_provider_disabled')
})

test('[D11] a number gets one message a minute, no matter who requests it', async () => {
  const strict = await testApp()
  await authCall(strict, strict.serviceKey)('PATCH', '/admin/settings', { body: { phone: true } })
  const ask = (phone: string, path = '/otp') =>
    authCall(strict, strict.anonKey)('POST', path, { body: { phone, type: 'sms' } })
  const phone = newPhone()
  const answers = await Promise.all(Array.from({ length: 6 }, () => ask(phone)))
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 429, 429, 429, 429, 429],
  )
  const refused = await ask(`+${phone}`, '/resend')
  assert.deepEqual([refused.status, refused.body.code], [429, 'over_sms_send_rate_limit'])
  assert.ok(Number(refused.headers.get('retry-after')) > 0)
  assert.equal(strict.texts.length, 1)
  assert.equal((await ask(newPhone())).status, 200)
})

test('only a signed-in user learns that the provider refused a message', async () => {
  const failing = await testApp()
  await authCall(failing, failing.serviceKey)('PATCH', '/admin/settings', { body: { phone: true } })
  failing.kernel.sms.send = () => Promise.reject(new Error('no'))
  const { access_token: token } = await signUp(failing, failing.anonKey)
  const post = authCall(failing, failing.anonKey)
  const put = await post('PUT', '/user', { token, body: { phone: newPhone() } })
  assert.deepEqual([put.status, put.body.code], [422, 'sms_send_failed'])
  assert.equal((await post('POST', '/otp', { body: { phone: newPhone() } })).status, 200)
})

test('anonymous sign-in gives a session if the pool allows it; a phone number makes the account permanent', async () => {
  const refused = await app.client().auth.signInAnonymously()
  assert.deepEqual([refused.error?.status, refused.error?.code], [422, 'anonymous_provider_disabled'])
  const headers = { 'x-bb-pool': tenant.id }
  await operator('PATCH', '/admin/settings', { headers, body: { anonymous_users: true } })
  const client = app.client(tenant.public_key)
  const { data } = await eventually('the setting', async () => {
    const answer = await client.auth.signInAnonymously({ options: { data: { cart: 3 } } })
    return answer.error ? undefined : answer
  })
  const { user } = data
  assert.deepEqual([user?.is_anonymous, user?.email, user?.phone], [true, '', ''])
  assert.deepEqual([user?.app_metadata, user?.user_metadata, user?.identities], [{}, { cart: 3 }, []])
  const claims = (await client.auth.getClaims()).data?.claims
  assert.equal(claims?.is_anonymous, true)
  assert.ok(claims?.amr?.some((proof) => typeof proof === 'object' && proof.method === 'anonymous'))
  const bare = await client.auth.updateUser({ password: PASSWORD })
  assert.deepEqual([bare.error?.status, bare.error?.code], [422, 'validation_failed'])

  const phone = newPhone()
  const pending = await client.auth.updateUser({ phone, password: PASSWORD })
  assert.equal(pending.data.user?.is_anonymous, true)
  await client.auth.verifyOtp({ phone, token: latestCodeTo(app, phone), type: 'phone_change' })
  const { data: now } = await client.auth.getUser()
  assert.deepEqual([now.user?.id, now.user?.is_anonymous, now.user?.phone], [user?.id, false, phone])
  assert.deepEqual(now.user?.user_metadata, { cart: 3 })
  assert.equal((await client.auth.signInWithPassword({ phone, password: PASSWORD })).data.user?.id, user?.id)
})

test('one address can create thirty anonymous accounts an hour', async () => {
  const strict = await testApp()
  await authCall(strict, strict.serviceKey)('PATCH', '/admin/settings', { body: { anonymous_users: true } })
  const post = authCall(strict, strict.anonKey)
  const statuses = []
  for (let i = 0; i < 31; i++) statuses.push((await post('POST', '/signup', { body: {} })).status)
  // POST /signup itself is also limited to thirty requests within five minutes.
  assert.deepEqual(statuses, [...Array<number>(30).fill(200), 429])
  const { rows } = await strict.owner.query(
    "select key from app.rate_limits where key like 'auth.anonymous:%'",
  )
  assert.equal(rows.length, 1)
})
