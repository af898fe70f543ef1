import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { PASSWORD, authCall, latestEmailTo, newEmail, signUp } from '#testing/test-users.ts'
import { fragmentOf, providerFlow } from '#testing/provider-flow.ts'
import { visitorOf } from '#testing/test-identity.ts'

// Tests from outside which account a provider's response opens: the rules of find-account.ts.

const { app, identity, signIn, startOf, through, upToCallback, tenant, pageClient } = await providerFlow()
const operator = authCall(app, app.serviceKey)
const providersIn = (user: { identities?: { provider: string }[] } | null) =>
  user?.identities?.map(({ provider }) => provider)
const passwordSignIn = (email: string) => app.client().auth.signInWithPassword({ email, password: PASSWORD })

describe('the same verified address', () => {
  test('joins the account that has proven it, and the password stays', async () => {
    const email = newEmail()
    const session = await signUp(app, app.anonKey, email)
    const { user } = await signIn({ email: email.toUpperCase() })
    assert.equal(user?.id, session.user.id)
    assert.deepEqual(providersIn(user), ['email', 'custom:acme'])
    assert.deepEqual(user?.app_metadata, { provider: 'email', providers: ['email', 'custom:acme'] })
    assert.equal((await passwordSignIn(email)).error, null)
    assert.match(latestEmailTo(app, email).subject, /is connected to Acme$/)
    const { length } = app.mails
    await signIn({ email: email.toUpperCase() })
    assert.equal(app.mails.length, length, 'notified once')
  })

  test('takes over an account that no one has proven and ends its password and sessions', async () => {
    const email = newEmail()
    const attacker = await app.client().auth.signUp({
      email,
      password: PASSWORD,
      options: { data: { note: 'attacker', full_name: 'Mallory' } },
    })
    assert.equal(attacker.data.session, null)
    const { tokenHash } = latestEmailTo(app, email)
    const { user } = await signIn({ email, name: 'Owner' })
    assert.equal(user?.id, attacker.data.user?.id)
    assert.deepEqual(providersIn(user), ['custom:acme'])
    assert.deepEqual(user?.app_metadata, { provider: 'custom:acme', providers: ['custom:acme'] })
    assert.equal(user?.user_metadata.full_name, 'Owner')
    assert.equal(user?.user_metadata.note, undefined)
    assert.equal((await passwordSignIn(email)).error?.code, 'invalid_credentials')
    const late = await app.client().auth.verifyOtp({ type: 'signup', token_hash: tokenHash })
    assert.equal(late.error?.code, 'otp_expired', 'the link in the sign-up email is invalid')
  })

  test('in another pool gets its own account', async () => {
    const email = newEmail()
    const creator = await signIn({ email })
    const endUser = await signIn({ email }, { apikey: tenant.public_key })
    assert.ok(creator.user && endUser.user)
    assert.notEqual(creator.user.id, endUser.user.id)
  })

  test('creates one account even when many sign in concurrently', async () => {
    const email = newEmail()
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => signIn({ email })))
    assert.equal(new Set(outcomes.map(({ user }) => user?.id)).size, 1)
    assert.ok(outcomes[0]?.user)
  })
})

