import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { exportSPKI, importJWK } from 'jose'
import { makeTenant } from '#testing/factories.ts'
import { authCall, newEmail, signUp } from '#testing/test-users.ts'
import { testApp } from '#testing/test-app.ts'
import { AUTH0_CLIENT, forgeAuth0, known, useAuth0 } from '#testing/test-auth0.ts'

const [forge, foreign] = await Promise.all([forgeAuth0(), forgeAuth0()])
const app = await testApp({
  env: {
    AUTH_LIMIT_FACTOR: '1000',
    AUTH0_DOMAIN_OVERRIDES: `${forge.override('forge.auth0.com')},${foreign.override('foreign.auth0.com')}`,
  },
})
const [tenant, sibling, builtIn] = await Promise.all(
  [1, 2, 3].map(() => makeTenant(app.database, { plan: 'pro' })),
)
await useAuth0(app, tenant!, 'forge.auth0.com')
await useAuth0(app, sibling!, 'forge.auth0.com')

const atAuth0 = (key = tenant!.public_key) => authCall(app, key)
const begin = async (key = tenant!.public_key) => {
  const { status, body } = await atAuth0(key)('POST', '/auth0/logins')
  assert.equal(status, 200, JSON.stringify(body))
  return body as { nonce: string; domain: string; client_id: string; expires_in: number }
}
const enter = (id_token: string, key = tenant!.public_key) =>
  atAuth0(key)('POST', '/token?grant_type=auth0', { body: { id_token } })
/** Starts a sign-in and returns with a token of these claims. */
const comeBack = async (claims: object, from = forge, key = tenant!.public_key) =>
  enter(await from.idToken({ nonce: (await begin(key)).nonce, ...claims }), key)
const person = (sub = `auth0|${newEmail()}`) => ({ sub, email: newEmail('sam'), email_verified: true })
const rows = async (sql: string, values: unknown[]) => (await app.owner.query(sql, values)).rows
const peopleOf = (id: string) => rows('select id, email from auth.users where pool_id = $1', [id])

test('[S4-063] a token of the tenant’s own Auth0 creates an account in its pool, found again by issuer and subject', async () => {
  const sam = { ...person(), name: 'Sam Jones', nickname: 'sam' }
  const first = await comeBack(sam)
  assert.equal(first.status, 200, JSON.stringify(first.body))
  const { user } = first.body
  assert.equal(user.email, sam.email)
  assert.ok(user.email_confirmed_at)
  assert.deepEqual(user.app_metadata, { provider: 'auth0', providers: ['auth0'] })
  assert.equal(user.user_metadata.name, 'Sam Jones')
  assert.equal(user.user_metadata.nickname, 'sam')
  const { data } = await app.client(tenant!.public_key).auth.getClaims(first.body.access_token)
  assert.equal(data?.claims.aud, tenant!.public_key)
  assert.equal(data.claims['role'], 'end_user')
  const again = await comeBack({ ...sam, email: newEmail('new') })
  assert.equal(again.body.user.id, user.id, 'whatever the address is today')
})

test('[S4-063] an address never leads to an existing account, neither a built-in one nor one of another issuer', async () => {
  const shop = await makeTenant(app.database)
  const member = await signUp(app, shop.public_key)
  const email = member.user.email!
  await useAuth0(app, shop, 'forge.auth0.com')
  const sub = person().sub
  const mine = await comeBack({ sub, email, email_verified: true }, forge, shop.public_key)
  assert.equal(mine.status, 200)
  assert.notEqual(mine.body.user.id, member.user.id)
  assert.ok(!mine.body.user.email, 'the address stays with whom it was')
  assert.equal(mine.body.user.user_metadata.email, email)

  await useAuth0(app, shop, 'foreign.auth0.com')
  const theirs = await comeBack({ sub, email, email_verified: true }, foreign, shop.public_key)
  assert.equal(theirs.status, 200)
  assert.notEqual(
    theirs.body.user.id,
    mine.body.user.id,
    'the same subject of another issuer is another user',
  )
  assert.equal((await peopleOf(shop.id)).length, 3)
  const { rows: identities } = await app.owner.query(
    "select provider_id from auth.identities where pool_id = $1 and provider = 'auth0' order by 1",
    [shop.id],
  )
  assert.deepEqual(
    identities.map(({ provider_id }) => String(provider_id)).toSorted(),
    [`${forge.address}/${sub}`, `${foreign.address}/${sub}`].toSorted(),
  )
})

