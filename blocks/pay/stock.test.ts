import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { fulfil } from '#features/orders/fulfil.ts'
import { eventually } from '#testing/eventually.ts'
import { makeItem } from '#testing/factories.ts'
import { functionCall } from '#testing/function-call.ts'
import { isWaitedFor } from '#testing/second-connections.ts'
import { signUp } from '#testing/test-users.ts'
import { SHOP_PAGE, openShop, ordersOf } from '#testing/shop.ts'
import { testApp } from '#testing/test-app.ts'
import { testSandbox } from '#testing/test-sandbox.ts'

const sandbox = await testSandbox()
const app = await testApp({ sandbox: sandbox.ready, env: { AUTH_LIMIT_FACTOR: '1000' } })
const shop = await openShop(app, sandbox)
const { tenant, visitor, creator } = shop

const product = (stock: number, more: object = {}) =>
  makeItem(app.database, tenant.id, { name: 'Rye loaf', price_cents: 1250, stock, ...more })

/** The stock, how much of it open checkouts reserve, and how much visitors see. */
async function stockOf(id: string) {
  const { rows } = await app.owner.query('select stock, held, available from public.items where id = $1', [
    id,
  ])
  const { stock, held, available } = rows[0]
  return [stock, held, available]
}
const ask = (item_id: string, more: object = {}, by = visitor) =>
  by('POST', '/purchase', { item_id, page_url: SHOP_PAGE, ...more })

async function begin(item_id: string, more: object = {}, by = visitor) {
  const { status, body } = await ask(item_id, more, by)
  assert.equal(status, 200, JSON.stringify(body))
  return { ...body, session: /\/c\/pay\/(cs_\w+)/.exec(body.url)![1]! } as {
    url: string
    receipt: string
    session: string
    ended: string[]
  }
}
const settle = (sessionId: string) => fulfil(app.kernel, { sessionId, account: shop.account, mode: 'test' })
const sessionOf = (id: string) =>
  sandbox.stripe.test.checkout.sessions.retrieve(id, {}, { stripeAccount: shop.account })
const expire = (id: string) =>
  sandbox.stripe.test.checkout.sessions.expire(id, {}, { stripeAccount: shop.account })
const orderOf = async (session: string) =>
  (await ordersOf(app, tenant.id)).find((order) => order.stripe_session_id === session)

test('an open checkout reserves its units, payment takes them once, and a full refund returns them once', async () => {
  const id = await product(5)
  const { url, session } = await begin(id, { quantity: 2 })
  assert.deepEqual(await stockOf(id), [5, 2, 3])
  await sandbox.pay(url)
  await Promise.all([settle(session), settle(session), settle(session)])
  await settle(session)
  assert.deepEqual(await stockOf(id), [3, 0, 3])
  const order = await orderOf(session)
  assert.equal(order.stock_taken, 2)

  const part = await creator('POST', `/order-operations/${order.id}/refund`, { amount: 100 })
  assert.equal(part.status, 200, JSON.stringify(part.body))
  assert.deepEqual(await stockOf(id), [3, 0, 3], 'a partial refund returns no unit')
  assert.equal((await creator('POST', `/order-operations/${order.id}/refund`, {})).body.status, 'refunded')
  await settle(session)
  assert.deepEqual(await stockOf(id), [5, 0, 5])
})

test('of many concurrent buyers only as many start as there are units; the others are refused and leave nothing behind', async () => {
  const id = await product(3)
  const before = (await ordersOf(app, tenant.id)).length
  const answers = await Promise.all(Array.from({ length: 12 }, () => ask(id)))
  const refused = answers.filter(({ status }) => status !== 200)
  assert.equal(refused.length, 9)
  for (const { status, body } of refused)
    assert.deepEqual([status, body.code, body.error], [409, 'sold_out', 'This is sold out.'])
  assert.deepEqual(await stockOf(id), [3, 3, 0])
  assert.equal((await ordersOf(app, tenant.id)).length, before + 3)
  for (const { body } of answers.filter(({ status }) => status === 200)) {
    await sandbox.pay(body.url)
    await settle(/cs_\w+/.exec(body.url)![0])
  }
  assert.deepEqual(await stockOf(id), [0, 0, 0])
  assert.equal((await ask(id)).body.code, 'sold_out')
})

test('a quantity above the stock is refused, with the number of units left', async () => {
  const id = await product(2)
  const { status, body } = await ask(id, { quantity: 3 })
  assert.deepEqual([status, body.code, body.error], [409, 'too_few_left', 'Only 2 left.'])
  assert.deepEqual(await stockOf(id), [2, 0, 2])
})

