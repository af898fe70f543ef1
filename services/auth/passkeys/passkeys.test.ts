import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { makeTenant } from '#testing/factories.ts'
import { authCall, signUp } from '#testing/test-users.ts'
import { softwareAuthenticator } from '#testing/software-authenticator.ts'
import type { Misbehaviour } from '#testing/software-authenticator.ts'
import { testApp } from '#testing/test-app.ts'

const OURS = 'http://localhost:3000'
const SHOP = 'https://shop.example'

const app = await testApp({ env: { AUTH_LIMIT_FACTOR: '1000' } })
const tenant = await makeTenant(app.database)
await app.owner.query("update public.tenants set stripe_mode = 'live', allowed_origins = $2 where id = $1", [
  tenant.id,
  [SHOP],
])
const other = await makeTenant(app.database)

/** supabase-js as it runs on a page of this origin. */
const clientAt = (key: string, origin: string) =>
  app.client(key, { global: { fetch: app.fetch, headers: { origin } } }).auth

/** A user signed in on a page, with a new authenticator. */
async function personAt(key: string, origin: string) {
  const session = await signUp(app, key)
  const auth = clientAt(key, origin)
  await auth.setSession(session)
  return { auth, session, device: softwareAuthenticator() }
}

/** Same with a passkey. */
async function ownerAt(key: string, origin: string) {
  const person = await personAt(key, origin)
  const { data: started } = await person.auth.passkey.startRegistration()
  const { data: passkey, error } = await person.auth.passkey.verifyRegistration({
    challengeId: started!.challenge_id,
    credential: person.device.create(started!.options, origin),
  })
  assert.equal(error, null)
  return { ...person, passkey }
}

type Owner = Awaited<ReturnType<typeof ownerAt>>

async function signInAt(key: string, origin: string, device: Owner['device'], as: Misbehaviour = {}) {
  const auth = clientAt(key, origin)
  const { data: started, error } = await auth.passkey.startAuthentication()
  assert.equal(error, null)
  const credential = device.get(started.options, origin, as)
  const answer = await auth.passkey.verifyAuthentication({ challengeId: started.challenge_id, credential })
  return { auth, started, credential, ...answer }
}

for (const [whose, key, origin, rpId] of [
  ["creators', in the Studio", app.anonKey, OURS, 'localhost'],
  ["a tenant's people's, in our frames", tenant.public_key, OURS, 'localhost'],
  ["a tenant's people's, on the builder's own page", tenant.public_key, SHOP, 'shop.example'],
] as const)
  describe(`passkeys: ${whose}`, () => {
    test('a passkey is registered, signs in, is listed, renamed and deleted', async () => {
      const { auth, session, device } = await personAt(key, origin)
      const { data: started, error } = await auth.passkey.startRegistration()
      assert.equal(error, null)
      const { options } = started
      assert.equal(options.rp.id, rpId)
      assert.equal(options.authenticatorSelection?.residentKey, 'required')
      assert.equal(options.authenticatorSelection?.userVerification, 'required')
      const life = started.expires_at - Date.now() / 1000
      assert.ok(life > 295 && life <= 301, String(life))
      const { data: passkey, error: refused } = await auth.passkey.verifyRegistration({
        challengeId: started.challenge_id,
        credential: device.create(options, origin),
      })
      assert.equal(refused, null)
      assert.equal(passkey.friendly_name, 'Passkey')

      const signedIn = await signInAt(key, origin, device)
      assert.equal(signedIn.error, null)
      assert.equal(signedIn.data?.user?.id, session.user.id)
      assert.deepEqual(signedIn.started.options.allowCredentials, [])
      const { data: claims } = await signedIn.auth.getClaims(signedIn.data.session!.access_token)
      const amr = claims?.claims.amr as { method: string }[]
      assert.deepEqual([claims?.claims.aal, amr[0]?.method], ['aal1', 'passkey'])

      const { data: list } = await auth.passkey.list()
      assert.equal(list?.length, 1)
      assert.ok(list[0]!.last_used_at)
      const renamed = await auth.passkey.update({ passkeyId: passkey.id, friendlyName: 'Laptop' })
      assert.equal(renamed.data?.friendly_name, 'Laptop')
      const again = await auth.passkey.startRegistration()
      assert.deepEqual(
        again.data?.options.excludeCredentials?.map(({ id }) => id),
        [device.id],
      )
      assert.equal((await auth.passkey.delete({ passkeyId: passkey.id })).error, null)
      assert.deepEqual((await auth.passkey.list()).data, [])
      const rejected = await signInAt(key, origin, device)
      assert.equal(rejected.error?.code, 'webauthn_verification_failed')
    })
  })

