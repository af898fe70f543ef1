import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { makeTenant } from '#testing/factories.ts'
import { PASSWORD, authCall, newEmail, signUp } from '#testing/test-users.ts'
import { softwareAuthenticator } from '#testing/software-authenticator.ts'
import type { Misbehaviour } from '#testing/software-authenticator.ts'
import { testApp } from '#testing/test-app.ts'

const OURS = 'http://localhost:3000'
const SHOP = 'http://shop.localhost:4000'

const app = await testApp({ env: { AUTH_LIMIT_FACTOR: '1000' } })
const tenant = await makeTenant(app.database)

/** Calls of one session on a page of this origin. */
const callsOf = (key: string, token: string, origin: string) => (path: string, body: object) =>
  authCall(app, key)('POST', path, { token, body, headers: { origin } })
type Ask = ReturnType<typeof callsOf>

async function person(key: string, origin: string) {
  const email = newEmail()
  const session = await signUp(app, key, email)
  return {
    email,
    key,
    origin,
    ask: callsOf(key, session.access_token, origin),
    device: softwareAuthenticator(),
  }
}

async function signedInAgain({ email, key, origin }: { email: string; key: string; origin: string }) {
  const { data } = await app.client(key).auth.signInWithPassword({ email, password: PASSWORD })
  return callsOf(key, data.session!.access_token, origin)
}

const verify = (ask: Ask, factorId: string, challengeId: string, type: string, credential: object) =>
  ask(`/factors/${factorId}/verify`, {
    challenge_id: challengeId,
    webauthn: { rpId: 'ignored', rpOrigins: ['ignored'], type, credential_response: credential },
  })

/** Enrolls a key and registers it. */
async function register({ ask, device, origin }: Awaited<ReturnType<typeof person>>, as: Misbehaviour = {}) {
  const { body: factor } = await ask('/factors', { factor_type: 'webauthn', friendly_name: 'Key' })
  const { body: issued } = await ask(`/factors/${factor.id}/challenge`, { factorId: factor.id })
  const options = issued.webauthn.credential_options.publicKey
  const answer = await verify(ask, factor.id, issued.id, 'create', device.create(options, origin, as))
  return { id: factor.id as string, issued, answer }
}

async function prove(ask: Ask, factorId: string, device: Device, origin: string, as: Misbehaviour = {}) {
  const { body: issued } = await ask(`/factors/${factorId}/challenge`, { factorId })
  const credential = device.get(issued.webauthn.credential_options.publicKey, origin, as)
  const answer = await verify(ask, factorId, issued.id, 'request', credential)
  return { issued, credential, answer }
}
type Device = ReturnType<typeof softwareAuthenticator>

for (const [whose, key, origin, rpId] of [
  ["creators'", app.anonKey, OURS, 'localhost'],
  ["end users', on a preview of the builder's page", tenant.public_key, SHOP, 'shop.localhost'],
] as const)
  test(`security keys, ${whose}: registered, requested by id, and the session is raised`, async () => {
    const owner = await person(key, origin)
    const { id, issued, answer } = await register(owner)
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    assert.deepEqual([issued.type, issued.webauthn.type], ['webauthn', 'create'])
    assert.equal(issued.webauthn.credential_options.publicKey.rp.id, rpId)
    assert.equal(answer.body.user.factors[0].status, 'verified')
    const ask = await signedInAgain(owner)
    const proven = await prove(ask, id, owner.device, origin)
    assert.equal(proven.issued.webauthn.type, 'request')
    assert.deepEqual(
      proven.issued.webauthn.credential_options.publicKey.allowCredentials.map(
        (one: { id: string }) => one.id,
      ),
      [owner.device.id],
    )
    assert.equal(proven.answer.status, 200)
    const { data } = await app.client(key).auth.getClaims(proven.answer.body.access_token)
    const amr = data?.claims.amr as { method: string }[]
    assert.deepEqual([data?.claims.aal, amr[0]?.method], ['aal2', 'mfa/webauthn'])
    const again = await verify(ask, id, proven.issued.id, 'request', proven.credential)
    assert.equal(again.body.code, 'mfa_challenge_expired')
  })

describe('a security key is refused', () => {
  const wrong: [what: string, as: Misbehaviour][] = [
    ['another page signed', { origin: 'https://evil.example' }],
    ['another relying party', { rpId: 'evil.example' }],
    ['a frame on another page', { topOrigin: 'https://evil.example' }],
    ['without user presence', { absent: true }],
    ['another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
    ['another ceremony', { type: 'payment.get' }],
  ]
  for (const [what, as] of wrong)
    test(what, async () => {
      const newcomer = await person(app.anonKey, OURS)
      assert.equal((await register(newcomer, as)).answer.body.code, 'mfa_verification_failed')
      const owner = await person(app.anonKey, OURS)
      const { id } = await register(owner)
      const ask = await signedInAgain(owner)
      const { answer } = await prove(ask, id, owner.device, OURS, as)
      assert.deepEqual([answer.status, answer.body.code], [422, 'mfa_verification_failed'])
    })

  test("a counter that does not increase; another user's key; a key that is already registered", async () => {
    const owner = await person(app.anonKey, OURS)
    const { id } = await register(owner)
    const ask = await signedInAgain(owner)
    assert.equal((await prove(ask, id, owner.device, OURS, { counter: 7 })).answer.status, 200)
    const low = await signedInAgain(owner)
    for (const counter of [7, 6, 0])
      assert.equal((await prove(low, id, owner.device, OURS, { counter })).answer.status, 422)
    assert.equal((await prove(low, id, softwareAuthenticator(), OURS)).answer.status, 422)
    const stranger = { ...(await person(app.anonKey, OURS)), device: owner.device }
    assert.equal((await register(stranger)).answer.body.code, 'mfa_verification_failed')
  })

  test('a key of another site; a page that is not listed; a response of the wrong kind, or none', async () => {
    const owner = await person(tenant.public_key, SHOP)
    const { id } = await register(owner)
    const elsewhere = await signedInAgain({ ...owner, origin: OURS })
    const moved = await elsewhere(`/factors/${id}/challenge`, {})
    assert.deepEqual([moved.status, moved.body.code], [404, 'webauthn_credential_not_found'])
    const evil = await (
      await signedInAgain({ ...owner, origin: 'https://evil.example' })
    )(`/factors/${id}/challenge`, {})
    assert.deepEqual([evil.status, evil.body.code], [403, 'origin_not_allowed'])
    const ask = await signedInAgain(owner)
    const { body: issued } = await ask(`/factors/${id}/challenge`, {})
    const challenge_id = issued.id
    for (const webauthn of [undefined, {}, { type: 'other' }, { type: 'request' }]) {
      const { status, body } = await ask(`/factors/${id}/verify`, { challenge_id, webauthn })
      assert.deepEqual([status, body.code], [400, 'validation_failed'], JSON.stringify(webauthn))
    }
    const create = await verify(ask, id, challenge_id, 'create', { id: 'x' })
    assert.equal(create.body.code, 'mfa_verification_failed')
    const nonsense = await verify(ask, id, challenge_id, 'request', { id: 'x', response: [] })
    assert.equal(nonsense.body.code, 'mfa_verification_failed')
  })
})
