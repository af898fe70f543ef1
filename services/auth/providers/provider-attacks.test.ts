import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { SignJWT, UnsecuredJWT, exportSPKI, generateKeyPair } from 'jose'
import type { JWTPayload } from 'jose'
import { makeTenant } from '#testing/factories.ts'
import { hostileAddresses } from '#testing/hostile-addresses.ts'
import { hostileIdentity } from '#testing/hostile-identity.ts'
import type { Lies } from '#testing/hostile-identity.ts'
import { newEmail } from '#testing/test-users.ts'
import { providerFlow } from '#testing/provider-flow.ts'
import { visitorOf } from '#testing/test-identity.ts'
import { creators } from '../pool.ts'
import { createKnownServers } from './known-servers.ts'
import { offeredProvider } from './provider-store.ts'
import { saveProvider } from './save-provider.ts'

const CLIENT = 'hostile-client'
const hostile = await hostileIdentity(CLIENT)
/** Listens too, and must never be called. */
const bystander = await hostileIdentity(CLIENT)
const { app, auth, startOf, upToCallback, tenant, pageClient, through } = await providerFlow({
  reaching: [hostile.origin],
})
await saveProvider(auth, creators, 'custom:hostile', {
  client_id: CLIENT,
  client_secret: 'secret',
  config: { issuer: hostile.origin },
})

/** A key of someone other than the provider. */
const other = await generateKeyPair('RS256', { extractable: true })

/**
 * Signs in at the hostile provider.
 * @returns the parameters of the final redirect
 */
async function attempt(lies: Lies, back: Record<string, string> = {}) {
  hostile.lie(lies)
  const browser = visitorOf(app)
  const { to } = await browser.go(startOf({ provider: 'custom:hostile' }))
  const end = new URL((await browser.go(hostile.codeFor(to, back))).to)
  return new URLSearchParams(end.hash.slice(1))
}

test('an honest response of that server is accepted, so each case below fails only for its own lie', async () => {
  assert.ok((await attempt({})).get('access_token'))
  assert.ok((await attempt({}, { iss: hostile.origin })).get('access_token'))
})

describe('[F04] an ID token is refused', () => {
  const now = Math.floor(Date.now() / 1000)
  const byHmac = async (claims: JWTPayload) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', kid: 'honest' })
      .sign(new TextEncoder().encode(await exportSPKI(other.publicKey)))
  const lies: Record<string, Lies> = {
    'of another issuer': { claims: { iss: 'https://accounts.google.com' } },
    'for another audience': { claims: { aud: 'another-client' } },
    'for several audiences without a party': { claims: { aud: [CLIENT, 'another-client'] } },
    'for another party': { claims: { azp: 'another-client' } },
    'with another nonce': { claims: { nonce: 'another' } },
    'without a nonce': { claims: { nonce: undefined } },
    'that expired 61 seconds ago': { claims: { iat: now - 700, exp: now - 62 } },
    'without an expiry': { claims: { exp: undefined } },
    'whose expiry is text': { claims: { exp: String(now + 600) } },
    'that is valid in 90 seconds': { claims: { nbf: now + 90 } },
    'without a subject': { claims: { sub: undefined } },
    'with an empty subject': { claims: { sub: '' } },
    'with a number as subject': { claims: { sub: 5 } },
    'with alg none': { sign: async (claims) => new UnsecuredJWT(claims).encode() },
    'signed by a shared secret': { sign: byHmac },
    'signed by an unknown key': {
      sign: (claims) =>
        new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'honest' }).sign(other.privateKey),
    },
    'signed by a key of its own header': {
      sign: async (claims) =>
        new SignJWT(claims)
          .setProtectedHeader({ alg: 'RS256', kid: 'new', jku: `${bystander.origin}/keys` })
          .sign(other.privateKey),
    },
    'that is malformed': { sign: async () => 'x.y.z' },
  }
  for (const [name, lie] of Object.entries(lies))
    test(name, async () => {
      const words = await attempt(lie)
      assert.equal(words.get('access_token'), null)
      assert.equal(words.get('error_code'), 'provider_refused')
    })

  test('while one that expired 30 seconds ago is within the allowed clock difference', async () => {
    assert.ok((await attempt({ claims: { iat: now - 700, exp: now - 30 } })).get('access_token'))
  })
})

test('a response that names another issuer is refused, because the code may be for another client (RFC 9207)', async () => {
  const words = await attempt({}, { iss: 'https://honest.example' })
  assert.equal(words.get('error_code'), 'provider_refused')
})

test('[F02] a redirect of the token endpoint is not followed, so the secret stays here', async () => {
  const words = await attempt({ redirect: `${bystander.origin}/token` })
  assert.equal(words.get('error_code'), 'provider_refused')
  assert.deepEqual(bystander.hits, [])
})

