import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeTenant } from '#testing/factories.ts'
import { PASSWORD, authCall, latestEmailTo, newEmail, signUp } from '#testing/test-users.ts'
import { testApp } from '#testing/test-app.ts'
import { CONFIRM_OTHER_MAILBOX } from './mail-responses.ts'

const app = await testApp({ env: { AUTH_LIMIT_FACTOR: '1000' } })
const tenant = await makeTenant(app.database, { name: 'Hearth & Rye' })
const operator = authCall(app, app.serviceKey)

/** A user signed in by the official client who requested a change to another address. */
async function userChangingEmail(key = app.anonKey, newAddress = newEmail('new')) {
  const email = newEmail('old')
  await signUp(app, key, email)
  const client = app.client(key)
  await client.auth.signInWithPassword({ email, password: PASSWORD })
  const { data, error } = await client.auth.updateUser({ email: newAddress }, { emailRedirectTo: '/account' })
  assert.equal(error, null)
  assert.equal(data.user?.new_email, newAddress)
  return { email, newAddress, client, id: data.user.id, call: authCall(app, key), key }
}
const half = [200, { msg: CONFIRM_OTHER_MAILBOX, code: '200' }]
const agree = (call: ReturnType<typeof authCall>, email: string) =>
  call('POST', '/verify', { body: { type: 'email_change', token_hash: latestEmailTo(app, email).tokenHash } })

for (const key of [app.anonKey, tenant.public_key])
  for (const order of ['old first', 'new first'])
    test(`both mailboxes confirm, ${order}: the first gives no session, the second changes the address`, async () => {
      const { email, newAddress, client, id } = await userChangingEmail(key)
      const [one, two] = order === 'old first' ? [email, newAddress] : [newAddress, email]
      const verify = (to: string) =>
        client.auth.verifyOtp({ type: 'email_change', token_hash: latestEmailTo(app, to).tokenHash })
      const links = new Map([one, two].map((to) => [to, latestEmailTo(app, to)]))
      const first = await verify(one)
      assert.deepEqual([first.error, first.data], [null, { user: null, session: null }])
      assert.equal((await client.auth.getUser()).data.user?.email, email)
      const { data, error } = await client.auth.verifyOtp({
        type: 'email_change',
        token_hash: links.get(two)!.tokenHash,
      })
      assert.equal(error, null)
      assert.deepEqual([data.user?.id, data.user?.email, data.user?.new_email], [id, newAddress, undefined])
      const [identity] = data.user!.identities!
      assert.deepEqual(
        [identity?.identity_data?.email, identity?.identity_data?.email_verified],
        [newAddress, true],
      )
      // The old mailbox gets a notice and can no longer sign in.
      const notice = latestEmailTo(app, email)
      assert.match(notice.subject, /was changed/)
      assert.ok(notice.text.includes(newAddress))
      assert.equal((await verify(newAddress)).error?.code, 'otp_expired')
      const signIn = (to: string) => client.auth.signInWithPassword({ email: to, password: PASSWORD })
      assert.equal((await signIn(email)).error?.code, 'invalid_credentials')
      assert.equal((await signIn(newAddress)).error, null)
    })

test('typed codes do the same, each for the mailbox it was sent to', async () => {
  const { email, newAddress, call } = await userChangingEmail()
  const [old, fresh] = [latestEmailTo(app, email), latestEmailTo(app, newAddress)]
  const type = (to: string, token: string) =>
    call('POST', '/verify', { body: { type: 'email_change', email: to, token } })
  if (old.code !== fresh.code) assert.equal((await type(email, fresh.code)).body.code, 'otp_expired')
  const first = await type(newAddress, fresh.code)
  assert.deepEqual([first.status, first.body], half)
  const second = await type(email, old.code)
  assert.equal(second.body.user.email, newAddress)
})

test('parallel confirmations give one partial result and one session, and the address changes', async () => {
  for (let round = 0; round < 5; round++) {
    const { email, newAddress, call } = await userChangingEmail()
    const answers = await Promise.all([agree(call, email), agree(call, newAddress)])
    assert.ok(answers.every(({ status }) => status === 200))
    assert.equal(answers.filter(({ body }) => body.msg === CONFIRM_OTHER_MAILBOX).length, 1)
    assert.equal(answers.find(({ body }) => body.user)?.body.user.email, newAddress)
  }
})

test('one mailbox alone changes nothing, however often it confirms', async () => {
  const { email, newAddress, call, client } = await userChangingEmail()
  const link = latestEmailTo(app, newAddress)
  assert.deepEqual((await agree(call, newAddress)).body, half[1])
  assert.equal((await agree(call, newAddress)).body.code, 'otp_expired')
  // A resend goes only to the mailbox that has not confirmed yet.
  const sent = app.mails.length
  await client.auth.resend({ type: 'email_change', email })
  assert.deepEqual(
    app.mails.slice(sent).map(({ to }) => to),
    [email],
  )
  assert.equal((await agree(call, email)).body.user.email, newAddress)
  assert.ok(link.tokenHash)
})

