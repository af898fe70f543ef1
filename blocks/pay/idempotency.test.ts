import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { forgetOldKeys } from '#kernel/http/idempotency.ts'
import { makeItem } from '#testing/factories.ts'
import { functionCall } from '#testing/function-call.ts'
import { signUp } from '#testing/test-users.ts'
import { SHOP_PAGE, openShop, ordersOf } from '#testing/shop.ts'
import { testApp } from '#testing/test-app.ts'
import { testSandbox } from '#testing/test-sandbox.ts'

const sandbox = await testSandbox()
const app = await testApp({ sandbox: sandbox.ready })
const shop = await openShop(app, sandbox)
const count = async () => (await ordersOf(app, shop.tenant.id)).length
const body = { item_id: shop.itemId, page_url: SHOP_PAGE }
const ask = (key: string, more: object = {}, as = shop.visitor) =>
  as('POST', '/purchase', { ...body, ...more }, { 'idempotency-key': key })

test('[H12] fifty concurrent calls with one key and body create one order and return one response', async () => {
  const before = await count()
  const key = randomUUID()
  const answers = await Promise.all(Array.from({ length: 50 }, () => ask(key)))
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
  assert.equal(new Set(answers.map((one) => JSON.stringify(one.body))).size, 1)
  assert.match(answers[0]!.body.url, /\/c\/pay\/cs_test_/)
  assert.equal((await count()) - before, 1)
  assert.deepEqual((await ask(key)).body, answers[0]!.body, 'also later')
  const sessions = await sandbox.stripe.test.checkout.sessions.list(
    { limit: 100 },
    { stripeAccount: shop.account },
  )
  assert.equal(sessions.data.length, 1)
})

test('[H12] the same key with another body is refused and creates nothing', async () => {
  const key = randomUUID()
  const first = await ask(key)
  const before = await count()
  for (const more of [{ quantity: 2 }, { page_url: 'http://shop.localhost:4800/' }, { ui: 'page' }]) {
    const { status, body: result } = await ask(key, more)
    assert.deepEqual([status, result.code], [422, 'idempotency_key_reused'])
  }
  assert.equal(await count(), before)
  assert.deepEqual((await ask(key)).body, first.body)
})

test('[H12] keys are scoped to their caller: another person, tenant or network creates their own order with the same key', async () => {
  const key = randomUUID()
  const [ada, bob] = await Promise.all([
    signUp(app, shop.tenant.public_key),
    signUp(app, shop.tenant.public_key),
  ])
  const as = (token: string) => functionCall(app, shop.tenant.public_key, token)
  const other = await openShop(app, sandbox, shop)
  const answers = [
    await ask(key),
    await ask(key, {}, as(ada.access_token)),
    await ask(key, {}, as(bob.access_token)),
    await ask(key, { item_id: other.itemId }, other.visitor),
  ]
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
  assert.equal(new Set(answers.map((one) => one.body.receipt)).size, 4)
  assert.deepEqual((await ask(key, {}, as(ada.access_token))).body, answers[1]!.body)
})

test('without a key every call is separate; an invalid key is refused', async () => {
  const [one, two] = [
    await shop.visitor('POST', '/purchase', body),
    await shop.visitor('POST', '/purchase', body),
  ]
  assert.notEqual(one.body.receipt, two.body.receipt)
  for (const key of ['', 'with blank', 'é', 'x'.repeat(256)]) {
    const { status, body: result } = await ask(key)
    assert.deepEqual([status, result.code], [400, 'bad_idempotency_key'], key)
  }
})

test('a failed call leaves no trace: the same key works once the cause is fixed', async () => {
  const key = randomUUID()
  await sandbox.control('POST', '/faults', { status: 500, path: '/v1/checkout/sessions', times: 3 })
  assert.equal((await ask(key)).status, 503)
  const retry = await ask(key)
  assert.equal(retry.status, 200)
  assert.match(retry.body.url, /cs_test_/)
})

test('a call whose process died is taken over after a minute, with the same order and checkout', async () => {
  const key = randomUUID()
  const item = await makeItem(app.database, shop.tenant.id, { name: 'Torn', price_cents: 700 })
  const first = await ask(key, { item_id: item })
  const made = await count()
  // As if the process had died after creating the checkout and before storing the response.
  const forget = (seconds: number) =>
    app.owner.query(
      `update app.idempotency_keys set sealed_answer = null, begun_at = now() - make_interval(secs => $1)
       where attempt_id = (select id from public.orders where source_id = $2)`,
      [seconds, item],
    )
  assert.equal((await forget(61)).rowCount, 1)
  const retry = await ask(key, { item_id: item })
  assert.deepEqual(retry.body, first.body)
  assert.equal(await count(), made)
  const [order] = (await ordersOf(app, shop.tenant.id)).filter(({ source_id }) => source_id === item)
  assert.equal(order.status, 'pending')
})

test('responses are stored encrypted, and deleted after a day', async () => {
  const key = randomUUID()
  const { body: result } = await ask(key)
  const { rows } = await app.owner.query('select k::text as whole from app.idempotency_keys k')
  assert.ok(rows.length > 0)
  for (const { whole } of rows)
    for (const secret of [key, result.receipt, result.url]) assert.equal(whole.includes(secret), false)
  await app.owner.query("update app.idempotency_keys set created_at = now() - interval '25 hours'")
  await forgetOldKeys(app.kernel)
  assert.equal((await app.owner.query('select from app.idempotency_keys')).rowCount, 0)
  assert.notEqual((await ask(key)).body.receipt, result.receipt)
})
