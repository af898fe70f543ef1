import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, test } from 'node:test'
import { makeTenant } from '#testing/factories.ts'
import { PASSWORD, authCall, latestEmailTo, newEmail, signUp } from '#testing/test-users.ts'
import { testApp } from '#testing/test-app.ts'

const app = await testApp({ env: { AUTH_LIMIT_FACTOR: '1000', PUBLIC_URL: 'https://app.example' } })
const tenant = await makeTenant(app.database, { name: 'Hearth & Rye' })
const SHOP = 'https://shop.example/welcome?x=1#top'
await app.database.asService('test: a test', (db) =>
  db
    .updateTable('tenants')
    .set({ allowed_origins: ['https://shop.example'] })
    .where('id', '=', tenant.id)
    .execute(),
)
const key = tenant.public_key
const call = authCall(app, key)
const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString())

/** The official client as a server-side framework configures it: PKCE, with its own storage. */
function pkceClient() {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  }
  return app.client(key, {
    auth: {
      flowType: 'pkce',
      storage,
      persistSession: true,
      autoRefreshToken: false,
      detectSessionInUrl: false,
    },
    global: { fetch: app.fetch },
  })
}

const press = (type: string, token_hash: string) => call('POST', '/verify', { body: { type, token_hash } })
const codeIn = (address: string) => new URL(address).searchParams.get('code') ?? ''
const follow = async (link: string, type: string, redirectTo = SHOP) => {
  const query = new URLSearchParams({ apikey: key, token: link, type, redirect_to: redirectTo })
  const response = await app.request(`/auth/v1/verify?${query}`, { redirect: 'manual' })
  return { status: response.status, location: response.headers.get('location') ?? '' }
}
const exchange = (auth_code: string, code_verifier: string) =>
  call('POST', '/token?grant_type=pkce', { body: { auth_code, code_verifier } })

describe('the round trip of the official client', () => {
  type Client = ReturnType<typeof pkceClient>
  const options = { redirectTo: SHOP, emailRedirectTo: SHOP }
  const flows: [type: string, method: string, ask: (client: Client, email: string) => Promise<unknown>][] = [
    ['signup', 'email/signup', (c, email) => c.auth.signUp({ email, password: PASSWORD, options })],
    ['magiclink', 'magiclink', (c, email) => c.auth.signInWithOtp({ email, options })],
    ['recovery', 'recovery', (c, email) => c.auth.resetPasswordForEmail(email, options)],
  ]
  for (const [type, method, ask] of flows)
    for (const way of ['the button', 'GET /verify'])
      test(`[S7-089] [F08] ${type} by ${way}: a code for the client, then one session with its verifier`, async () => {
        const client = pkceClient()
        const email = newEmail()
        if (type !== 'signup') await signUp(app, key, email)
        await ask(client, email)
        const { tokenHash } = latestEmailTo(app, email)
        assert.match(tokenHash, /^pkce_/)
        const to =
          way === 'the button'
            ? (await press(type, tokenHash)).body.redirect_to
            : (await follow(tokenHash, type)).location
        const url = new URL(to)
        assert.equal(url.origin + url.pathname + url.hash, 'https://shop.example/welcome#top')
        assert.deepEqual([...url.searchParams.keys()], ['x', 'code'])
        const { data, error } = await client.auth.exchangeCodeForSession(codeIn(to))
        assert.equal(error, null)
        assert.equal(data.user?.email, email)
        assert.ok(data.user.email_confirmed_at)
        assert.equal(claimsOf(data.session.access_token).amr[0].method, method)
        assert.equal((await press(type, tokenHash)).body.code, 'otp_expired')
      })

  test('the typed code signs in the client that requested it', async () => {
    const client = pkceClient()
    const email = newEmail()
    await client.auth.signInWithOtp({ email })
    const { data, error } = await client.auth.verifyOtp({
      type: 'email',
      email,
      token: latestEmailTo(app, email).code,
    })
    assert.deepEqual([error, data.user?.email], [null, email])
  })

  test('[F08] a resend uses the challenge of the client that requested it, not the first one', async () => {
    const [first, second] = [pkceClient(), pkceClient()]
    const email = newEmail()
    await first.auth.signUp({ email, password: PASSWORD })
    await second.auth.resend({ type: 'signup', email })
    const { body } = await press('signup', latestEmailTo(app, email).tokenHash)
    const { data, error } = await second.auth.exchangeCodeForSession(codeIn(body.redirect_to))
    assert.deepEqual([error, data.user?.email], [null, email])
  })
})

