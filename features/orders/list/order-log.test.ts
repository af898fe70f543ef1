import assert from 'node:assert/strict'
import { test } from 'node:test'
import { functionCall } from '#testing/function-call.ts'
import { signUp } from '#testing/test-users.ts'
import { buy, openShop, ordersOf } from '#testing/shop.ts'
import { testApp } from '#testing/test-app.ts'
import { testSandbox } from '#testing/test-sandbox.ts'

const sandbox = await testSandbox()
const app = await testApp({ sandbox: sandbox.ready })
const [shop, other] = [await openShop(app, sandbox), await openShop(app, sandbox)]
const stranger = functionCall(app, app.anonKey, (await signUp(app, app.anonKey)).access_token)
await buy(shop)
await buy(other)
const orderId: string = (await ordersOf(app, shop.tenant.id))[0].id
const othersId: string = (await ordersOf(app, other.tenant.id))[0].id

/** Inserts a delivery about an order as the webhooks leave it behind. */
async function delivered(tenant: string, order: string, url: string, state: string, status: number | null) {
  await app.owner.query(
    `with endpoint as (
      insert into app.webhook_endpoints (tenant_id, mode, place, url, events, secret_sealed)
      select $1, 'test', 1 + count(*), $3, '{order.paid}', 'x' from app.webhook_endpoints where tenant_id = $1
      returning id
    ), message as (
      insert into app.webhook_messages (tenant_id, mode, type, object_id, data)
      values ($1, 'test', 'order.paid', $2, '{"email": "canary@example.test"}') returning id, seq
    ), delivery as (
      insert into app.webhook_deliveries (tenant_id, endpoint_id, message_id, seq, object_id, state, tries)
      select $1, endpoint.id, message.id, seq, $2, $4, 1 from endpoint, message returning endpoint_id, message_id
    )
    insert into app.webhook_attempts (tenant_id, endpoint_id, message_id, number, duration_ms, status, answer)
    select $1, endpoint_id, message_id, 1, 41, $5, 'canary answer' from delivery`,
    [tenant, order, url, state, status],
  )
}

test('the seller sees the emails and webhooks of an order, without keys in addresses, bodies and answers', async () => {
  await delivered(shop.tenant.id, orderId, 'https://api.example.com/hook?key=canary', 'delivered', 200)
  await delivered(shop.tenant.id, orderId, 'https://slow.example.com/', 'pending', null)
  await delivered(other.tenant.id, othersId, 'https://foreign.example.com/', 'delivered', 200)
  await app.owner.query(
    "insert into app.order_letters (tenant_id, order_id, letter) values ($1, $2, 'order-paid-buyer')",
    [shop.tenant.id, orderId],
  )
  const { status, body } = await shop.creator('GET', `/order-operations/${orderId}/log`)
  assert.equal(status, 200, JSON.stringify(body))
  assert.doesNotMatch(JSON.stringify(body), /canary|foreign/)
  assert.deepEqual(
    body.emails.map(({ letter }: { letter: string }) => letter),
    ['order-paid-buyer'],
  )
  for (const webhook of body.webhooks)
    assert.ok(Date.parse(webhook.at) > 0 && Reflect.deleteProperty(webhook, 'at'))
  assert.deepEqual(body.webhooks, [
    {
      type: 'order.paid',
      host: 'api.example.com',
      state: 'delivered',
      tries: 1,
      status: 200,
      duration_ms: 41,
    },
    {
      type: 'order.paid',
      host: 'slow.example.com',
      state: 'pending',
      tries: 1,
      status: null,
      duration_ms: 41,
    },
  ])
})

test('[C06] no one else sees the log of an order', async () => {
  assert.equal((await stranger('GET', `/order-operations/${orderId}/log`)).status, 404)
  assert.equal((await shop.creator('GET', `/order-operations/${othersId}/log`)).status, 404)
  assert.equal((await shop.creator('GET', '/order-operations/x/log')).status, 400)
})
