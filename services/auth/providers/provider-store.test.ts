import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeTenant } from '#testing/factories.ts'
import { authCall } from '#testing/test-users.ts'
import { testApp } from '#testing/test-app.ts'
import { openAuth } from '../auth.ts'
import { creators, endUsersOf } from '../pool.ts'
import { offeredProvider, providersOf } from './provider-store.ts'
import { removeProvider, saveProvider } from './save-provider.ts'

const app = await testApp({
  env: { AUTH_PROVIDER_GITHUB_CLIENT_ID: 'from-environment', AUTH_PROVIDER_GITHUB_SECRET: 'gh-secret' },
})
const auth = openAuth(app.kernel)
const made = await makeTenant(app.database, { plan: 'pro' })
const tenant = endUsersOf((await app.kernel.tenancy.byPublicKey(made.public_key))!)

test("a provider is set for one pool with its secret sealed, and only that pool's settings name it", async () => {
  await saveProvider(auth, tenant, 'google', { client_id: 'shop', client_secret: 'shop-secret-canary' })
  const [google] = await providersOf(auth, tenant)
  assert.deepEqual(
    [google?.name, google?.clientId, google?.secret()],
    ['google', 'shop', 'shop-secret-canary'],
  )
  const { rows } = await app.database.once<{ all: string }>(
    { role: 'service_role', pool: tenant.id },
    { text: 'select p::text as all from auth.providers p', values: [] },
  )
  assert.equal(rows.length, 1)
  assert.ok(!rows[0]!.all.includes('shop-secret-canary'))
  const externalOf = async (key: string) => (await authCall(app, key)('GET', '/settings')).body.external
  assert.deepEqual(
    [(await externalOf(made.public_key)).google, (await externalOf(app.anonKey)).google],
    [true, false],
  )
  assert.equal((await externalOf(app.anonKey)).github, true, 'the environment speaks for creators')
  assert.equal((await externalOf(made.public_key)).github, false)
})

test('saving without a secret keeps the stored one; disabled and removed providers are not offered', async () => {
  await saveProvider(auth, tenant, 'discord', { client_id: 'a', client_secret: 'kept' })
  await saveProvider(auth, tenant, 'discord', { client_id: 'b', enabled: false })
  const discord = (await providersOf(auth, tenant)).find(({ name }) => name === 'discord')
  assert.deepEqual([discord?.clientId, discord?.secret(), discord?.enabled], ['b', 'kept', false])
  const refused = { code: 'validation_failed', message: 'Unsupported provider: provider is not enabled' }
  await assert.rejects(offeredProvider(auth, tenant, 'discord'), refused)
  assert.equal(await removeProvider(auth, tenant, 'discord'), true)
  assert.equal(await removeProvider(auth, tenant, 'discord'), false)
  await assert.rejects(offeredProvider(auth, tenant, 'discord'), refused)
  await assert.rejects(offeredProvider(auth, tenant, 'unknown'), { code: 'validation_failed' })
})

test('missing fields that a provider needs are refused', async () => {
  const save = (name: string, config: object, client_secret = 'x') =>
    saveProvider(auth, creators, name, { client_id: 'a', client_secret, config })
  const faulty: [string, object][] = [
    ['custom:x', {}],
    ['custom:x', { protocol: 'oauth2', token_url: 'https://a.example/' }],
    ['keycloak', {}],
    ['google', { protocol: 'oauth2' }],
    ['apple', { team_id: 'T', key_id: 'K' }],
    ['nothing', {}],
    ['constructor', {}],
    ['custom:Ümlaut', { issuer: 'https://a.example' }],
  ]
  for (const [name, config] of faulty)
    await assert.rejects(
      save(name, config),
      { code: 'validation_failed' },
      `${name} ${JSON.stringify(config)}`,
    )
})

test('deleting a tenant deletes its providers', async () => {
  const deleted = await makeTenant(app.database)
  const pool = endUsersOf((await app.kernel.tenancy.byPublicKey(deleted.public_key))!)
  await saveProvider(auth, pool, 'google', { client_id: 'a', client_secret: 'b' })
  await app.database.asService('test: delete a tenant', (db) =>
    db.deleteFrom('tenants').where('id', '=', deleted.id).execute(),
  )
  auth.providers.forget(pool.id)
  assert.deepEqual(await providersOf(auth, pool), [])
})

test('a pool has at most fifty providers, even when saved concurrently, and a full pool can still change its own', async () => {
  const crowded = await makeTenant(app.database)
  const pool = endUsersOf((await app.kernel.tenancy.byPublicKey(crowded.public_key))!)
  const save = (name: string, client_id = 'a') =>
    saveProvider(auth, pool, name, { client_id, config: { issuer: 'https://id.example' } })
  const saved = await Promise.allSettled(Array.from({ length: 60 }, (_, i) => save(`custom:p${i}`)))
  const refused = saved.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[]
  assert.equal(refused.length, 10)
  for (const { reason } of refused) assert.equal(reason.code, 'over_custom_provider_quota')
  const [first] = await providersOf(auth, pool)
  await save(first!.name, 'b')
  assert.equal((await providersOf(auth, pool)).find(({ name }) => name === first!.name)?.clientId, 'b')
  await assert.rejects(save('custom:late'), { code: 'over_custom_provider_quota' })
})