test('a person who uses two tenants with one application has an account in each', async () => {
  const sam = person()
  const here = await comeBack(sam)
  const there = await comeBack(sam, forge, sibling!.public_key)
  assert.deepEqual([here.status, there.status], [200, 200])
  assert.notEqual(here.body.user.id, there.body.user.id)
})

test('an address that Auth0 did not verify is not stored; once verified it is', async () => {
  const sam = person()
  const unproven = await comeBack({ ...sam, email_verified: false })
  assert.equal(unproven.status, 200)
  assert.ok(!unproven.body.user.email)
  const proven = await comeBack(sam)
  assert.equal(proven.body.user.id, unproven.body.user.id)
  assert.equal(proven.body.user.email, sam.email)
  const without = await comeBack({ sub: 'sms|1', email: undefined })
  assert.equal(without.status, 200, 'people without an address come in too')
})

test('[F04] [S5-006] [S5-007] [S5-008] [S5-009] [S5-010] [S5-011] a token that does not belong to this sign-in creates neither a session nor a row', async () => {
  const at = Math.floor(Date.now() / 1000)
  const before = await peopleOf(tenant!.id)
  const sam = person()
  const { nonce } = await begin()
  const make = (claims: object, header?: object) => forge.idToken({ ...sam, nonce, ...claims }, header)
  const [jwk] = forge.keys
  const spki = await exportSPKI((await importJWK(jwk!, 'RS256', { extractable: true })) as CryptoKey)
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const claims = { iss: `${forge.address}/`, aud: AUTH0_CLIENT.id, iat: at, exp: at + 600, nonce, ...sam }
  const confused = `${encode({ alg: 'HS256', kid: 'one' })}.${encode(claims)}`
  const [head, body, signature] = (await make({})).split('.')
  const faults: Record<string, string> = {
    'no token': 'x',
    empty: '',
    'another issuer': await make({ iss: 'https://evil.auth0.com/' }),
    'the issuer without its slash': await make({ iss: forge.address }),
    'a token of another domain': await foreign.idToken({ ...sam, nonce }),
    'no issuer': await make({ iss: undefined }),
    'another audience': await make({ aud: 'other-client' }),
    'no audience': await make({ aud: undefined }),
    'for another client': await make({ azp: 'other-client' }),
    'several audiences and no party': await make({ aud: [AUTH0_CLIENT.id, 'other'] }),
    'no subject': await make({ sub: undefined }),
    'empty subject': await make({ sub: '' }),
    'a subject that is a number': await make({ sub: 7 }),
    'no nonce': await make({ nonce: undefined }),
    'a nonce that is no text': await make({ nonce: 7 }),
    'no end': await make({ exp: undefined }),
    'no beginning': await make({ iat: undefined }),
    'of an hour ago': await make({ iat: at - 3600 }),
    'an unknown key': await make({}, { kid: 'two' }),
    'a foreign key': await forge.forgedToken({ ...sam, nonce }),
    'alg none': `${encode({ alg: 'none' })}.${encode(claims)}.`,
    'the public key as secret': `${confused}.${createHmac('sha256', spki).update(confused).digest('base64url')}`,
    'changed claims': `${head}.${encode({ ...claims, sub: 'other' })}.${signature}`,
    'no signature': `${head}.${body}.`,
  }
  for (const [name, token] of Object.entries(faults)) {
    const refused = await enter(token)
    assert.deepEqual([refused.status, refused.body.code], [400, 'auth0_token_refused'], name)
    assert.equal(refused.body.access_token, undefined, name)
  }
  assert.deepEqual(await peopleOf(tenant!.id), before)
  assert.equal((await enter(await make({}))).status, 200, 'and the nonce was still good')
})

test('[S5-012] clocks may differ by a minute: 59 s pass, 61 s do not', async () => {
  const now = () => Math.floor(Date.now() / 1000)
  // The request may take a second or two, so the case that passes has a margin.
  for (const [claims, status] of [
    [() => ({ iat: now() - 300, exp: now() - 55 }), 200],
    [() => ({ iat: now() - 300, exp: now() - 61 }), 400],
    [() => ({ nbf: now() + 59 }), 200],
    [() => ({ nbf: now() + 70 }), 400],
  ] as const)
    assert.equal((await comeBack({ ...person(), ...claims() })).status, status, String(claims))
})