describe('[F03] a discovery document is refused', () => {
  const read = async (lies: Lies) => {
    hostile.lie(lies)
    // Created again, so that no honest document is cached.
    return createKnownServers(app.kernel.fetch).metadata(
      await offeredProvider(auth, creators, 'custom:hostile'),
    )
  }
  async function* endless() {
    yield '{"issuer":"'
    for (let megabytes = 0; megabytes < 100; megabytes++) yield 'x'.repeat(1_048_576)
  }
  const lies: Record<string, Lies> = {
    'that names another issuer': { document: { issuer: 'https://accounts.google.com' } },
    'that names none': { document: { issuer: undefined } },
    'whose keys are on another host': { document: { jwks_uri: 'https://keys.evil.example/keys' } },
    'whose token endpoint is internal': { document: { token_endpoint: `${bystander.origin}/token` } },
    'whose token endpoint is a private address': { document: { token_endpoint: 'https://10.0.0.1/token' } },
    'whose profile endpoint is the cloud’s metadata service': {
      document: { userinfo_endpoint: 'http://169.254.169.254/latest' },
    },
    'whose login page is not a web address': { document: { authorization_endpoint: 'javascript:alert(1)' } },
    'without keys': { document: { jwks_uri: undefined } },
    'that is not JSON': { rawDocument: '<html>' },
    'that is 100 MB long': { rawDocument: endless },
  }
  for (const [name, lie] of Object.entries(lies))
    test(name, async () => {
      const started = Date.now()
      await assert.rejects(read(lie), { code: 'provider_unreachable' })
      assert.ok(Date.now() - started < 5000)
    })
  test('but an honest one is accepted', async () => {
    assert.equal((await read({})).issuer, hostile.origin)
    assert.deepEqual(bystander.hits, [])
  })

  test('and a key set of 1,000 keys', async () => {
    hostile.lie({ keys: Array.from({ length: 1000 }, (_, n) => ({ kty: 'oct', kid: `k${n}` })) })
    const servers = createKnownServers(app.kernel.fetch)
    const server = await servers.metadata(await offeredProvider(auth, creators, 'custom:hostile'))
    await assert.rejects(
      async () => servers.keys(server)({ alg: 'RS256', kid: 'honest' }, { payload: '', signature: '' }),
      /too many keys/,
    )
  })
})

describe('[F07] the callback is refused', () => {
  const refusal = async (address: string, browser = visitorOf(app)) => {
    const end = await browser.go(address)
    assert.equal(end.status, 303)
    const url = new URL(end.to)
    assert.equal(url.origin, 'http://localhost:3000')
    assert.ok(!url.hash.includes('access_token') && !url.searchParams.has('code'))
    return url.searchParams.get('error_code')
  }
  const changed = (address: string, state: (old: string) => string) => {
    const url = new URL(address)
    url.searchParams.set('state', state(url.searchParams.get('state')!))
    return url.href
  }

  test('without a state, or with a made-up one', async () => {
    const { back, browser } = await upToCallback(startOf())
    assert.equal(
      await refusal('http://localhost:3000/auth/v1/callback?code=x', browser),
      'bad_oauth_callback',
    )
    assert.equal(
      await refusal(
        changed(back, () => 'x'.repeat(43)),
        browser,
      ),
      'bad_oauth_state',
    )
    assert.equal(
      await refusal(
        changed(back, (old) => `${old}.pk_x`),
        browser,
      ),
      'bad_oauth_state',
    )
  })

  test('from another browser, which uses nothing up', async () => {
    const { back, browser } = await upToCallback(startOf(), { email: newEmail() })
    assert.equal(await refusal(back), 'bad_oauth_state')
    const { browser: victim } = await upToCallback(startOf())
    assert.equal(await refusal(back, victim), 'bad_oauth_state', 'another login’s cookie')
    const guesser = visitorOf(app)
    guesser.jar.set(`__Host-bb-login-${await nameOf(back)}`, 'x'.repeat(43))
    assert.equal(await refusal(back, guesser), 'bad_oauth_state', 'a made-up cookie of the right name')
    assert.ok(new URL((await browser.go(back)).to).hash.includes('access_token'))
  })

  test('the second time, and for all but one of many concurrent calls', async () => {
    const { back, browser } = await upToCallback(startOf(), { email: newEmail() })
    const cookies = [...browser.jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const ends = await Promise.all(
      Array.from({ length: 8 }, () => app.fetch(back, { headers: { cookie: cookies }, redirect: 'manual' })),
    )
    const won = ends.filter((end) => end.headers.get('location')?.includes('access_token'))
    assert.equal(won.length, 1)
    assert.equal(await refusal(back, browser), 'bad_oauth_state')
  })

  test('in the pool of another tenant, and for creators', async () => {
    const other = await makeTenant(app.database, { plan: 'pro' })
    const { back, browser } = await upToCallback(startOf({ apikey: tenant.public_key }), {
      email: newEmail(),
    })
    for (const suffix of ['', `.${other.public_key}`]) {
      const foreign = changed(back, (old) => old.split('.')[0]! + suffix)
      // The cookie's name derives from the state, so it is sent under the name that this state needs.
      const stranger = visitorOf(app)
      const { set } = await browser.go(foreign)
      assert.deepEqual(set, [], 'none of our cookies is set')
      for (const [, value] of browser.jar) stranger.jar.set(`__Host-bb-login-${await nameOf(foreign)}`, value)
      assert.equal(new URL((await stranger.go(foreign)).to).searchParams.get('error_code'), 'bad_oauth_state')
    }
    assert.ok(new URL((await browser.go(back)).to).hash.includes('access_token'))
  })

  test('after ten minutes', async () => {
    const { back, browser } = await upToCallback(startOf(), { email: newEmail() })
    await app.database.asService('test: let logins grow old', (db) =>
      db
        .updateTable('auth.provider_logins')
        .set({ expires_at: new Date(Date.now() - 1000) })
        .execute(),
    )
    assert.equal(await refusal(back, browser), 'bad_oauth_state')
  })

  test('by HEAD, which has no effect', async () => {
    const { back, browser } = await upToCallback(startOf(), { email: newEmail() })
    assert.equal((await browser.go(back, { method: 'HEAD' })).status, 405)
    assert.ok(new URL((await browser.go(back)).to).hash.includes('access_token'))
  })
})

async function nameOf(address: string): Promise<string> {
  const state = new URL(address).searchParams.get('state')!
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(state))
  return Buffer.from(hash).toString('hex').slice(0, 12)
}

