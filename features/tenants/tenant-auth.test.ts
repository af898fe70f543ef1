import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeTenant } from '#testing/factories.ts'
import { functionCall } from '#testing/function-call.ts'
import { authCall, signUp } from '#testing/test-users.ts'
import { testApp } from '#testing/test-app.ts'
import { PROVIDER_CLIENT, testProvider } from '#testing/test-provider.ts'

const provider = await testProvider()
const { id: CLIENT, secret: SECRET } = PROVIDER_CLIENT
const app = await testApp({ env: { AUTH_LIMIT_FACTOR: '1000', OUTBOUND_ALLOW: provider.issuer } })
const [ann, bob] = await Promise.all([signUp(app, app.anonKey), signUp(app, app.anonKey)])
const owner = functionCall(app, app.anonKey, ann.access_token)
const stranger = functionCall(app, app.anonKey, bob.access_token)
const tenant = await makeTenant(app.database, { owner: ann.user.id, plan: 'pro' })
const visitor = authCall(app, tenant.public_key)

const read = async () => (await owner('GET', `/tenant-auth-settings?tenant_id=${tenant.id}`)).body
const form = (more: object = {}) => ({
  tenant_id: tenant.id,
  name: 'custom:company',
  title: 'Company login',
  enabled: true,
  client_id: CLIENT,
  client_secret: SECRET,
  issuer: provider.issuer,
  ...more,
})
const stored = async () =>
  (
    await app.owner.query('select name, client_secret_sealed from auth.providers where pool_id = $1', [
      tenant.id,
    ])
  ).rows

test('the owner reads the switches and every available provider with its callback URL', async () => {
  const { settings, providers } = await read()
  assert.equal(settings.email, true)
  assert.equal(settings.web3_ethereum, false)
  assert.equal(settings.password_min_length, 8)
  assert.equal('phone' in settings, false)
  const google = providers.find(({ name }: { name: string }) => name === 'google')
  assert.deepEqual(google, {
    name: 'google',
    title: 'Google',
    saved: false,
    enabled: false,
    client_id: '',
    secret_set: false,
    callback_url: 'http://localhost:3000/auth/v1/callback',
    fields: [],
    issuer: '',
    team_id: '',
    key_id: '',
  })
  const fields = (name: string) => providers.find((one: { name: string }) => one.name === name).fields
  assert.deepEqual(fields('apple'), ['team_id', 'key_id'])
  assert.deepEqual(fields('azure'), ['issuer'])
})

test('a changed switch immediately applies to the tenant’s users, and to no other tenant', async () => {
  const { status, body } = await owner('PATCH', '/tenant-auth-settings', {
    tenant_id: tenant.id,
    settings: { disable_signup: true, session_timebox: 86_400, password_min_length: 12 },
  })
  assert.equal(status, 200)
  assert.equal(body.settings.disable_signup, true)
  assert.equal(body.settings.email, true)
  assert.equal((await visitor('GET', '/settings')).body.disable_signup, true)
  assert.equal((await authCall(app, app.anonKey)('GET', '/settings')).body.disable_signup, false)
  for (const settings of [
    {},
    { phone: true },
    { password_min_length: 7 },
    { session_timebox: 5 },
    { email: 'no' },
  ])
    assert.equal(
      (await owner('PATCH', '/tenant-auth-settings', { tenant_id: tenant.id, settings })).status,
      400,
      JSON.stringify(settings),
    )
})

test('a provider is tested before it is saved; a failed test says why and stores nothing', async () => {
  const faults: [object, number, RegExp][] = [
    [{ client_secret: 'wrong' }, 422, /does not know this client/],
    [{ issuer: `${provider.issuer}/other` }, 422, /discovery document/],
    [{ issuer: 'http://127.0.0.1:9/' }, 422, /must not name a port/],
    [{ issuer: 'https://169.254.169.254/' }, 422, /not public/],
    [{ issuer: undefined }, 400, /issuer/],
    [{ client_id: ' ' }, 400, /client_id/],
    [{ name: 'unknown' }, 404, /not found/],
    [{ name: '__proto__' }, 404, /not found/],
    [{ config: { skip_nonce_check: true } }, 400, /config/],
  ]
  for (const [more, status, words] of faults) {
    const refused = await owner('PUT', '/tenant-auth-provider', form(more))
    assert.equal(refused.status, status, JSON.stringify([more, refused.body]))
    assert.match(refused.body.error, words)
  }
  assert.deepEqual(await stored(), [])
  assert.deepEqual((await owner('POST', '/tenant-auth-provider-test', form())).body, { ok: true })
  assert.deepEqual(await stored(), [])
})

test('visitors see a saved provider; its secret is sealed and never returned', async () => {
  const { status, body } = await owner('PUT', '/tenant-auth-provider', form())
  assert.equal(status, 200, JSON.stringify(body))
  const company = body.providers.find(({ name }: { name: string }) => name === 'custom:company')
  assert.deepEqual(
    [company.title, company.enabled, company.secret_set, company.issuer],
    ['Company login', true, true, provider.issuer],
  )
  assert.equal(JSON.stringify(body).includes(SECRET), false)
  assert.equal(JSON.stringify(await read()).includes(SECRET), false)
  const [row] = await stored()
  assert.equal(row.client_secret_sealed.includes(SECRET), false)
  assert.match(row.client_secret_sealed, /^s1\./)
  const { body: shown } = await visitor('GET', '/settings')
  assert.equal(shown.external['custom:company'], true)
})

