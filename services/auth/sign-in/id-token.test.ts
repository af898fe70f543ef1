import assert from 'node:assert/strict'
import { createHash, createHmac } from 'node:crypto'
import { test } from 'node:test'
import { exportSPKI, importJWK } from 'jose'
import { makeTenant } from '#testing/factories.ts'
import { authCall, newEmail, signUp } from '#testing/test-users.ts'
import { testApp } from '#testing/test-app.ts'
import { testIdentity } from '#testing/test-identity.ts'
import { PROVIDER_CLIENT, testProvider } from '#testing/test-provider.ts'
import { openAuth } from '../auth.ts'
import { creators, endUsersOf } from '../pool.ts'
import { saveProvider } from '../providers/save-provider.ts'

const [identity, forge] = await Promise.all([testIdentity(), testProvider()])
const app = await testApp({
  env: { AUTH_LIMIT_FACTOR: '1000', OUTBOUND_ALLOW: `${identity.origin},${forge.issuer}` },
})
const auth = openAuth(app.kernel)
const tenant = await makeTenant(app.database, { plan: 'pro' })
const endUsers = endUsersOf((await app.kernel.tenancy.byPublicKey(tenant.public_key))!)
const real = {
  client_id: identity.clientId,
  client_secret: identity.clientSecret,
  config: { issuer: identity.issuer },
}
const hostile = {
  client_id: PROVIDER_CLIENT.id,
  config: { issuer: forge.issuer, acceptable_client_ids: ['shop-phone'] },
}
for (const pool of [creators, endUsers]) await saveProvider(auth, pool, 'custom:real', real)
await saveProvider(auth, creators, 'custom:forge', hostile)
await saveProvider(auth, creators, 'custom:off', { ...hostile, enabled: false })
await saveProvider(auth, creators, 'github', { client_id: 'shop', client_secret: 'shop' })

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const grant = (body: object, token?: string) =>
  authCall(app, app.anonKey)('POST', '/token?grant_type=id_token', { body, ...(token ? { token } : {}) })
const send = (id_token: string, more: object = {}) => grant({ provider: 'custom:forge', id_token, ...more })