test('a new change replaces the first one, whose emails and confirmations become invalid', async () => {
  const { email, newAddress, call, client } = await userChangingEmail()
  const stale = latestEmailTo(app, newAddress)
  assert.deepEqual((await agree(call, email)).body, half[1])
  const other = newEmail('other')
  await client.auth.updateUser({ email: other })
  const expired = await call('POST', '/verify', {
    body: { type: 'email_change', token_hash: stale.tokenHash },
  })
  assert.equal(expired.body.code, 'otp_expired')
  assert.deepEqual((await agree(call, other)).body, half[1])
  assert.equal((await agree(call, email)).body.user.email, other)
})

test('by GET, the first confirmation redirects with a message and the second with a session', async () => {
  const { email, newAddress } = await userChangingEmail()
  const follow = async (to: string) => {
    const query = new URLSearchParams({ token: latestEmailTo(app, to).tokenHash, type: 'email_change' })
    const response = await app.request(`/auth/v1/verify?${query}`, { redirect: 'manual' })
    assert.equal(response.status, 303)
    return new URL(response.headers.get('location')!)
  }
  const first = await follow(email)
  assert.equal(first.pathname, '/account')
  assert.deepEqual(Object.fromEntries(new URLSearchParams(first.hash.slice(1))), {
    message: CONFIRM_OTHER_MAILBOX,
  })
  const second = new URLSearchParams((await follow(newAddress)).hash.slice(1))
  assert.equal(second.get('type'), 'email_change')
  const { data } = await app.client().auth.getUser(second.get('access_token')!)
  assert.equal(data.user?.email, newAddress)
})

test('a PKCE client gets a code at the second confirmation', async () => {
  const { email, key, call } = await userChangingEmail()
  const { data } = await app.client(key).auth.signInWithPassword({ email, password: PASSWORD })
  const newAddress = newEmail('new')
  const challenge = { code_challenge: 'c'.repeat(43), code_challenge_method: 'plain' }
  const put = await call('PUT', '/user', {
    token: data.session!.access_token,
    body: { email: newAddress, ...challenge },
  })
  assert.equal(put.status, 200)
  assert.deepEqual((await agree(call, newAddress)).body, half[1])
  const { body } = await agree(call, email)
  const exchanged = await call('POST', '/token?grant_type=pkce', {
    body: { auth_code: new URL(body.redirect_to).searchParams.get('code'), code_verifier: 'c'.repeat(43) },
  })
  assert.equal(exchanged.body.user.email, newAddress)
  const [proof] = JSON.parse(
    Buffer.from(exchanged.body.access_token.split('.')[1], 'base64url').toString(),
  ).amr
  assert.equal(proof.method, 'email_change')
})

test('an address that another user took meanwhile is refused, and the link stays valid', async () => {
  const { email, newAddress, call } = await userChangingEmail()
  const link = latestEmailTo(app, newAddress)
  await agree(call, email)
  const taken = await operator('POST', '/admin/users', { body: { email: newAddress, email_confirm: true } })
  assert.equal(taken.status, 200)
  const body = { type: 'email_change', token_hash: link.tokenHash }
  const refused = await call('POST', '/verify', { body })
  assert.deepEqual([refused.status, refused.body.code], [422, 'email_exists'])
  await operator('DELETE', `/admin/users/${taken.body.id}`, { body: {} })
  assert.equal((await call('POST', '/verify', { body })).body.user.email, newAddress)
})

test('with secure_email_change off the new mailbox is enough, and the old one gets a notice', async () => {
  const set = (on: boolean) => operator('PATCH', '/admin/settings', { body: { secure_email_change: on } })
  await set(false)
  try {
    const { email, newAddress, call } = await userChangingEmail()
    assert.match(latestEmailTo(app, email).subject, /^Confirm your email/)
    assert.equal((await agree(call, newAddress)).body.user.email, newAddress)
    assert.match(latestEmailTo(app, email).subject, /was changed/)
  } finally {
    await set(true)
  }
})

test('[D20] links of earlier emails become invalid when the address or the password changes', async () => {
  const { email, newAddress, call, client } = await userChangingEmail()
  const moving = [latestEmailTo(app, email), latestEmailTo(app, newAddress)]
  await client.auth.resetPasswordForEmail(email)
  const recovery = latestEmailTo(app, email)
  for (const { tokenHash } of moving)
    await call('POST', '/verify', { body: { type: 'email_change', token_hash: tokenHash } })
  const late = { type: 'recovery', token_hash: recovery.tokenHash }
  assert.equal((await call('POST', '/verify', { body: late })).body.code, 'otp_expired')

  await client.auth.resetPasswordForEmail(newAddress)
  await client.auth.signInWithOtp({ email: newAddress })
  const link = latestEmailTo(app, newAddress)
  const { data } = await client.auth.signInWithPassword({ email: newAddress, password: PASSWORD })
  assert.ok(data.session)
  const changed = await client.auth.updateUser({
    password: 'another-Strong-one-5',
    current_password: PASSWORD,
  })
  assert.equal(changed.error, null)
  const magic = { type: 'magiclink', token_hash: link.tokenHash }
  assert.equal((await call('POST', '/verify', { body: magic })).body.code, 'otp_expired')
})
