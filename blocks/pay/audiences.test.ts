import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fulfil } from '#features/orders/fulfil.ts'
import { makeItem, makeTenant } from '#testing/factories.ts'
import { functionCall } from '#testing/function-call.ts'
import { SHOP_PAGE, buy, openShop, ordersOf } from '#testing/shop.ts'
import { testApp } from '#testing/test-app.ts'
import { testSandbox } from '#testing/test-sandbox.ts'
import { signUp } from '#testing/test-users.ts'
import type { Catalogue } from './endpoints.ts'

const sandbox = await testSandbox()
const app = await testApp({ sandbox: sandbox.ready, env: { AUTH_LIMIT_FACTOR: '1000' } })
const shop = await openShop(app, sandbox)
const { tenant, visitor } = shop
const admin = (sql: string, ...values: unknown[]) => app.owner.query(sql, values).then(({ rows }) => rows)

type Caller = typeof visitor

async function audience(...any: object[]): Promise<string> {
  const [row] = await admin(
    "insert into public.audiences (tenant_id, name, rule) values ($1, 'Inner circle', $2) returning id",
    tenant.id,
    JSON.stringify({ any }),
  )
  return row.id
}

/** A product with a rule, stored by its owner through the API. */
async function product(
  name: string,
  rule: object,
  item: Parameters<typeof makeItem>[2] = {},
): Promise<string> {
  const id = await makeItem(app.database, tenant.id, { name, price_cents: 1000, ...item })
  const { status, body } = await shop.creator('PUT', `/item-operations/${id}`, rule)
  assert.equal(status, 200, JSON.stringify(body))
  return id
}

async function member(role?: string) {
  const session = await signUp(app, tenant.public_key)
  const call = functionCall(app, tenant.public_key, session.access_token)
  if (role) await giveRole(session.user.id, role)
  return { id: session.user.id, call, session }
}
async function giveRole(userId: string, role: string) {
  await admin(
    'insert into public.roles (tenant_id, name) values ($1, $2) on conflict do nothing',
    tenant.id,
    role,
  )
  await admin(
    'insert into public.role_members (tenant_id, auth_user_id, role) values ($1, $2, $3)',
    tenant.id,
    userId,
    role,
  )
}
const takeRoles = (userId: string) => admin('delete from public.role_members where auth_user_id = $1', userId)

async function card(call: Caller, id: string) {
  const { status, body } = await call('GET', '/catalogue')
  assert.equal(status, 200, JSON.stringify(body))
  return (body as Catalogue).items.find((item) => item.id === id)
}
const purchase = (call: Caller, item_id: string, more: object = {}) =>
  call('POST', '/purchase', { item_id, page_url: SHOP_PAGE, ...more })
const ordersFor = async (id: string) =>
  (await ordersOf(app, tenant.id)).filter(({ source_id }) => source_id === id)

/** Buys and pays as this caller. @returns the id of the order */
async function pay(call: Caller, itemId: string): Promise<string> {
  const { url, session } = await buy({ visitor: call, itemId })
  await sandbox.pay(url)
  await fulfil(app.kernel, { sessionId: session, account: shop.account, mode: 'test' })
  const [order] = await ordersFor(itemId)
  assert.equal(order.status, 'paid')
  return order.id
}

/** Asserts that a product is closed to this caller, on the page and at the purchase. */
async function assertClosed(call: Caller, id: string) {
  const before = (await ordersFor(id)).length
  assert.ok((await card(call, id))?.ways, 'the page says for whom it is')
  const { status, body } = await purchase(call, id)
  assert.deepEqual([status, body.code], [403, 'members_only'])
  assert.equal((await ordersFor(id)).length, before, 'nothing was stored')
}
async function assertOpen(call: Caller, id: string) {
  assert.equal((await card(call, id))!.ways, undefined)
  assert.equal((await purchase(call, id)).status, 200)
}

