import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeTenant } from '#testing/factories.ts'
import { PASSWORD, authCall, latestEmailTo, newEmail, signUp } from '#testing/test-users.ts'
import { testApp } from '#testing/test-app.ts'

const app = await testApp({ env: { AUTH_LIMIT_FACTOR: '1000' } })
const { admin } = app.client(app.serviceKey).auth
const tenant = await makeTenant(app.database)
const call = authCall(app, app.serviceKey)

async function follow(link: string) {
  const url = new URL(link)
  assert.equal(url.origin + url.pathname, 'http://localhost:3000/auth/v1/verify')
  const response = await app.request(url.pathname + url.search, { redirect: 'manual' })
  assert.equal(response.status, 303)
  return new URL(response.headers.get('location')!)
}
const behindHash = (url: URL) => Object.fromEntries(new URLSearchParams(url.hash.slice(1)))

test('admin.inviteUserByEmail: the emailed link opens the account, then the user sets a password', async () => {
  const email = newEmail('guest')
  const { data, error } = await admin.inviteUserByEmail(email, {
    data: { role: 'editor' },
    redirectTo: 'http://localhost:3000/bolt/studio',
  })
  assert.equal(error, null)
  const user = data.user
  assert.ok(user.invited_at && user.confirmation_sent_at && !user.email_confirmed_at)
  assert.deepEqual(user.user_metadata, { role: 'editor' })
  const mail = latestEmailTo(app, email)
  assert.match(mail.subject, /invited/i)
  assert.equal(new URL(mail.link).searchParams.get('next'), '/bolt/studio')

  const client = app.client()
  const { data: opened, error: refused } = await client.auth.verifyOtp({
    type: 'invite',
    token_hash: mail.tokenHash,
  })
  assert.equal(refused, null)
  assert.equal(opened.user?.id, user.id)
  assert.ok(opened.user?.email_confirmed_at)

  assert.equal((await admin.inviteUserByEmail(email)).error?.code, 'email_exists')
  assert.equal((await admin.inviteUserByEmail('not-an-address')).error?.code, 'email_address_invalid')
  assert.equal((await call('POST', '/invite', { body: {} })).body.code, 'validation_failed')
  assert.equal((await app.client().auth.admin.inviteUserByEmail(newEmail())).error?.code, 'not_admin')
})

test('an invitation takes over an unconfirmed sign-up, whose password stops working', async () => {
  const email = newEmail()
  await app.client().auth.signUp({ email, password: PASSWORD })
  const { data, error } = await admin.inviteUserByEmail(email, { data: { vip: true } })
  assert.equal(error, null)
  assert.equal(data.user?.user_metadata.vip, true)
  const { error: refused } = await app
    .client()
    .auth.verifyOtp({ type: 'invite', email, token: latestEmailTo(app, email).code })
  assert.equal(refused, null)
  const squatter = await app.client().auth.signInWithPassword({ email, password: PASSWORD })
  assert.equal(squatter.error?.code, 'invalid_credentials')
})

test("admin.generateLink signup: the link signs in with the operator's password, and no email is sent", async () => {
  const email = newEmail()
  const sent = app.mails.length
  const { data, error } = await admin.generateLink({
    type: 'signup',
    email,
    password: PASSWORD,
    options: { data: { name: 'Ada' }, redirectTo: 'http://localhost:3000/bolt/studio?x=1' },
  })
  assert.equal(error, null)
  const { properties, user } = data
  assert.equal(user.email, email)
  assert.deepEqual(user.user_metadata, { name: 'Ada' })
  assert.deepEqual(Object.keys(properties).toSorted(), [
    'action_link',
    'email_otp',
    'hashed_token',
    'redirect_to',
    'verification_type',
  ])
  assert.deepEqual(
    [properties.verification_type, properties.redirect_to],
    ['signup', 'http://localhost:3000/bolt/studio?x=1'],
  )
  assert.match(properties.email_otp, /^\d{6}$/)
  const went = await follow(properties.action_link)
  assert.equal(went.origin + went.pathname + went.search, 'http://localhost:3000/bolt/studio?x=1')
  const found = behindHash(went)
  assert.equal(found.type, 'signup')
  const { data: whose } = await app.client().auth.getUser(found.access_token)
  assert.equal(whose.user?.id, user.id)
  assert.equal((await app.client().auth.signInWithPassword({ email, password: PASSWORD })).error, null)
  assert.equal(behindHash(await follow(properties.action_link)).error_code, 'otp_expired')
  assert.equal(app.mails.length, sent)

  const again = await admin.generateLink({ type: 'signup', email, password: PASSWORD })
  assert.equal(again.error?.code, 'email_exists')
  const weak = await admin.generateLink({ type: 'signup', email: newEmail(), password: 'password' })
  assert.equal(weak.error?.code, 'weak_password')
  const none = await admin.generateLink({ type: 'signup', email: newEmail(), password: '' })
  assert.equal(none.error?.code, 'validation_failed')
})