describe('an address that the provider did not verify', () => {
  test('opens no existing account and looks like a new one, and the email explains', async () => {
    const email = newEmail()
    await signUp(app, app.anonKey, email)
    const before = app.mails.length
    const known = await signIn({ email, verified: false })
    const unknown = await signIn({ email: newEmail(), verified: false })
    assert.deepEqual([known.refused, unknown.refused], Array(2).fill('provider_email_needs_verification'))
    assert.equal(known.words.get('error_description'), unknown.words.get('error_description'))
    assert.equal(app.mails.length, before + 2)
    const { data } = await passwordSignIn(email)
    assert.deepEqual(providersIn(data.user), ['email'])
  })

  test('is proven by the email, and then the user can sign in', async () => {
    const email = newEmail()
    assert.equal((await signIn({ email, verified: false })).refused, 'provider_email_needs_verification')
    const again = await signIn({ email, verified: false })
    assert.equal(again.refused, 'provider_email_needs_verification')
    const mailed = await app
      .client()
      .auth.verifyOtp({ type: 'signup', token_hash: latestEmailTo(app, email).tokenHash })
    assert.equal(mailed.error, null)
    const { user, refused } = await signIn({ email, verified: false })
    assert.equal(refused, null)
    assert.equal(user?.id, mailed.data.user?.id)
    assert.deepEqual(providersIn(user), ['custom:acme'])
  })

  test('leaves no access to the user who had it first: the owner of the mailbox signs up or requests a link', async () => {
    const byPassword = newEmail()
    await signIn({ email: byPassword, verified: false })
    await app.client().auth.signUp({ email: byPassword, password: PASSWORD })
    const byLink = newEmail()
    await signIn({ email: byLink, verified: false })
    await app.client().auth.signInWithOtp({ email: byLink })
    for (const [email, type] of [
      [byPassword, 'signup'],
      [byLink, 'magiclink'],
    ] as const) {
      const { data, error } = await app
        .client()
        .auth.verifyOtp({ type, token_hash: latestEmailTo(app, email).tokenHash })
      assert.equal(error, null, type)
      assert.deepEqual(providersIn(data.user), ['email'], type)
      assert.deepEqual(data.user?.app_metadata.providers, ['email'])
      assert.equal((await signIn({ email, verified: false })).refused, 'provider_email_needs_verification')
    }
  })

  test('is lost to the person who proves it by a sign-in at the provider, even if it was taken first', async () => {
    const email = newEmail()
    const squatter = await signIn({ email, verified: false })
    assert.ok(squatter.refused)
    const { user } = await signIn({ email, verified: true })
    assert.equal(user?.email, email)
    assert.equal(user.identities?.[0]?.identity_data?.email_verified, true)
  })
})

test('a banned user cannot sign in, and sign-up needs the setting', async () => {
  const email = newEmail()
  const { user } = await signIn({ email })
  await operator('PUT', `/admin/users/${user?.id}`, { body: { ban_duration: '1h' } })
  assert.equal((await signIn({ email })).refused, 'user_banned')
  const client = pageClient()
  const { data } = await client.auth.signInWithOAuth({
    provider: 'custom:acme',
    options: { skipBrowserRedirect: true },
  })
  const code = (await through(data.url!, { email })).searchParams.get('code')
  const exchanged = await client.auth.exchangeCodeForSession(code!)
  assert.equal(exchanged.error?.code, 'user_banned', 'by a code neither')

  const known = newEmail()
  assert.ok((await signIn({ email: known })).user)
  await operator('PATCH', '/admin/settings', { body: { disable_signup: true } })
  try {
    assert.equal((await signIn({ email: newEmail() })).refused, 'signup_disabled')
    assert.ok((await signIn({ email: known })).user, 'who has an account goes on')
  } finally {
    await operator('PATCH', '/admin/settings', { body: { disable_signup: false } })
  }
})

test('an unproven provider identity cannot open the account that the operator makes of its address', async () => {
  const email = newEmail()
  const squatter = { email, verified: false }
  assert.equal((await signIn(squatter)).refused, 'provider_email_needs_verification')
  const body = { type: 'signup', email, password: PASSWORD }
  const link = await operator('POST', '/admin/generate_link', { body })
  const { data } = await app.client().auth.verifyOtp({ type: 'signup', token_hash: link.body.hashed_token })
  assert.deepEqual(providersIn(data.user), ['email'])
  assert.equal((await signIn(squatter)).refused, 'provider_email_needs_verification')
  assert.equal((await passwordSignIn(email)).error, null)
})

