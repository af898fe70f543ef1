import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeTenant } from '#testing/factories.ts'
import { functionCall } from '#testing/function-call.ts'
import { signUp } from '#testing/test-users.ts'
import { testApp } from '#testing/test-app.ts'

const app = await testApp({ env: { AUTH_LIMIT_FACTOR: '1000' } })
const [ann, bob] = await Promise.all([signUp(app, app.anonKey), signUp(app, app.anonKey)])
const owner = functionCall(app, app.anonKey, ann.access_token)
const stranger = functionCall(app, app.anonKey, bob.access_token)
const tenant = await makeTenant(app.database, { owner: ann.user.id })
const second = await makeTenant(app.database, { owner: ann.user.id })
const BACK = 'https://members.hearth.example/back'

const form = (more: object = {}) => ({
  tenant_id: tenant.id,
  name: 'Members',
  site: 'https://members.hearth.example/',
  redirect_uris: [BACK],
  public: false,
  ...more,
})
const listed = async (id = tenant.id) => (await owner('GET', `/tenant-apps?tenant_id=${id}`)).body
const one = (clientId: string, id = tenant.id) => `/tenant-apps?tenant_id=${id}&client_id=${clientId}`

/** Returns the token endpoint's error for a secret. If the secret is right, the error is about the code. */
async function tokenError(clientId: string, secret: string): Promise<string> {
  const answer = await app.request('/auth/v1/oauth/token', {
    method: 'POST',
    headers: {
      authorization: `Basic ${btoa(`${clientId}:${secret}`)}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: 'none' }),
  })
  return ((await answer.json()) as { error: string }).error
}

test('a new app’s secret is shown once and never listed; after a renewal only the new secret works', async () => {
  const made = await owner('POST', '/tenant-apps', form())
  assert.equal(made.status, 200, JSON.stringify(made.body))
  const { app: created, client_secret: secret } = made.body
  assert.deepEqual(
    { ...created, client_id: '', created_at: '' },
    {
      client_id: '',
      name: 'Members',
      site: 'https://members.hearth.example/',
      redirect_uris: [BACK],
      public: false,
      created_at: '',
    },
  )
  const all = await listed()
  assert.deepEqual(all.apps, [created])
  assert.equal(all.discovery_url, `${app.config.publicUrl}/auth/v1/.well-known/openid-configuration`)
  assert.equal(JSON.stringify(all).includes(secret), false)
  assert.equal(await tokenError(created.client_id, secret), 'invalid_grant')
  const request = { tenant_id: tenant.id, client_id: created.client_id }
  const renewed = await owner('POST', '/tenant-app-secret', request)
  assert.equal(renewed.status, 200)
  assert.notEqual(renewed.body.client_secret, secret)
  assert.equal(await tokenError(created.client_id, secret), 'invalid_client')
  assert.equal(await tokenError(created.client_id, renewed.body.client_secret), 'invalid_grant')
  const removed = await owner('DELETE', one(created.client_id))
  assert.deepEqual([removed.status, removed.body.apps], [200, []])
  assert.equal(await tokenError(created.client_id, renewed.body.client_secret), 'invalid_client')
})

test('a public app has no secret and cannot get one', async () => {
  const { body } = await owner(
    'POST',
    '/tenant-apps',
    form({ public: true, site: undefined, redirect_uris: ['com.hearth.app:/back', 'http://127.0.0.1/back'] }),
  )
  assert.equal(body.client_secret, undefined)
  assert.deepEqual([body.app.public, body.app.site], [true, ''])
  const { client_id } = body.app
  assert.equal((await owner('POST', '/tenant-app-secret', { tenant_id: tenant.id, client_id })).status, 400)
  assert.equal((await owner('DELETE', one(client_id))).status, 200)
})

test('[D15] an unsafe redirect address is refused with a message, and nothing is stored', async () => {
  for (const address of [
    'javascript:alert(1)',
    'http://members.example/back',
    'https://*.example/back',
    'https://members.example/back#x',
    'https://me:secret@members.example/back',
    'members',
    'https://members.example/back\r\nset-cookie: a=b',
    'https://members.example/\tback',
    ' https://members.example/back',
    'https://members.example/back\u0085',
    '',
  ]) {
    const { status, body } = await owner('POST', '/tenant-apps', form({ redirect_uris: [BACK, address] }))
    assert.deepEqual([status, body.code], [400, 'app_invalid'], address)
    assert.match(body.error, /^Redirect addresses: must be https/)
  }
  for (const more of [
    { redirect_uris: [] },
    { name: '' },
    { site: 'javascript:alert(1)' },
    { site: 'https://a.example/\r\nx' },
    { secret: 'x' },
  ])
    assert.equal((await owner('POST', '/tenant-apps', form(more))).status, 400, JSON.stringify(more))
  assert.deepEqual((await listed()).apps, [])
})

test('[C06] only the tenant’s owner reaches its apps: not another tenant, another creator, a visitor or the public key', async () => {
  const { body } = await owner('POST', '/tenant-apps', form())
  const { client_id } = body.app
  assert.deepEqual((await listed(second.id)).apps, [])
  for (const refused of [
    await owner('DELETE', one(client_id, second.id)),
    await owner('POST', '/tenant-app-secret', { tenant_id: second.id, client_id }),
  ])
    assert.deepEqual([refused.status, refused.body.code], [404, 'oauth_client_not_found'])
  const endUser = await signUp(app, tenant.public_key)
  const calls: [string, string, object?][] = [
    ['GET', `/tenant-apps?tenant_id=${tenant.id}`],
    ['POST', '/tenant-apps', form()],
    ['POST', '/tenant-app-secret', { tenant_id: tenant.id, client_id }],
    ['DELETE', one(client_id)],
  ]
  for (const [method, path, input] of calls) {
    const refused = await stranger(method, path, input)
    assert.deepEqual([refused.status, refused.body.code], [404, 'tenant_not_found'], `${method} ${path}`)
    for (const [key, token] of [
      [app.anonKey],
      [tenant.public_key],
      [tenant.public_key, endUser.access_token],
    ] as const) {
      const { status } = await functionCall(app, key, token)(method, path, input)
      assert.ok(status === 401 || status === 403, `${method} ${path}: ${status}`)
    }
  }
  assert.deepEqual((await listed()).apps, [body.app])
  assert.equal(await tokenError(client_id, body.client_secret), 'invalid_grant')
})