test('admin.generateLink invite, magiclink and recovery: link, hash and code each open the account once', async () => {
  const { email = '', id } = (await signUp(app, app.anonKey)).user
  for (const type of ['magiclink', 'recovery'] as const) {
    const { data, error } = await admin.generateLink({ type, email })
    assert.equal(error, null)
    assert.equal(data.properties.verification_type, type)
    const byHash = await app.client().auth.verifyOtp({ type, token_hash: data.properties.hashed_token })
    assert.equal(byHash.data.user?.id, id)
    const used = await app.client().auth.verifyOtp({ type, email, token: data.properties.email_otp })
    assert.equal(used.error?.code, 'otp_expired', 'hash and code are one token')
    const next = await admin.generateLink({ type, email })
    const byCode = await app.client().auth.verifyOtp({ type, email, token: next.data.properties!.email_otp })
    assert.equal(byCode.data.user?.id, id)
  }
  const invited = newEmail()
  const { data } = await admin.generateLink({ type: 'invite', email: invited })
  assert.ok(data.user?.invited_at)
  assert.equal(behindHash(await follow(data.properties!.action_link)).type, 'invite')
  assert.equal((await admin.generateLink({ type: 'invite', email })).error?.code, 'email_exists')

  const fresh = await admin.generateLink({ type: 'magiclink', email: newEmail() })
  assert.equal(fresh.data.properties?.verification_type, 'signup', 'the link signs up a new user')
  const unknown = await admin.generateLink({ type: 'recovery', email: newEmail() })
  assert.deepEqual([unknown.error?.status, unknown.error?.code], [404, 'user_not_found'])
})

test('admin.generateLink email_change: both mailboxes confirm by their links', async () => {
  const { email = '', id } = (await signUp(app, app.anonKey)).user
  const newAddress = newEmail('moved')
  const link = async (type: 'email_change_current' | 'email_change_new') => {
    const { data, error } = await admin.generateLink({ type, email, newEmail: newAddress })
    assert.equal(error, null)
    assert.deepEqual([data.user?.new_email, data.properties?.verification_type], [newAddress, type])
    return data.properties.action_link
  }
  const [current, next] = [await link('email_change_current'), await link('email_change_new')]
  assert.match(behindHash(await follow(current)).message ?? '', /other email/)
  const { data: half } = await admin.getUserById(id)
  assert.equal(half.user?.email, email)
  assert.ok(behindHash(await follow(next)).access_token)
  const { data: whole } = await admin.getUserById(id)
  assert.equal(whole.user?.email, newAddress)

  const taken = newEmail()
  await signUp(app, app.anonKey, taken)
  const refused = async (body: object) => (await call('POST', '/admin/generate_link', { body })).body.code
  const type = 'email_change_new'
  assert.equal(await refused({ type, email: newAddress, new_email: taken }), 'email_exists')
  assert.equal(await refused({ type, email: newAddress }), 'validation_failed')
  assert.equal(await refused({ type, email: newEmail(), new_email: newEmail() }), 'user_not_found')
  assert.equal(await refused({ type: 'reauthentication', email: newAddress }), 'validation_failed')
  assert.equal(await refused({ type: '__proto__', email: newAddress }), 'validation_failed')
  assert.equal(await refused({ type: 'magiclink' }), 'validation_failed')
})

test("a tenant's link carries its key, returns to its own pages and creates a member of that tenant", async () => {
  const email = newEmail()
  const { status, body } = await call('POST', '/admin/generate_link', {
    headers: { 'x-bb-pool': tenant.id },
    body: { type: 'magiclink', email, redirect_to: 'https://elsewhere.example/' },
  })
  assert.equal(status, 200)
  assert.equal(body.aud, tenant.public_key)
  assert.equal(body.redirect_to, `http://localhost:3000/embed/auth?tenant=${tenant.public_key}`)
  const link = new URL(body.action_link)
  assert.equal(link.searchParams.get('apikey'), tenant.public_key)
  const { access_token: token } = behindHash(await follow(body.action_link))
  const { data } = await app.client(tenant.public_key).auth.getUser(token)
  assert.equal(data.user?.id, body.id)
})

test('only the service key creates links', async () => {
  const { access_token: token } = await signUp(app, app.anonKey)
  for (const path of ['/invite', '/admin/generate_link'])
    for (const as of [undefined, token]) {
      const body = { type: 'magiclink', email: newEmail() }
      const answer = await authCall(app, app.anonKey)('POST', path, { token: as, body })
      assert.deepEqual([answer.status, answer.body.code], [403, 'not_admin'])
    }
})