test('reserved units are released when a checkout expires, is canceled or fails to open, or its order is closed', async () => {
  const id = await product(1)
  const first = await begin(id)
  const { expires_at, created } = await sessionOf(first.session)
  const minutes = (expires_at - created) / 60
  assert.ok(minutes >= 30 && minutes <= 34, `it ends as soon as the provider allows: ${minutes}`)
  assert.equal((await ask(id)).body.code, 'sold_out')
  await expire(first.session)
  await settle(first.session)
  assert.deepEqual(await stockOf(id), [1, 0, 1])

  const second = await begin(id)
  const { pathname, search } = new URL((await sessionOf(second.session)).cancel_url!)
  await app.request(pathname + search)
  assert.equal((await orderOf(second.session)).status, 'canceled')
  assert.deepEqual(await stockOf(id), [1, 0, 1])

  await sandbox.control('POST', '/faults', { status: 500, path: '/v1/checkout/sessions', times: 3 })
  assert.equal((await ask(id)).status, 503)
  assert.deepEqual(await stockOf(id), [1, 0, 1])
})

test('untracked stock sells without limit, and its checkouts do not end early', async () => {
  const { url, session } = await begin(shop.itemId, { quantity: 99 })
  assert.deepEqual(await stockOf(shop.itemId), [null, 0, null])
  const { expires_at, created } = await sessionOf(session)
  assert.ok(expires_at - created > 20 * 3600)
  await sandbox.pay(url)
  await settle(session)
  assert.deepEqual(await stockOf(shop.itemId), [null, 0, null])
  const order = await orderOf(session)
  assert.deepEqual([order.status, order.stock_taken], ['paid', 0])
  await app.owner.query('update public.items set stock = 4 where id = $1', [shop.itemId])
  await creator('POST', `/order-operations/${order.id}/refund`, {})
  assert.deepEqual(await stockOf(shop.itemId), [4, 0, 4], 'units that were not taken are not returned')
  await app.owner.query('update public.items set stock = null where id = $1', [shop.itemId])
})

test('turning on stock tracking includes the open checkouts, and the stock cannot be set below what they reserve', async () => {
  const id = await makeItem(app.database, tenant.id)
  const open = await begin(id, { quantity: 3 })
  const set = (body: object) => creator('PUT', `/item-operations/${id}`, body)
  const few = await set({ stock: 2 })
  assert.deepEqual([few.status, few.body.code], [409, 'stock_held'])
  assert.match(few.body.error, /^Open checkouts reserve 3\. Enter 3 or more/)
  const enough = await set({ stock: 4, stock_was: null })
  assert.deepEqual([enough.body.stock, enough.body.held], [4, 3])
  assert.deepEqual(await stockOf(id), [4, 3, 1])
  assert.equal((await set({ stock: 1 })).body.code, 'stock_held')

  await sandbox.pay(open.url)
  await settle(open.session)
  const late = await set({ stock: 10, stock_was: 4 })
  assert.deepEqual([late.status, late.body.code], [409, 'stock_changed'], 'three have been sold since')
  assert.equal(late.body.error, 'The stock is now 1. Check the number and save again.')
  assert.deepEqual(await stockOf(id), [1, 0, 1])
  assert.equal((await set({ stock: 10, stock_was: 1 })).body.stock, 10)
  assert.equal((await set({ stock: null })).body.stock, null)
  assert.equal((await set({ name: 'Bun' })).status, 200)
  const direct = await app
    .client(app.anonKey, { accessToken: async () => shop.token })
    .from('items')
    .update({ held: 0 })
    .eq('id', id)
  assert.equal(direct.error?.code, '42501', 'nobody may write the reserved stock')
})

test('turning on stock tracking waits for an order that is being settled, which then reserves nothing', async () => {
  const id = await makeItem(app.database, tenant.id)
  const { session } = await begin(id, { quantity: 2 })
  const settling = new pg.Client({ connectionString: app.ownerUrl })
  await settling.connect()
  await settling.query('begin')
  await settling.query("update public.orders set status = 'paid' where stripe_session_id = $1", [session])
  const counting = app.owner.query('update public.items set stock = 5 where id = $1', [id])
  let counted = false
  void counting.then(() => (counted = true))
  await eventually('it waits, or is done', async () => counted || (await isWaitedFor(settling)))
  await settling.query('commit')
  await counting
  await settling.end()
  assert.deepEqual(await stockOf(id), [5, 0, 5])
})