describe('linking', () => {
  /** Returns a signed-in client and the address that it is redirected to. */
  async function linking(email = newEmail()) {
    const session = await signUp(app, app.anonKey, email)
    const client = app.client()
    await client.auth.setSession(session)
    const { data, error } = await client.auth.linkIdentity({ provider: 'custom:acme' })
    assert.equal(error, null)
    return { client, session, url: (data as { url: string }).url }
  }

  test('[S7-099] the official client adds the provider to the account; unlinking removes it, but never the last one', async () => {
    const { client, session, url } = await linking()
    const end = fragmentOf(await through(url, { email: newEmail() }))
    assert.ok(end.get('access_token'), end.toString())
    const { data } = await client.auth.getUserIdentities()
    assert.deepEqual(
      data?.identities.map(({ provider }) => provider),
      ['email', 'custom:acme'],
    )
    const { data: me } = await client.auth.getUser()
    assert.equal(me.user?.id, session.user.id)
    assert.equal(me.user?.email, session.user.email, 'the address stays')
    const assertNotice = (subject: RegExp) =>
      assert.match(latestEmailTo(app, session.user.email!).subject, subject)
    assertNotice(/is connected to Acme$/)

    const [first, acme] = data?.identities ?? []
    assert.ok(first && acme)
    assert.equal((await client.auth.unlinkIdentity(acme)).error, null)
    assertNotice(/is no longer connected to Acme$/)
    assert.equal((await client.auth.unlinkIdentity(acme)).error?.code, 'identity_not_found')
    const last = await client.auth.unlinkIdentity(first)
    assert.equal(last.error?.code, 'single_identity_not_deletable')
    const { data: after } = await client.auth.getUser()
    assert.deepEqual(after.user?.app_metadata.providers, ['email'])
  })

  test('unlinking the address removes the password, and the account uses the address that is proven', async () => {
    const email = newEmail()
    const acmeEmail = newEmail('at-acme')
    const { client, url } = await linking(email)
    await through(url, { email: acmeEmail })
    const { data } = await client.auth.getUserIdentities()
    assert.equal((await client.auth.unlinkIdentity(data!.identities[0]!)).error, null)
    const { data: me } = await client.auth.getUser()
    assert.equal(me.user?.email, acmeEmail)
    for (const address of [email, acmeEmail])
      assert.equal((await passwordSignIn(address)).error?.code, 'invalid_credentials')
    assert.equal((await signIn({ email: acmeEmail })).user?.id, me.user?.id)
  })

  test('two concurrent unlinks leave one sign-in method', async () => {
    const { client, session, url } = await linking()
    await through(url, { email: newEmail() })
    const { data } = await client.auth.getUserIdentities()
    const call = authCall(app, app.anonKey)
    const outcomes = await Promise.all(
      data!.identities.map(({ identity_id }) =>
        call('DELETE', `/user/identities/${identity_id}`, { token: session.access_token }),
      ),
    )
    assert.deepEqual(
      outcomes.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 422],
    )
  })

  test('another user’s provider account cannot be linked, and one’s own not twice', async () => {
    const taken = newEmail()
    const owner = await signIn({ email: taken })
    const { url, client } = await linking()
    const end = await through(url, { email: taken })
    assert.equal(end.searchParams.get('error_code'), 'identity_already_exists')
    assert.equal((await signIn({ email: taken })).user?.id, owner.user?.id)
    const own = newEmail()
    const again = async () =>
      (await client.auth.linkIdentity({ provider: 'custom:acme' })).data as { url: string }
    await through((await again()).url, { email: own })
    const twice = await through((await again()).url, { email: own })
    assert.equal(twice.searchParams.get('error_code'), 'identity_already_exists')
  })

  test('[F10] the login belongs to the browser that opened it first and to the session that requested it', async () => {
    const { url, client } = await linking()
    const { back, browser } = await upToCallback(url, { email: newEmail() })
    const stranger = await visitorOf(app).go(back)
    assert.equal(new URL(stranger.to).searchParams.get('error_code'), 'bad_oauth_state')
    const second = await visitorOf(app).go(url)
    assert.equal(new URL(second.to).searchParams.get('error_code'), 'bad_oauth_state', 'one browser only')
    await client.auth.signOut()
    const late = await browser.go(back)
    assert.equal(new URL(late.to).searchParams.get('error_code'), 'bad_oauth_state', 'the session has ended')
  })

  test('[F10] a browser must confirm first, so merely opening a link from someone else connects nothing', async () => {
    const email = newEmail('owner')
    const { url } = await linking(email)
    const victim = visitorOf(app)
    const opened = { headers: { accept: 'text/html,*/*;q=0.8', 'sec-fetch-mode': 'navigate' } }
    for (const init of [opened, { headers: { 'sec-fetch-mode': 'no-cors' } }]) {
      const page = await victim.go(url, init)
      assert.deepEqual([page.status, page.to, page.set], [200, '', []])
      assert.ok(page.text.includes(email), 'names the account')
      assert.match(page.headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/)
    }
    for (const origin of ['https://evil.example', 'null', undefined]) {
      const headers = { accept: 'text/html', ...(origin ? { origin } : {}) }
      const forged = await victim.go(url, { method: 'POST', headers })
      assert.deepEqual([forged.status, forged.set], [200, []], 'a form on another site is asked as well')
    }
    const pressed = await victim.go(url, { method: 'POST', headers: { origin: 'http://localhost:3000' } })
    assert.equal(pressed.status, 303)
    const end = await victim.go(await identity.come(pressed.to, { email: newEmail() }))
    assert.ok(fragmentOf(new URL(end.to)).get('access_token'))
    const late = await visitorOf(app).go(url, opened)
    assert.equal(new URL(late.to).searchParams.get('error_code'), 'bad_oauth_state', 'the link is used up')
  })

  test('started by our own page, it redirects to the provider immediately, because the browser has the cookie', async () => {
    const { access_token: token } = await signUp(app, app.anonKey)
    const path = '/user/identities/authorize?provider=custom:acme&skip_http_redirect=true'
    const call = authCall(app, app.anonKey)
    const own = await call('GET', path, { token, headers: { 'sec-fetch-site': 'same-origin' } })
    assert.ok(own.body.url.startsWith(identity.issuer))
    assert.equal(own.headers.getSetCookie().length, 1)
    const foreign = await call('GET', path, { token, headers: { 'sec-fetch-site': 'cross-site' } })
    assert.ok(foreign.body.url.startsWith('http://localhost:3000/auth/v1/authorize?login='))
    assert.deepEqual(foreign.headers.getSetCookie(), [])
  })

  test('needs a session, and the setting', async () => {
    const call = authCall(app, app.anonKey)
    const path = '/user/identities/authorize?provider=custom:acme&skip_http_redirect=true'
    assert.equal((await call('GET', path)).status, 403)
    const { access_token: token } = await signUp(app, app.anonKey)
    await operator('PATCH', '/admin/settings', { body: { manual_linking: false } })
    try {
      const { status, body } = await call('GET', path, { token })
      assert.deepEqual([status, body.code], [404, 'manual_linking_disabled'])
      const unlinked = await call('DELETE', '/user/identities/0190d2a0-0000-7000-8000-000000000001', {
        token,
      })
      assert.deepEqual([unlinked.status, unlinked.body.code], [404, 'manual_linking_disabled'])
    } finally {
      await operator('PATCH', '/admin/settings', { body: { manual_linking: true } })
    }
    assert.equal((await call('DELETE', '/user/identities/x', { token })).status, 404)
    assert.ok(startOf())
  })

  test('gives an account without an address the verified one', async () => {
    await operator('PATCH', '/admin/settings', { body: { anonymous_users: true } })
    const client = app.client()
    const { data: guest, error } = await client.auth.signInAnonymously()
    assert.equal(error, null)
    const { data } = await client.auth.linkIdentity({ provider: 'custom:acme' })
    const email = newEmail()
    await through((data as { url: string }).url, { email })
    const { data: me } = await client.auth.getUser()
    assert.deepEqual([me.user?.id, me.user?.email, me.user?.is_anonymous], [guest.user?.id, email, false])
  })
})