test('[peers M8] a product for a role is listed with how to get it, and sold only to its members; a lost role closes with the next request', async () => {
  const club = await audience({ kind: 'role', role: 'Reading club' }, { kind: 'bought', source: shop.itemId })
  const id = await product('Club box', { audience_id: club })
  const [ann, bob] = [await member('Reading club'), await member()]
  const shown = await card(visitor, id)
  assert.deepEqual(shown!.ways, [
    { kind: 'role', name: 'Reading club' },
    { kind: 'bought', name: 'Rye loaf', item_id: shop.itemId },
  ])
  assert.equal((await visitor('GET', '/catalogue')).body.isPersonal, true)
  for (const call of [visitor, bob.call]) await assertClosed(call, id)
  await assertOpen(ann.call, id)
  await takeRoles(ann.id)
  await assertClosed(ann.call, id)
})

test('[peers M8] a role in metadata that the browser may write opens nothing', async () => {
  const id = await product('For editors', { audience_id: await audience({ kind: 'role', role: 'Editor' }) })
  const { session } = await member()
  const client = app.client(tenant.public_key)
  await client.auth.setSession(session)
  await client.auth.updateUser({ data: { roles: ['Editor'], app_metadata: { roles: ['Editor'] } } })
  const { data } = await client.auth.refreshSession()
  await assertClosed(functionCall(app, tenant.public_key, data.session!.access_token), id)
})

test('[peers M8] a refund, an ended subscription and a ban close with the next request', async () => {
  const pass = await makeItem(app.database, tenant.id, { name: 'Club pass' })
  const plan = await makeItem(app.database, tenant.id, { name: 'Club plan', interval: 'month' })
  const open = { audience_id: await audience({ kind: 'bought', source: pass }) }
  const [forPass, forPlan, forAll] = [
    await product('For the pass', open),
    await product('For the plan', { audience_id: await audience({ kind: 'bought', source: plan }) }),
    await product('For members', { audience_id: await audience({ kind: 'signed_in' }) }),
  ]
  const ann = await member()
  await assertClosed(ann.call, forPass)
  const paid = await pay(ann.call, pass)
  await assertOpen(ann.call, forPass)
  await admin(
    "update public.orders set status = 'refunded', amount_refunded = amount_total where id = $1",
    paid,
  )
  await assertClosed(ann.call, forPass)

  const subscription = await pay(ann.call, plan)
  await assertOpen(ann.call, forPlan)
  await admin("update public.orders set subscription_status = 'canceled' where id = $1", subscription)
  await assertClosed(ann.call, forPlan)

  await assertOpen(ann.call, forAll)
  await admin("update auth.users set banned_until = now() + interval '1 day' where id = $1", ann.id)
  const before = (await ordersFor(forAll)).length
  assert.ok((await purchase(ann.call, forAll)).status >= 401)
  assert.equal((await ordersFor(forAll)).length, before)
})

test('[peers M8] an audience that ended a second ago is closed, and one that opens later says when', async () => {
  const ended = { kind: 'everyone', until: new Date(Date.now() - 1000).toISOString().replace(/\.\d+/, '') }
  const later = { kind: 'everyone', from: '2099-03-01T00:00:00Z' }
  const id = await product('Early bird', { audience_id: await audience(ended, later) })
  await assertClosed(visitor, id)
  assert.deepEqual((await card(visitor, id))!.ways, [{ kind: 'everyone', from: later.from }])
  const month = { kind: 'signed_in', after_days: 30 }
  const patient = await product('For regulars', { audience_id: await audience(month) })
  assert.deepEqual((await card(visitor, patient))!.ways, [month])
  const closed = await product('For no one', { audience_id: await audience() })
  assert.deepEqual((await card(visitor, closed))!.ways, [])
})

test('[peers M8] a hidden product is in no list, of no API, and not found by its id; its members see and buy it', async () => {
  const id = await product('Secret loaf', {
    audience_id: await audience({ kind: 'role', role: 'Insider' }),
    hidden_from_others: true,
  })
  const [ann, bob] = [await member('Insider'), await member()]
  for (const call of [visitor, bob.call]) {
    assert.equal(await card(call, id), undefined)
    const { status, body } = await purchase(call, id)
    assert.deepEqual([status, body.code], [404, 'item_unavailable'])
  }
  const rows = async (token?: string) =>
    (
      await app
        .client(tenant.public_key, token ? { accessToken: async () => token } : {})
        .from('items')
        .select('id')
        .eq('id', id)
    ).data!.length
  assert.deepEqual(
    [await rows(), await rows(bob.session.access_token), await rows(ann.session.access_token)],
    [0, 0, 1],
  )
  await assertOpen(ann.call, id)
  const link = await product('Link', { audience_id: await audience({ kind: 'bought', source: id }) })
  assert.deepEqual((await card(visitor, link))!.ways, [{ kind: 'bought' }], 'without its name')
})