/**
 * One transaction has locked the product and wants the account; the purchase has locked the account and wants
 * the product.
 */
async function crossedPurchase(): Promise<{ status: number; undone: boolean }> {
  const id = await product(3)
  const other = new pg.Client({ connectionString: app.ownerUrl })
  await other.connect()
  await other.query('begin')
  await other.query('select from public.items where id = $1 for update', [id])
  const purchase = ask(id)
  await eventually('the purchase waits', () => isWaitedFor(other))
  const undone = await other
    .query('select from public.payment_accounts where tenant_id = $1 for update', [tenant.id])
    .then(
      () => true,
      () => false,
    )
  await other.query('rollback')
  await other.end()
  return { status: (await purchase).status, undone }
}

test('a purchase that the database rolls back because of a deadlock is retried automatically', async () => {
  // The database ends the transaction that has waited for a second and checks first: the purchase, unless
  // this machine slept.
  for (let tries = 0; tries < 5; tries++) {
    const { status, undone } = await crossedPurchase()
    assert.equal(status, 200)
    if (undone) return
  }
  assert.fail('the purchase was never the one rolled back')
})

test('an expired checkout that is paid anyway takes remaining stock, and is not fulfilled when none is left', async () => {
  const id = await product(1)
  const over = async (session: string) =>
    app.owner.query("update public.orders set status = 'expired' where stripe_session_id = $1", [session])
  const one = await begin(id)
  await over(one.session)
  assert.deepEqual(await stockOf(id), [1, 0, 1])
  await sandbox.pay(one.url)
  assert.equal((await settle(one.session))?.status, 'paid')
  assert.deepEqual(await stockOf(id), [0, 0, 0])

  await app.owner.query('update public.items set stock = 1 where id = $1', [id])
  const late = await begin(id)
  await over(late.session)
  await app.owner.query('update public.items set stock = 0 where id = $1', [id])
  await sandbox.pay(late.url)
  assert.equal((await settle(late.session))?.status, 'failed')
  const order = await orderOf(late.session)
  assert.match(order.problem, /sold out\. Give the money back/)
  assert.deepEqual([order.paid_at, order.stock_taken], [null, 0])
  assert.deepEqual(await stockOf(id), [0, 0, 0])
  assert.match(order.stripe_payment_intent_id, /^pi_/, 'needed for a refund')
})

test('a failed refund takes no units again, and a later successful one returns none twice', async () => {
  const id = await product(1)
  const { url, session } = await begin(id)
  await sandbox.pay(url)
  await settle(session)
  const become = (status: string) =>
    app.owner.query('update public.orders set status = $2 where stripe_session_id = $1', [session, status])
  await become('refunded')
  assert.deepEqual(await stockOf(id), [1, 0, 1])
  await become('paid')
  await become('refunded')
  assert.deepEqual(await stockOf(id), [1, 0, 1])
})

test('a refund is recorded even if the stock was set to full in the meantime', async () => {
  const id = await product(999_999)
  const { url, session } = await begin(id)
  await sandbox.pay(url)
  await settle(session)
  await app.owner.query('update public.items set stock = 999999 where id = $1', [id])
  const { status, body } = await creator(
    'POST',
    `/order-operations/${(await orderOf(session)).id}/refund`,
    {},
  )
  assert.deepEqual([status, body.status], [200, 'refunded'], JSON.stringify(body))
  assert.deepEqual(await stockOf(id), [999_999, 0, 99])
  assert.equal((await orderOf(session)).stock_taken, 0)
})

test('a guest who starts again ends the earlier checkout, so that its last unit is available to them again', async () => {
  const id = await product(1)
  const first = await begin(id)
  assert.equal(
    (await ask(id, { instead_of: ['x'.repeat(43)] })).body.code,
    'sold_out',
    'not a receipt of this buyer',
  )
  const again = await begin(id, { instead_of: [first.receipt] })
  assert.deepEqual(again.ended, [first.receipt])
  assert.equal((await sessionOf(first.session)).status, 'expired')
  assert.equal((await orderOf(first.session)).status, 'expired')
  assert.deepEqual(await stockOf(id), [1, 1, 0])

  await sandbox.pay(again.url)
  const other = await product(1)
  const next = await begin(other, { instead_of: [again.receipt] })
  assert.deepEqual(next.ended, [], 'a receipt of another product ends nothing')
  assert.equal((await settle(again.session))?.status, 'paid')
  const elsewhere = await openShop(app, sandbox, shop)
  const foreign = await elsewhere.visitor('POST', '/purchase', {
    item_id: elsewhere.itemId,
    page_url: SHOP_PAGE,
    instead_of: [next.receipt],
  })
  assert.deepEqual([foreign.status, foreign.body.ended], [200, []])
  assert.equal((await sessionOf(next.session)).status, 'open', 'nor one of another tenant')
})