describe('attacks', () => {
  const verifier = 'v'.repeat(64)
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const newLink = async (method = 's256') => {
    const email = newEmail()
    const path = `/recover?redirect_to=${encodeURIComponent(SHOP)}`
    await signUp(app, key, email)
    const code_challenge = method === 'plain' ? verifier : challenge
    await call('POST', path, { body: { email, code_challenge, code_challenge_method: method } })
    return latestEmailTo(app, email).tokenHash
  }

  test('[F08] a link of a PKCE email never gives a session, however it is used', async () => {
    const link = await newLink()
    for (const shorter of [link.slice('pkce_'.length), `x${link}`])
      assert.equal((await press('recovery', shorter)).body.code, 'otp_expired')
    const { body } = await press('recovery', link)
    assert.deepEqual(Object.keys(body), ['redirect_to'])
    const fragment = new URL((await follow(await newLink(), 'recovery')).location).hash
    assert.equal(fragment, '#top')
  })

  test('[F08] missing, wrong and downgraded verifiers are refused, and a wrong one uses up the code', async () => {
    const { body } = await press('recovery', await newLink())
    const code = codeIn(body.redirect_to)
    assert.equal((await exchange(code, '')).body.code, 'validation_failed')
    // Simulates a client that claims the method is plain.
    assert.equal((await exchange(code, challenge)).body.code, 'bad_code_verifier')
    assert.equal((await exchange(code, verifier)).body.code, 'flow_state_not_found')
    const { body: next } = await press('recovery', await newLink())
    assert.equal((await exchange(codeIn(next.redirect_to), verifier)).status, 200)
    const { body: plain } = await press('recovery', await newLink('plain'))
    assert.equal((await exchange(codeIn(plain.redirect_to), verifier)).status, 200)
  })

  test('[F08] of 10 concurrent exchanges of one code, one gets a session', async () => {
    const { body } = await press('recovery', await newLink())
    const code = codeIn(body.redirect_to)
    const uses = await Promise.all(Array.from({ length: 10 }, () => exchange(code, verifier)))
    assert.equal(uses.filter(({ status }) => status === 200).length, 1)
  })

  test('[F08] a challenge without its method, or of another form, is refused before any email is sent', async () => {
    const sent = app.mails.length
    const bad = [
      { code_challenge: challenge },
      { code_challenge_method: 's256' },
      { code_challenge: challenge, code_challenge_method: 'none' },
      { code_challenge: 'short', code_challenge_method: 's256' },
      { code_challenge: `${challenge}!`, code_challenge_method: 's256' },
    ]
    for (const more of bad)
      for (const path of ['/signup', '/otp', '/magiclink', '/recover', '/resend']) {
        const body = { email: newEmail(), password: PASSWORD, type: 'signup', ...more }
        const answer = await call('POST', path, { body })
        assert.deepEqual([answer.status, answer.body.code], [400, 'validation_failed'], path)
      }
    assert.equal(app.mails.length, sent)
  })

  test('[D15] codes go only to allowed addresses, tokens only to our own pages and to listed origins', async () => {
    const home = `https://app.example/embed/auth?tenant=${key}`
    const evil = 'https://evil.example/'
    const coded = new URL((await follow(await newLink(), 'recovery', evil)).location)
    assert.equal(`${coded.origin}${coded.pathname}`, 'https://app.example/embed/auth')
    assert.ok(codeIn(coded.href))
    // On preview hosts of test mode anyone can publish a page, request this email with their own verifier and
    // wait.
    const preview = 'https://anybody.webflow.io/'
    const previewed = new URL((await follow(await newLink(), 'recovery', preview)).location)
    assert.equal(`${previewed.origin}${previewed.pathname}`, 'https://app.example/embed/auth')
    const plainLink = async () => {
      const email = newEmail()
      await call('POST', '/otp', { body: { email } })
      return latestEmailTo(app, email).tokenHash
    }
    for (const to of [evil, preview, 'http://shop.example/', 'https://www.shop.example/'])
      assert.ok(
        (await follow(await plainLink(), 'magiclink', to)).location.startsWith(`${home}#access_token=`),
        to,
      )
    const listed = (await follow(await plainLink(), 'magiclink')).location
    assert.ok(listed.startsWith('https://shop.example/welcome?x=1#access_token='), listed)
  })

  test('a refusal is sent in query and fragment, and only to listed addresses', async () => {
    for (const [to, start] of [
      [SHOP, 'https://shop.example/welcome?'],
      ['https://anybody.webflow.io/', 'https://app.example/embed/auth?'],
    ] as const) {
      const { status, location } = await follow('pkce_unknown', 'recovery', to)
      assert.equal(status, 303)
      assert.ok(location.startsWith(start), location)
      const url = new URL(location)
      const fragment = new URLSearchParams(url.hash.slice(1))
      for (const parameters of [url.searchParams, fragment])
        assert.deepEqual(
          [parameters.get('error'), parameters.get('error_code')],
          ['access_denied', 'otp_expired'],
        )
    }
  })
})