test('the cookie of a login is HttpOnly, limited to our host, and deleted after use', async () => {
  const browser = visitorOf(app)
  const { set } = await browser.go(startOf())
  assert.equal(set.length, 1)
  assert.match(
    set[0]!,
    /^__Host-bb-login-[0-9a-f]{12}=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  )
  const { back, browser: same } = await upToCallback(startOf(), { email: newEmail() })
  await same.go(back)
  assert.equal(same.jar.size, 0)
})

describe('[F08] the code for the client is refused', () => {
  const codeOf = async () => {
    const client = pageClient()
    const { data } = await client.auth.signInWithOAuth({
      provider: 'custom:acme',
      options: { skipBrowserRedirect: true },
    })
    const code = (await through(data.url!, { email: newEmail() })).searchParams.get('code')!
    return { client, code }
  }
  const redeem = async (body: object) => {
    const answer = await app.request('/auth/v1/token?grant_type=pkce', {
      method: 'POST',
      headers: {
        apikey: app.anonKey,
        'content-type': 'application/json',
        'x-supabase-api-version': '2024-01-01',
      },
      body: JSON.stringify(body),
    })
    return ((await answer.json()) as { code: string }).code
  }
  test('with a wrong verifier, which uses it up, and without one', async () => {
    const { code, client } = await codeOf()
    assert.equal(await redeem({ auth_code: code }), 'validation_failed')
    assert.equal(await redeem({ auth_code: code, code_verifier: 'x'.repeat(43) }), 'bad_code_verifier')
    assert.equal((await client.auth.exchangeCodeForSession(code)).error?.code, 'flow_state_not_found')
  })
  test('with the challenge itself, as if the method were plain', async () => {
    const challenge = 'c'.repeat(43)
    const start = startOf({ code_challenge: challenge, code_challenge_method: 's256' })
    const code = (await through(start, { email: newEmail() })).searchParams.get('code')!
    assert.equal(await redeem({ auth_code: code, code_verifier: challenge }), 'bad_code_verifier')
  })
})

describe('[D15] redirect_to', () => {
  const endOf = async (query: Record<string, string>) => {
    const { back, browser } = await upToCallback(startOf(query), { email: newEmail() })
    return new URL((await browser.go(back)).to)
  }
  test('never leaves our pages, however it is written', async () => {
    // Every address is checked as stored, and a few through the whole flow.
    for (const address of hostileAddresses) {
      const { status } = await visitorOf(app).go(startOf({ redirect_to: address }))
      assert.equal(status, 302, address)
    }
    const { rows } = await app.database.once<{ redirect_to: string }>(
      { role: 'service_role', pool: creators.id },
      { text: 'select distinct redirect_to from auth.provider_logins', values: [] },
    )
    for (const { redirect_to } of rows)
      assert.equal(new URL(redirect_to).origin, 'http://localhost:3000', redirect_to)
    assert.equal((await endOf({ redirect_to: 'https://evil.example/x' })).origin, 'http://localhost:3000')
  })

  test('of an end user: codes go to listed sites and localhost, tokens to listed sites alone', async () => {
    const apikey = tenant.public_key
    const pkce = { code_challenge: 'c'.repeat(43), code_challenge_method: 's256' }
    const own = 'http://localhost:3000'
    const cases: [to: string, withCode: string, withTokens: string][] = [
      ['https://shop.example/account', 'https://shop.example', 'https://shop.example'],
      ['http://localhost:5173/', 'http://localhost:5173', own],
      ['https://anybody.vercel.app/', own, own],
      ['https://shop.example.evil.example/', own, own],
    ]
    for (const [to, withCode, withTokens] of cases) {
      const coded = await endOf({ apikey, redirect_to: to, ...pkce })
      assert.deepEqual([coded.origin, coded.searchParams.has('code')], [withCode, true], to)
      const target = await endOf({ apikey, redirect_to: to })
      assert.deepEqual([target.origin, target.hash.includes('access_token')], [withTokens, true], to)
    }
  })
})