test("[F07] [S4-061] [S5-010] [S5-013] a nonce that is unknown, used, expired or another tenant's gets Invalid state", async () => {
  const refused = async (nonce: string, key?: string) => {
    const { status, body } = await enter(await forge.idToken({ ...person(), nonce }), key)
    assert.deepEqual(
      [status, body.code, body.message ?? body.msg],
      [400, 'auth0_invalid_state', 'Invalid state'],
    )
  }
  await refused('made-up')
  const { nonce } = await begin()
  await refused(nonce, sibling!.public_key)
  const token = await forge.idToken({ ...person(), nonce })
  const answers = await Promise.all([enter(token), enter(token), enter(token)])
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 400, 400],
    'of many at once one gets in',
  )
  await refused(nonce)
  const { nonce: late } = await begin()
  await app.owner.query(
    "update auth.auth0_logins set expires_at = now() - interval '1 second' where pool_id = $1",
    [tenant!.id],
  )
  await refused(late)
  await begin()
  const left = await rows('select 1 from auth.auth0_logins where pool_id = $1', [tenant!.id])
  assert.equal(left.length, 1, 'late ones are cleared away')
})

test('[S5-005] a sign-in cannot start without a domain, a client id or Auth0 itself', async () => {
  const half = await makeTenant(app.database)
  await app.owner.query(
    "update public.tenants set auth_provider = 'auth0', auth0_domain = 'x.auth0.com' where id = $1",
    [half.id],
  )
  for (const key of [half.public_key, builtIn!.public_key, app.anonKey])
    for (const [path, body] of [
      ['/auth0/logins', undefined],
      ['/token?grant_type=auth0', { id_token: await forge.idToken() }],
    ] as const) {
      const refused = await authCall(app, key)('POST', path, body ? { body } : {})
      assert.deepEqual(
        [refused.status, refused.body.code, refused.body.message ?? refused.body.msg],
        [422, 'auth0_not_configured', 'Auth0 is not properly configured for this tenant'],
      )
    }
})

test('a page gets the address to redirect to, and nothing secret', async () => {
  const { nonce, ...options } = await begin()
  assert.deepEqual(options, { domain: forge.address, client_id: AUTH0_CLIENT.id, expires_in: 600 })
  assert.match(nonce, /^[\w-]{43}$/)
})

test('tenants that use Auth0 refuse built-in sign-in and sign-up until they switch back', async () => {
  const shop = await makeTenant(app.database)
  const call = authCall(app, shop.public_key)
  const [email, password] = [newEmail(), 'unrelated words of a poem']
  const member = await signUp(app, shop.public_key)
  await useAuth0(app, shop, 'forge.auth0.com')
  const body = { email, password }
  const [up, inside, code, providers] = await Promise.all([
    call('POST', '/signup', { body }),
    call('POST', '/token?grant_type=password', { body }),
    call('POST', '/otp', { body: { email } }),
    call('GET', '/settings'),
  ])
  assert.deepEqual([up.status, up.body.code], [422, 'signup_disabled'])
  for (const { status } of [inside, code]) assert.ok(status === 400 || status === 422)
  assert.equal(inside.body.code, 'email_provider_disabled')
  assert.equal(providers.body.external.email, false)
  const current = await authCall(app, shop.public_key)('GET', '/user', { token: member.access_token })
  assert.equal(current.status, 200, 'signed-in users stay signed in')
  await app.owner.query("update public.tenants set auth_provider = 'supabase' where id = $1", [shop.id])
  await known(app, shop, ({ auth_provider }) => auth_provider === 'supabase')
  const free = await call('POST', '/signup', { body })
  assert.equal(free.status, 200, JSON.stringify(free.body))
})

test('an Auth0 that does not respond is reported as unreachable', async () => {
  const lone = await forgeAuth0()
  lone.answers.set('/.well-known/jwks.json', (_, response) => void response.writeHead(500).end())
  const other = await testApp({
    env: { AUTH_LIMIT_FACTOR: '1000', AUTH0_DOMAIN_OVERRIDES: lone.override('lone.auth0.com') },
  })
  const shop = await makeTenant(other.database)
  await useAuth0(other, shop, 'lone.auth0.com')
  const call = authCall(other, shop.public_key)
  const { body } = await call('POST', '/auth0/logins')
  const id_token = await lone.idToken({ ...person(), nonce: body.nonce })
  const refused = await call('POST', '/token?grant_type=auth0', { body: { id_token } })
  assert.deepEqual([refused.status, refused.body.code], [422, 'auth0_unreachable'])
  lone.answers.clear()
  const fine = await call('POST', '/token?grant_type=auth0', { body: { id_token } })
  assert.equal(fine.status, 200, 'and the same token is good once it does')
})