/** Signs in at the certified provider like an application would, and takes its tokens. */
async function tokensOf(email: string, nonce?: string): Promise<{ id_token: string; access_token: string }> {
  const redirect = 'http://localhost:3000/auth/v1/callback'
  const verifier = 'v'.repeat(50)
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const query = {
    client_id: identity.clientId,
    response_type: 'code',
    scope: 'openid email profile',
    redirect_uri: redirect,
    state: 'x',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...(nonce ? { nonce: sha256(nonce) } : {}),
  }
  const back = await identity.come(`${identity.issuer}/auth?${new URLSearchParams(query)}`, {
    email,
    name: 'Sam',
  })
  const answer = await fetch(`${identity.issuer}/token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${identity.clientId}:${identity.clientSecret}`).toString('base64')}`,
    },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: new URL(back).searchParams.get('code')!,
      redirect_uri: redirect,
      code_verifier: verifier,
    }),
  })
  assert.equal(answer.status, 200)
  return (await answer.json()) as { id_token: string; access_token: string }
}

test('[S7-090] signInWithIdToken of the official client, with tokens of a certified provider, in both pools', async () => {
  const email = newEmail('sam')
  const ids = new Set<string>()
  for (const key of [app.anonKey, tenant.public_key]) {
    const { id_token: token, access_token } = await tokensOf(email, 'the nonce of the page')
    const { data, error } = await app.client(key).auth.signInWithIdToken({
      provider: 'custom:real',
      token,
      access_token,
      nonce: 'the nonce of the page',
    })
    assert.equal(error, null)
    assert.equal(data.user?.email, email)
    assert.ok(data.user.email_confirmed_at)
    assert.deepEqual(data.user.app_metadata, { provider: 'custom:real', providers: ['custom:real'] })
    const { data: claims } = await app.client(key).auth.getClaims(data.session.access_token)
    assert.deepEqual(
      claims?.claims.amr?.map((proof) => (typeof proof === 'string' ? proof : proof.method)),
      ['oauth'],
    )
    ids.add(data.user.id)
  }
  assert.equal(ids.size, 2)
})

test('the same person returns to the same account, and a verified address leads to the account that has it', async () => {
  const known = await signUp(app, app.anonKey)
  const first = await send(
    await forge.idToken({ sub: 'back', email: known.user.email!, email_verified: true }),
  )
  assert.equal(first.status, 200, JSON.stringify(first.body))
  assert.equal(first.body.user.id, known.user.id)
  const again = await send(await forge.idToken({ sub: 'back', email: newEmail(), email_verified: true }))
  assert.equal(again.body.user.id, known.user.id)
  const unproven = await signUp(app, app.anonKey)
  const stolen = await send(await forge.idToken({ sub: 'thief', email: unproven.user.email! }))
  assert.deepEqual([stolen.status, stolen.body.code], [422, 'provider_email_needs_verification'])
})

test('[F04] a token with a wrong issuer, client, time or signature, or without a subject, is refused', async () => {
  const now = Math.floor(Date.now() / 1000)
  const person = { sub: 'f04', email: newEmail(), email_verified: true }
  const make = (claims: object, header?: object) => forge.idToken({ ...person, ...claims }, header)
  const [jwk] = ((await (await fetch(`${forge.issuer}/keys`)).json()) as { keys: object[] }).keys
  const spki = await exportSPKI((await importJWK(jwk!, 'RS256', { extractable: true })) as CryptoKey)
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const claims = { iss: forge.issuer, aud: 'shop', iat: now, exp: now + 600, ...person }
  const confused = `${encode({ alg: 'HS256', kid: 'one' })}.${encode(claims)}`
  const valid = await make({})
  const [head, body, signature] = valid.split('.')
  const faults: Record<string, string> = {
    'no token': 'x',
    'another issuer': await make({ iss: 'https://evil.example' }),
    'no issuer': await make({ iss: undefined }),
    'ended 61 s ago': await make({ iat: now - 3600, exp: now - 61 }),
    'no end': await make({ exp: undefined }),
    'not yet, by 90 s': await make({ nbf: now + 90 }),
    'no subject': await make({ sub: undefined }),
    'empty subject': await make({ sub: '' }),
    'a subject that is a number': await make({ sub: 7 as never }),
    'for another client': await make({ azp: 'evil' }),
    'several audiences and no party': await make({ aud: ['shop', 'evil'] }),
    'an unknown key': await make({}, { kid: 'two' }),
    'a foreign key': await forge.forgedToken(person),
    'alg none': `${encode({ alg: 'none' })}.${encode(claims)}.`,
    'the public key as secret': `${confused}.${createHmac('sha256', spki).update(confused).digest('base64url')}`,
    'changed claims': `${head}.${encode({ ...claims, sub: 'other' })}.${signature}`,
    'no signature': `${head}.${body}.`,
  }
  for (const [name, token] of Object.entries(faults)) {
    const refused = await send(token)
    assert.deepEqual(
      [refused.status, refused.body],
      [400, { error: 'invalid_request', error_description: 'Bad ID token' }],
      name,
    )
  }
  for (const aud of ['evil', undefined]) {
    const refused = await send(await make({ aud }))
    assert.equal(refused.status, 400)
    assert.match(refused.body.error_description, aud ? /^Unacceptable audience/ : /audience|Bad ID token/)
  }
  assert.equal(
    (await send(await make({ exp: Math.floor(Date.now() / 1000) - 45 }))).status,
    200,
    'clocks may differ by a minute',
  )
  assert.equal((await send(await make({ aud: 'shop-phone' }))).status, 200, 'the same application on a phone')
  assert.equal((await send(valid)).status, 200)
})

test('both sides or neither must have a nonce, and the token contains its SHA-256', async () => {
  const person = { sub: 'nonce', email: newEmail(), email_verified: true }
  const bound = await forge.idToken({ ...person, nonce: sha256('secret') })
  const faults: [string, string | undefined, string][] = [
    [bound, undefined, 'invalid_request'],
    [await forge.idToken(person), 'secret', 'invalid_request'],
    [bound, 'other', 'invalid_nonce'],
    [bound, sha256('secret'), 'invalid_nonce'],
    [await forge.idToken({ ...person, nonce: 'secret' }), 'secret', 'invalid_nonce'],
    [await forge.idToken({ ...person, nonce: 7 }), '7', 'invalid_nonce'],
  ]
  for (const [token, nonce, error] of faults) {
    const refused = await send(token, { nonce })
    assert.deepEqual([refused.status, refused.body.error], [400, error], String(nonce))
  }
  assert.equal((await send(bound, { nonce: 'secret' })).status, 200)
})

test('an access token sent along must be the one that the ID token names', async () => {
  const at_hash = createHash('sha256').update('access').digest().subarray(0, 16).toString('base64url')
  const person = { sub: 'hash', email: newEmail(), email_verified: true }
  const token = await forge.idToken({ ...person, at_hash })
  const refused = await send(token, { access_token: 'another' })
  assert.equal(refused.body.error_description, 'access_token does not belong to id_token')
  assert.equal((await send(token, { access_token: 'access' })).status, 200)
  assert.equal((await send(await forge.idToken(person), { access_token: 'any' })).status, 200)
})

test('disabled and unknown providers, and those without ID tokens, are refused, and missing fields are named', async () => {
  const id_token = await forge.idToken({ email: newEmail(), email_verified: true })
  const faults: [object, number, string | undefined, string | undefined][] = [
    [{ provider: 'custom:off', id_token }, 400, 'provider_disabled', undefined],
    [{ provider: 'google', id_token }, 400, 'provider_disabled', undefined],
    [{ provider: '__proto__', id_token }, 400, 'provider_disabled', undefined],
    [{ provider: 'github', id_token }, 400, 'validation_failed', undefined],
    [{ provider: 'custom:forge' }, 400, undefined, 'invalid_request'],
    [{ id_token }, 400, undefined, 'invalid_request'],
    [{ provider: 'custom:forge', id_token: 7 }, 400, 'validation_failed', undefined],
  ]
  for (const [body, status, code, error] of faults) {
    const refused = await grant(body)
    assert.deepEqual([refused.status, refused.body.code, refused.body.error], [status, code, error])
  }
})

test('linkIdentity of the official client adds the provider to the signed-in account, in the same session', async () => {
  const client = app.client()
  const email = newEmail('linker')
  const session = await signUp(app, app.anonKey, email)
  await client.auth.setSession(session)
  const token = await forge.idToken({ sub: 'linked', email: newEmail(), email_verified: true })
  const { data, error } = await client.auth.linkIdentity({ provider: 'custom:forge', token })
  assert.equal(error, null)
  const linked = data as { user: { id: string; email: string; identities: { provider: string }[] } }
  assert.equal(linked.user.id, session.user.id)
  assert.equal(linked.user.email, email)
  assert.deepEqual(
    linked.user.identities.map(({ provider }) => provider),
    ['email', 'custom:forge'],
  )
  const { rows } = await app.owner.query('select id from auth.sessions where user_id = $1', [session.user.id])
  assert.equal(rows.length, 1)
  // The new sign-in method reaches the same account.
  assert.equal((await send(token)).body.user.id, session.user.id)
})

test('linking needs an active session of the pool, an identity that no other user has, and the setting', async () => {
  const body = async (sub: string) => ({
    provider: 'custom:forge',
    id_token: await forge.idToken({ sub, email: newEmail(), email_verified: true }),
    link_identity: true,
  })
  const [ann, bob] = await Promise.all([signUp(app, app.anonKey), signUp(app, app.anonKey)])
  const visitor = await signUp(app, tenant.public_key)
  assert.equal((await grant(await body('a'), ann.access_token)).status, 200)
  const taken = await grant(await body('a'), bob.access_token)
  assert.deepEqual([taken.status, taken.body.code], [422, 'identity_already_exists'])
  for (const token of [undefined, visitor.access_token]) {
    const refused = await grant(await body('b'), token)
    assert.ok([401, 403].includes(refused.status), JSON.stringify(refused.body))
  }
  await authCall(app, app.serviceKey)('PATCH', '/admin/settings', { body: { manual_linking: false } })
  assert.equal((await grant(await body('c'), bob.access_token)).body.code, 'manual_linking_disabled')
})