test('without a new secret the stored one stays, but only for the same issuer; a provider can be disabled and removed', async () => {
  const again = await owner(
    'PUT',
    '/tenant-auth-provider',
    form({ client_secret: undefined, title: 'Staff' }),
  )
  assert.equal(again.status, 200, JSON.stringify(again.body))
  const moved = await owner(
    'PUT',
    '/tenant-auth-provider',
    form({ client_secret: undefined, issuer: 'https://thief.example' }),
  )
  assert.deepEqual([moved.status, moved.body.code], [422, 'secret_needed'])
  const target = { tenant_id: tenant.id, name: 'custom:company' }
  const off = await owner('PATCH', '/tenant-auth-provider', { ...target, enabled: false })
  assert.equal(off.status, 200)
  assert.equal((await visitor('GET', '/settings')).body.external['custom:company'], undefined)
  const path = `/tenant-auth-provider?tenant_id=${tenant.id}&name=custom%3Acompany`
  assert.equal((await owner('DELETE', path)).status, 200)
  assert.deepEqual(await stored(), [])
  assert.equal((await owner('DELETE', path)).status, 404)
  assert.equal((await owner('PATCH', '/tenant-auth-provider', { ...target, enabled: true })).status, 404)
})

test('[C06] only the owner reads or changes the settings: not another creator, a visitor or the public key', async () => {
  const endUser = await signUp(app, (await makeTenant(app.database, { owner: ann.user.id })).public_key)
  const calls: [string, string, object?][] = [
    ['GET', `/tenant-auth-settings?tenant_id=${tenant.id}`],
    ['PATCH', '/tenant-auth-settings', { tenant_id: tenant.id, settings: { email: false } }],
    ['PUT', '/tenant-auth-provider', form()],
    ['POST', '/tenant-auth-provider-test', form()],
    ['PATCH', '/tenant-auth-provider', { tenant_id: tenant.id, name: 'custom:company', enabled: true }],
    ['DELETE', `/tenant-auth-provider?tenant_id=${tenant.id}&name=custom%3Acompany`],
  ]
  const requestsBefore = provider.asked()
  for (const [method, path, body] of calls) {
    const refused = await stranger(method, path, body)
    assert.deepEqual([refused.status, refused.body.code], [404, 'tenant_not_found'], `${method} ${path}`)
    for (const [key, token] of [
      [app.anonKey],
      [tenant.public_key],
      [tenant.public_key, endUser.access_token],
    ] as const) {
      const { status } = await functionCall(app, key, token)(method, path, body)
      assert.ok(status === 401 || status === 403, `${method} ${path}: ${status}`)
    }
  }
  assert.equal(provider.asked(), requestsBefore, 'the provider gets no request')
  assert.deepEqual(await stored(), [])
})

test('[B16] [S3-044] own providers need Pro: Free cannot enable one, and visitors see none after a plan has ended', async () => {
  const eve = await signUp(app, app.anonKey)
  const asEve = functionCall(app, app.anonKey, eve.access_token)
  const free = await makeTenant(app.database, { owner: eve.user.id })
  const refused = await asEve('PUT', '/tenant-auth-provider', form({ tenant_id: free.id }))
  assert.deepEqual(
    [refused.status, refused.body],
    [402, { error: 'Signing in with other services needs the Pro plan.', code: 'social_login_needs_plan' }],
  )
  assert.equal(
    (await asEve('PUT', '/tenant-auth-provider', form({ tenant_id: free.id, enabled: false }))).status,
    200,
    'a disabled provider can be saved',
  )
  const on = await asEve('PATCH', '/tenant-auth-provider', {
    tenant_id: free.id,
    name: 'custom:company',
    enabled: true,
  })
  assert.deepEqual([on.status, on.body.code], [402, 'social_login_needs_plan'])

  // The provider was saved and enabled before the plan ended.
  await app.owner.query('update auth.providers set enabled = true where pool_id = $1', [free.id])
  for (const [status, expected] of [
    ['canceled', 400],
    ['active', 302],
  ] as const) {
    const other = await makeTenant(app.database, { plan: 'pro' })
    await app.owner.query('update public.bolt_subscriptions set status = $2 where user_id = $1', [
      other.owner,
      status,
    ])
    await app.owner.query(
      `insert into auth.providers (pool_id, name, title, enabled, client_id, client_secret_sealed, config)
       select $1, name, title, true, client_id, null, config from auth.providers where pool_id = $2`,
      [other.id, free.id],
    )
    const client = authCall(app, other.public_key)
    const { external } = (await client('GET', '/settings')).body
    assert.equal(external['custom:company'] === true, status === 'active', status)
    const to = encodeURIComponent(`${app.config.publicUrl}/`)
    const went = await client('GET', `/authorize?provider=custom:company&redirect_to=${to}`)
    assert.equal(went.status, expected, JSON.stringify(went.body))
  }
})