describe('a passkey is refused', () => {
  const wrong: [what: string, as: Misbehaviour][] = [
    ['another page signed', { origin: 'https://evil.example' }],
    ['another relying party', { rpId: 'evil.example' }],
    ['a frame on a page that the tenant does not list', { topOrigin: 'https://evil.example' }],
    ['without user verification', { unverified: true }],
    ['without user presence', { absent: true }],
    ['another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
    ['a response to another ceremony', { type: 'webauthn.create' }],
    ['another account', { userHandle: Buffer.alloc(32).toString('base64url') }],
    ['no account', { userHandle: '' }],
  ]
  for (const [what, as] of wrong)
    test(`sign-in: ${what}`, async () => {
      const { device } = await ownerAt(tenant.public_key, OURS)
      const { error } = await signInAt(tenant.public_key, OURS, device, as)
      assert.equal(error?.code, 'webauthn_verification_failed')
      assert.equal((await signInAt(tenant.public_key, OURS, device)).error, null)
    })

  for (const [what, as] of [
    ...wrong.slice(0, 6),
    ['a response to another ceremony', { type: 'webauthn.get' }],
    ['an algorithm that was not offered', { algorithm: -35 }],
  ] as typeof wrong)
    test(`registration: ${what}`, async () => {
      const { auth, device } = await personAt(tenant.public_key, OURS)
      const { data: started } = await auth.passkey.startRegistration()
      const { error } = await auth.passkey.verifyRegistration({
        challengeId: started!.challenge_id,
        credential: device.create(started!.options, OURS, as),
      })
      assert.equal(error?.code, 'webauthn_verification_failed')
      assert.deepEqual((await auth.passkey.list()).data, [])
    })

  test('a frame on a listed site may request one', async () => {
    const { device } = await ownerAt(tenant.public_key, OURS)
    assert.equal((await signInAt(tenant.public_key, OURS, device, { topOrigin: SHOP })).error, null)
  })

  test('a counter that does not increase means a copied key', async () => {
    const { device } = await ownerAt(app.anonKey, OURS)
    assert.equal((await signInAt(app.anonKey, OURS, device, { counter: 9 })).error, null)
    for (const counter of [9, 8, 0]) {
      const { error } = await signInAt(app.anonKey, OURS, device, { counter })
      assert.equal(error?.code, 'webauthn_verification_failed', String(counter))
    }
    assert.equal((await signInAt(app.anonKey, OURS, device, { counter: 10 })).error, null)
    const copies = await Promise.all(
      Array.from({ length: 8 }, () => signInAt(app.anonKey, OURS, device, { counter: 20 })),
    )
    assert.equal(copies.filter(({ error }) => !error).length, 1)
  })

  test('a challenge accepts one response, even concurrently, and none after five minutes', async () => {
    const { device } = await ownerAt(app.anonKey, OURS)
    const { auth, started, credential } = await signInAt(app.anonKey, OURS, device)
    const challengeId = started.challenge_id
    const again = await auth.passkey.verifyAuthentication({ challengeId, credential })
    assert.equal(again.error?.code, 'webauthn_challenge_not_found')

    const { data: next } = await auth.passkey.startAuthentication()
    const answer = device.get(next!.options, OURS)
    const many = await Promise.all(
      Array.from({ length: 8 }, () =>
        clientAt(app.anonKey, OURS).passkey.verifyAuthentication({
          challengeId: next!.challenge_id,
          credential: answer,
        }),
      ),
    )
    assert.equal(many.filter(({ error }) => !error).length, 1)

    const { data: late } = await auth.passkey.startAuthentication()
    await app.owner.query(
      "update auth.passkey_challenges set expires_at = now() - interval '1 s' where id = $1",
      [late!.challenge_id],
    )
    const expired = await auth.passkey.verifyAuthentication({
      challengeId: late!.challenge_id,
      credential: device.get(late!.options, OURS),
    })
    assert.equal(expired.error?.code, 'webauthn_challenge_expired')
  })

  test("another user's registration cannot be completed, and a known credential cannot be registered again", async () => {
    const owner = await ownerAt(app.anonKey, OURS)
    const stranger = await personAt(app.anonKey, OURS)
    const { data: theirs } = await owner.auth.passkey.startRegistration()
    const stolen = await stranger.auth.passkey.verifyRegistration({
      challengeId: theirs!.challenge_id,
      credential: stranger.device.create(theirs!.options, OURS),
    })
    assert.equal(stolen.error?.code, 'webauthn_challenge_not_found')
    const { data: own } = await stranger.auth.passkey.startRegistration()
    const twice = await stranger.auth.passkey.verifyRegistration({
      challengeId: own!.challenge_id,
      credential: owner.device.create(own!.options, OURS),
    })
    assert.equal(twice.error?.code, 'webauthn_credential_exists')
    const sneaked = await stranger.auth.passkey.delete({ passkeyId: owner.passkey.id })
    assert.equal(sneaked.error?.code, 'validation_failed')
    assert.equal((await owner.auth.passkey.list()).data?.length, 1)
  })

  test("a passkey works only for its tenant or the creators' pool, and only on its site", async () => {
    const { device } = await ownerAt(tenant.public_key, OURS)
    for (const key of [other.public_key, app.anonKey])
      assert.equal((await signInAt(key, OURS, device)).error?.code, 'webauthn_verification_failed')
    const { error } = await signInAt(tenant.public_key, SHOP, device)
    assert.equal(error?.code, 'webauthn_verification_failed')
  })

  test('pages that are not listed are refused with a reason', async () => {
    for (const [key, origin] of [
      [tenant.public_key, 'https://evil.example'],
      [tenant.public_key, 'http://localhost:8080'],
      [app.anonKey, SHOP],
      [app.anonKey, 'null'],
    ] as const) {
      const { status, body } = await authCall(app, key)('POST', '/passkeys/authentication/options', {
        body: {},
        headers: { origin },
      })
      assert.deepEqual([status, body.code], [403, 'origin_not_allowed'], origin)
    }
    const preview = await authCall(app, other.public_key)('POST', '/passkeys/authentication/options', {
      body: {},
      headers: { origin: 'http://shop.localhost:8080' },
    })
    assert.deepEqual([preview.status, preview.body.options?.rpId], [200, 'shop.localhost'])
    const bare = await authCall(app, other.public_key)('POST', '/passkeys/authentication/options', {
      body: {},
      headers: { origin: 'http://127.0.0.1:8080' },
    })
    assert.deepEqual([bare.status, bare.body.code], [400, 'validation_failed'])
  })

  test('a client without Origin signs for our own pages, as the signed data shows, and for no other site', async () => {
    const { device } = await ownerAt(app.anonKey, OURS)
    const { auth } = app.client(app.anonKey, { global: { fetch: app.fetch } })
    for (const [signed, expected] of [
      ['https://evil.example', 'webauthn_verification_failed'],
      [SHOP, 'webauthn_verification_failed'],
      [OURS, undefined],
    ] as const) {
      const { data: started } = await auth.passkey.startAuthentication()
      const { error } = await auth.passkey.verifyAuthentication({
        challengeId: started!.challenge_id,
        credential: device.get(started!.options, signed),
      })
      assert.equal(error?.code, expected, signed)
    }
  })

  test('malformed bodies and ids are refused with a message', async () => {
    const { session, device } = await ownerAt(app.anonKey, OURS)
    const call = authCall(app, app.anonKey)
    const headers = { origin: OURS }
    const { body: started } = await call('POST', '/passkeys/authentication/options', { body: {}, headers })
    const credential = device.get(started.options, OURS)
    const finish = '/passkeys/authentication/verify'
    const cases: [body: object, status: number, code: string][] = [
      [{}, 400, 'validation_failed'],
      [{ challenge_id: 'x', credential }, 400, 'validation_failed'],
      [{ challenge_id: { a: 1 }, credential }, 400, 'validation_failed'],
      [{ challenge_id: started.challenge_id }, 400, 'validation_failed'],
      [{ challenge_id: randomUUID(), credential }, 400, 'webauthn_challenge_not_found'],
      [{ challenge_id: started.challenge_id, credential: 'x' }, 400, 'webauthn_verification_failed'],
      [{ challenge_id: started.challenge_id, credential }, 400, 'webauthn_challenge_not_found'],
    ]
    for (const [body, status, code] of cases) {
      const answer = await call('POST', finish, { body, headers })
      assert.deepEqual([answer.status, answer.body.code], [status, code], JSON.stringify(body).slice(0, 80))
    }
    const token = session.access_token
    for (const [method, id, body, status] of [
      ['DELETE', 'nonsense', undefined, 404],
      ['DELETE', randomUUID(), undefined, 404],
      ['PATCH', randomUUID(), { friendly_name: 'x' }, 404],
      ['PATCH', randomUUID(), {}, 400],
      ['PATCH', randomUUID(), { friendly_name: 'x'.repeat(121) }, 400],
    ] as const) {
      const answer = await call(method, `/passkeys/${id}`, { token, body })
      assert.deepEqual([answer.status, answer.body.code], [status, 'validation_failed'], `${method} ${id}`)
    }
  })

  test('a user has at most ten, and none if the pool does not offer them', async () => {
    const { auth, session } = await personAt(other.public_key, OURS)
    for (let i = 0; i < 10; i++)
      await app.owner.query(
        `insert into auth.passkeys (pool_id, user_id, credential_id, public_key, sign_count, rp_id, friendly_name)
         values ($1, $2, $3, '\\x01', 0, 'localhost', 'Passkey')`,
        [other.id, session.user.id, `many-${i}`],
      )
    assert.equal((await auth.passkey.startRegistration()).error?.code, 'too_many_passkeys')
    const settings = authCall(app, app.serviceKey)
    const headers = { 'x-bb-pool': other.id }
    await settings('PATCH', '/admin/settings', { headers, body: { passkeys: false } })
    assert.equal((await auth.passkey.startRegistration()).error?.code, 'passkey_disabled')
    assert.equal((await auth.passkey.startAuthentication()).error?.code, 'passkey_disabled')
  })
})