test('a guest has one open checkout of a subscription; a member has one of every product', async () => {
  const club = await makeItem(app.database, tenant.id, { name: 'Club', interval: 'month' })
  const first = await begin(club)
  const second = await begin(club, { instead_of: [first.receipt] })
  assert.equal((await sessionOf(first.session)).status, 'expired')
  await sandbox.pay(second.url)
  await settle(second.session)

  const session = await signUp(app, tenant.public_key)
  const member = functionCall(app, tenant.public_key, session.access_token)
  const id = await product(1)
  const tab = await begin(id, {}, member)
  const otherTab = await begin(id, {}, member)
  assert.equal((await sessionOf(tab.session)).status, 'expired')
  assert.equal((await sessionOf(otherTab.session)).status, 'open')
  assert.deepEqual(await stockOf(id), [1, 1, 0])
})

test('terms that differ from what the page showed are refused before anything is created', async () => {
  const id = await product(3, { price_cents: 1000 })
  const seen = { price_cents: 1000, currency: 'eur', interval: null }
  await app.owner.query('update public.items set price_cents = 1200 where id = $1', [id])
  const before = (await ordersOf(app, tenant.id)).length
  for (const wrong of [
    seen,
    { ...seen, price_cents: 1200, currency: 'usd' },
    { ...seen, price_cents: 1200, interval: 'month' },
  ]) {
    const { status, body } = await ask(id, { seen: wrong })
    assert.deepEqual([status, body.code], [409, 'price_changed'], JSON.stringify(wrong))
  }
  for (const bad of [{}, { ...seen, amount: 1 }, { ...seen, price_cents: '1200' }, null])
    assert.equal((await ask(id, { seen: bad })).status, 400)
  assert.equal((await ordersOf(app, tenant.id)).length, before)
  const { session } = await begin(id, { seen: { ...seen, price_cents: 1200 } })
  assert.equal((await sessionOf(session)).amount_total, 1200)
})

test('visitors read the current catalogue, with at most one purchase’s quantity of the stock', async () => {
  const id = await product(500)
  const read = async () => {
    const { status, body } = await visitor('GET', '/catalogue')
    assert.equal(status, 200)
    return body.items.find((item: { id: string }) => item.id === id)
  }
  assert.deepEqual(await read(), {
    id,
    name: 'Rye loaf',
    description: null,
    price_cents: 1250,
    currency: 'eur',
    interval: null,
    available: 99,
    picture: null,
  })
  await app.owner.query('update public.items set stock = 2, price_cents = 1 where id = $1', [id])
  assert.deepEqual([(await read()).available, (await read()).price_cents], [2, 1])
  await app.owner.query('update public.items set active = false where id = $1', [id])
  assert.equal(await read(), undefined)
  for (const key of [app.anonKey, app.serviceKey])
    assert.equal((await functionCall(app, key)('GET', '/catalogue')).status, 401)
  const { data, error } = await app.client(tenant.public_key).from('items').select('stock').limit(1)
  assert.deepEqual([data, error?.code], [null, '42501'], 'only the owner reads the stock')
})

test('deleting a tenant while its orders are being settled locks no product before its order', async () => {
  const deletedShop = await openShop(app, sandbox, shop)
  await app.owner.query('update public.items set stock = 5 where id = $1', [deletedShop.itemId])
  const open = await Promise.all(
    [1, 2, 3].map(() =>
      deletedShop.visitor('POST', '/purchase', { item_id: deletedShop.itemId, page_url: SHOP_PAGE }),
    ),
  )
  const settling = open.map(async ({ body }) => {
    await sandbox.pay(body.url)
    return fulfil(app.kernel, {
      sessionId: /cs_\w+/.exec(body.url)![0],
      account: deletedShop.account,
      mode: 'test',
    })
  })
  const deleting = creator('POST', '/delete-tenant', {
    tenant_id: deletedShop.tenant.id,
    name: deletedShop.tenant.name,
  })
  assert.equal((await deleting).status, 200)
  await Promise.all(settling)
  assert.equal((await ordersOf(app, deletedShop.tenant.id)).length, 0)
})