test('[peers M8] the members’ price is shown to its audience, and the checkout charges what was shown', async () => {
  const rule = {
    member_audience_id: await audience({ kind: 'role', role: 'Friend' }),
    member_price_cents: 700,
  }
  const id = await product('Loaf for friends', rule)
  const ann = await member('Friend')
  const seen = { currency: 'eur', interval: null }
  const shown = await card(ann.call, id)
  assert.deepEqual([shown!.price_cents, shown!.regular_price_cents], [700, 1000])
  const other = await card(visitor, id)
  assert.deepEqual([other!.price_cents, other!.regular_price_cents], [1000, undefined])

  const made = await purchase(ann.call, id, { seen: { ...seen, price_cents: 700 }, quantity: 2 })
  assert.equal(made.status, 200, JSON.stringify(made.body))
  const session = /\/c\/pay\/(cs_\w+)/.exec(made.body.url)![1]!
  const stripe = await sandbox.stripe.test.checkout.sessions.retrieve(
    session,
    {},
    { stripeAccount: shop.account },
  )
  assert.deepEqual([stripe.amount_total, (await ordersFor(id))[0].amount_total], [1400, 1400])

  // Someone else asks for that price.
  const forged = await purchase(visitor, id, { seen: { ...seen, price_cents: 700 } })
  assert.deepEqual(
    [forged.status, forged.body.code, forged.body.details.price_cents],
    [409, 'price_changed', 1000],
  )
  assert.equal((await purchase(visitor, id, { price_cents: 700 })).status, 400)

  // The page of a member who has lost the role in the meantime.
  await takeRoles(ann.id)
  const stale = await purchase(ann.call, id, { seen: { ...seen, price_cents: 700 } })
  assert.deepEqual([stale.status, stale.body.code], [409, 'price_changed'])
  assert.deepEqual(stale.body.details, { ...seen, price_cents: 1000 })
  assert.equal((await ordersFor(id)).length, 1)
  assert.equal((await purchase(ann.call, id, { seen: { ...seen, price_cents: 1000 } })).status, 200)
})

test('[peers M8] a subscription keeps the price at which it was bought', async () => {
  const rule = {
    member_audience_id: await audience({ kind: 'role', role: 'Early' }),
    member_price_cents: 800,
  }
  const id = await product('Monthly box', rule, { interval: 'month' })
  const ann = await member('Early')
  const orderId = await pay(ann.call, id)
  await takeRoles(ann.id)
  assert.equal((await card(ann.call, id))!.price_cents, 1000)
  const [order] = await ordersFor(id)
  assert.deepEqual([order.id, order.amount_total], [orderId, 800])
  const at = { stripeAccount: shop.account }
  const subscription = await sandbox.stripe.test.subscriptions.retrieve(order.stripe_subscription_id, {}, at)
  assert.equal(subscription.items.data[0]!.price.unit_amount, 800, 'what the next period costs')
})

test('[peers M8] a role that is lost while the checkout starts is seen by the order’s own transaction', async () => {
  const club = { audience_id: await audience({ kind: 'role', role: 'Racer' }) }
  const [locked, cheaper] = [
    await product('Raced', club),
    await product('Raced price', { member_audience_id: club.audience_id, member_price_cents: 500 }),
  ]
  await admin(`create function app.lose_role() returns trigger language plpgsql security definer as $$ begin
    delete from public.role_members where role = 'Racer'; return new; end $$`)
  await admin(
    'create trigger lose_role before insert on public.orders for each row execute function app.lose_role()',
  )
  const ann = await member()
  for (const [id, code] of [
    [locked, 'members_only'],
    [cheaper, 'price_changed'],
  ] as const) {
    await giveRole(ann.id, 'Racer')
    assert.equal((await purchase(ann.call, id)).body.code, code)
    assert.deepEqual(await ordersFor(id), [])
    await takeRoles(ann.id)
  }
  await admin('drop function app.lose_role() cascade')
})

