import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeTenant } from '#testing/factories.ts'
import { functionCall } from '#testing/function-call.ts'
import { signUp } from '#testing/test-users.ts'
import { testApp } from '#testing/test-app.ts'

const app = await testApp()
const [ada, eve] = [await signUp(app, app.anonKey), await signUp(app, app.anonKey)]
const creator = functionCall(app, app.anonKey, ada.access_token)
const stranger = functionCall(app, app.anonKey, eve.access_token)
const [mine, theirs] = [
  await makeTenant(app.database, { owner: ada.user.id }),
  await makeTenant(app.database, { owner: eve.user.id }),
]
const url = 'https://hook.example/bolt?x=1#gone'
const body = (more: object = {}) => ({
  tenant_id: mine.id,
  mode: 'test',
  url,
  events: ['order.paid'],
  ...more,
})

test('a webhook can be created, listed, changed, turned off and on, and removed; its secret is returned once', async () => {
  const made = await creator('POST', '/webhook-endpoints', body())
  assert.equal(made.status, 200)
  const { endpoint, secret } = made.body
  assert.equal(endpoint.url, 'https://hook.example/bolt?x=1')
  assert.equal(endpoint.enabled, true)
  const list = async (mode = 'test') => {
    const listed = await creator('GET', `/webhook-endpoints?tenant_id=${mine.id}&mode=${mode}`)
    assert.doesNotMatch(JSON.stringify(listed.body), /whsec|sealed/)
    return listed.body.endpoints
  }
  assert.deepEqual(await list(), [endpoint])
  assert.deepEqual(await list('live'), [])
  const change = (more: object) =>
    creator('PATCH', '/webhook-endpoints', { tenant_id: mine.id, id: endpoint.id, ...more })
  assert.deepEqual((await change({ events: ['product.updated'] })).body.endpoint.events, ['product.updated'])
  assert.equal((await change({ url: 'https://new.example/' })).body.endpoint.url, 'https://new.example/')
  const off = (await change({ enabled: false })).body.endpoint
  assert.deepEqual([off.enabled, off.disabled_by], [false, 'creator'])
  assert.equal((await change({ enabled: true })).body.endpoint.disabled_by, null)
  assert.deepEqual((await change({})).body.endpoint.events, ['product.updated'])
  const { rows } = await app.owner.query('select secret_sealed from app.webhook_endpoints where id = $1', [
    endpoint.id,
  ])
  assert.match(rows[0].secret_sealed, /^s1\./)
  assert.equal(rows[0].secret_sealed.includes(secret.slice(6)), false)
  const key = { tenant_id: mine.id, id: endpoint.id }
  assert.deepEqual((await creator('DELETE', '/webhook-endpoints', key)).body, { removed: true })
  assert.deepEqual(await list(), [])
  assert.equal((await creator('DELETE', '/webhook-endpoints', key)).status, 404)
})

test('a mode has at most five, even when they are created concurrently', async () => {
  const made = await Promise.all(
    Array.from({ length: 8 }, () => creator('POST', '/webhook-endpoints', body({ mode: 'live' }))),
  )
  const refused = made.filter(({ status }) => status !== 200)
  assert.ok(refused.every(({ status, body: of }) => status === 409 && of.code === 'too_many_webhooks'))
  while ((await creator('POST', '/webhook-endpoints', body({ mode: 'live' }))).status === 200);
  const { rows } = await app.owner.query(
    "select count(*)::int as n from app.webhook_endpoints where mode = 'live'",
  )
  assert.equal(rows[0].n, 5)
})

test('invalid input is a 400 with the reason', async () => {
  for (const [more, words] of [
    [{ url: 'http://192.168.1.1/' }, /not public/],
    [{ url: 'https://hook.example:444/' }, /port/],
    [{ url: 'x' }, /web address/],
    [{ url: `https://hook.example/${'x'.repeat(2000)}` }, /url/],
    [{ events: [] }, /name an event/],
    [{ events: ['order.paid', 'order.paid'] }, /once/],
    [{ events: ['order.burned'] }, /events/],
    [{ events: ['webhook.ping'] }, /events/],
    [{ mode: 'prod' }, /mode/],
    [{ secret: 'mine' }, /secret/],
  ] as const) {
    const refused = await creator('POST', '/webhook-endpoints', body(more))
    assert.equal(refused.status, 400, JSON.stringify(more))
    assert.match(refused.body.error, words)
  }
})

test('[J08] a webhook cannot point to this server', async () => {
  const { hostname } = new URL(app.config.publicUrl)
  for (const address of [`http://${hostname}/functions/v1/access`, `https://${hostname}./`]) {
    const refused = await creator('POST', '/webhook-endpoints', body({ url: address }))
    assert.deepEqual(
      [refused.status, refused.body],
      [400, { error: 'The address is our own', code: 'webhook_url_refused' }],
      address,
    )
  }
})

test('a webhook of another tenant cannot be listed, changed, rotated, tested, read, replayed or removed', async () => {
  const { body: made } = await creator('POST', '/webhook-endpoints', body())
  const id = made.endpoint.id as string
  const message_id = id
  const tries = (tenant_id: string): [string, string, object?][] => [
    ['GET', `/webhook-deliveries?tenant_id=${tenant_id}&id=${id}`],
    ['GET', `/webhook-delivery?tenant_id=${tenant_id}&id=${id}&message_id=${message_id}`],
    ['PATCH', '/webhook-endpoints', { tenant_id, id, enabled: false }],
    ['POST', '/webhook-secret', { tenant_id, id }],
    ['POST', '/webhook-ping', { tenant_id, id }],
    ['POST', '/webhook-replay', { tenant_id, id, message_id }],
    ['DELETE', '/webhook-endpoints', { tenant_id, id }],
  ]
  for (const call of [functionCall(app, app.anonKey), functionCall(app, mine.public_key)])
    for (const [method, path, input] of tries(mine.id))
      assert.equal((await call(method, path, input)).status, 401, path)
  for (const tenant of [mine.id, theirs.id])
    for (const [method, path, input] of tries(tenant))
      assert.equal((await stranger(method, path, input)).status, 404, path)
  assert.equal((await stranger('GET', `/webhook-endpoints?tenant_id=${mine.id}&mode=test`)).status, 404)
  assert.equal((await stranger('POST', '/webhook-endpoints', body())).status, 404)
  const { body: still } = await creator('GET', `/webhook-endpoints?tenant_id=${mine.id}&mode=test`)
  assert.deepEqual(still.endpoints, [made.endpoint])
})

test('deleting a tenant deletes its webhooks, even while product events are pending', async () => {
  const deleted = await makeTenant(app.database, { owner: ada.user.id })
  await creator('POST', '/webhook-endpoints', {
    ...body({ events: ['product.updated'] }),
    tenant_id: deleted.id,
  })
  await app.owner.query("update public.items set name = 'Told' where tenant_id = $1", [deleted.id])
  const count = async () =>
    (
      await app.owner.query('select count(*)::int as n from app.webhook_deliveries where tenant_id = $1', [
        deleted.id,
      ])
    ).rows[0].n
  assert.equal(await count(), 1)
  await app.owner.query('delete from public.tenants where id = $1', [deleted.id])
  assert.equal(await count(), 0)
})