test('[peers A6] GET /my-access has the roles and purchases of this moment, of the caller alone', async () => {
  const ann = await member('Baker')
  const has = async (call: Caller) => (await call('GET', '/my-access')).body
  assert.deepEqual(await has(ann.call), { roles: ['Baker'], products: [] })
  const pass = await makeItem(app.database, tenant.id, { name: 'Flour pass' })
  const order = await pay(ann.call, pass)
  assert.deepEqual(await has(ann.call), { roles: ['Baker'], products: [{ id: pass, name: 'Flour pass' }] })
  assert.deepEqual(await has((await member()).call), { roles: [], products: [] })
  assert.equal((await visitor('GET', '/my-access')).status, 401)

  await takeRoles(ann.id)
  await admin("update public.orders set status = 'refunded' where id = $1", order)
  assert.deepEqual(await has(ann.call), { roles: [], products: [] })
  await admin("update public.orders set status = 'paid' where id = $1", order)
  await admin('delete from public.items where id = $1', pass)
  assert.deepEqual((await has(ann.call)).products, [{ id: pass, name: null }])
  await admin("update auth.users set banned_until = now() + interval '1 day' where id = $1", ann.id)
  assert.notDeepEqual((await has(ann.call)).products, [{ id: pass, name: null }])
})

test('[peers M8] owners set only rules that hold: own audiences, both fields of a price, and less than the price', async () => {
  const id = await makeItem(app.database, tenant.id, { price_cents: 1000 })
  const own = await audience()
  const other = await makeTenant(app.database)
  const [foreign] = await admin(
    "insert into public.audiences (tenant_id, name) values ($1, 'Theirs') returning id",
    other.id,
  )
  const change = async (fields: object) => {
    const { status, body } = await shop.creator('PUT', `/item-operations/${id}`, fields)
    return status === 200 ? 200 : body.code
  }
  assert.equal(await change({ audience_id: foreign.id }), 'audience_not_found')
  assert.equal(await change({ member_audience_id: foreign.id, member_price_cents: 5 }), 'audience_not_found')
  assert.equal(await change({ member_audience_id: own }), 'member_price_incomplete')
  assert.equal(await change({ member_audience_id: own, member_price_cents: 1000 }), 'member_price_too_high')
  assert.equal(await change({ member_audience_id: own, member_price_cents: 500 }), 200)
  assert.equal(await change({ price_cents: 500 }), 'member_price_too_high')
  assert.equal(await change({ member_audience_id: null, member_price_cents: null }), 200)
  await admin('delete from public.tenants where id = $1', other.id)
})

test('[peers M8] an audience that a product uses is not deleted, and the owner reads which', async () => {
  const own = await audience()
  const tea = await product('Club tea', { audience_id: own })
  const remove = () =>
    app
      .client(app.anonKey, { accessToken: async () => shop.token, global: { fetch: app.fetch } })
      .from('audiences')
      .delete()
      .eq('id', own)
  const refusal = async () => {
    const { error, status } = await remove()
    return [status, error?.code, error?.message, error?.hint]
  }
  const hint = 'Choose another audience there first.'
  assert.deepEqual(await refusal(), [409, '23503', 'The product “Club tea” uses this audience', hint])
  const cake = await product('Cake', { member_audience_id: own, member_price_cents: 1 })
  assert.equal((await refusal())[2], 'The product “Cake” and 1 more use this audience')
  await admin('delete from public.items where id = any ($1)', [tea, cake])
  assert.deepEqual(await refusal(), [204, undefined, undefined, undefined])

  const other = await makeTenant(app.database)
  const [theirs] = await admin(
    "insert into public.audiences (tenant_id, name) values ($1, 'Theirs') returning id",
    other.id,
  )
  const item = await makeItem(app.database, other.id)
  await admin('update public.items set audience_id = $2 where id = $1', item, theirs.id)
  await admin('delete from public.tenants where id = $1', other.id)
})
