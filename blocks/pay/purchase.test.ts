import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { makeItem, makeTenant } from '#testing/factories.ts'
import { functionCall } from '#testing/function-call.ts'
import { signUp } from '#testing/test-users.ts'
import { SHOP_PAGE, buy, openShop, ordersOf } from '#testing/shop.ts'
import { testApp } from '#testing/test-app.ts'
import { CARDS, testSandbox } from '#testing/test-sandbox.ts'

const sandbox = await testSandbox()
const app = await testApp({ sandbox: sandbox.ready })
const shop = await openShop(app, sandbox)
const { tenant, visitor } = shop

/** Opens one of our return URLs as the buyer's browser does. */
async function visit(address: string) {
  const { pathname, search } = new URL(address)
  const response = await app.request(pathname + search, { redirect: 'manual' })
  const to = response.headers.get('location') ?? ''
  const code = /bb_order=([\w-]+)/.exec(to)?.[1] ?? ''
  return { status: response.status, to, code, text: await response.text(), headers: response.headers }
}
const cancelAddress = async (session: string) =>
  (await sandbox.stripe.test.checkout.sessions.retrieve(session, {}, { stripeAccount: shop.account }))
    .cancel_url!
const statusOf = async (proof: object, ask = visitor) =>
  (await ask('POST', '/order-status', proof)).body.status
const newest = async () => (await ordersOf(app, tenant.id))[0]

test('[S1-009] [S2-217] [H09] a visitor pays the server’s price on the tenant’s own account, and the paid code works once', async () => {
  const { url, receipt, session } = await buy(shop)
  assert.ok(url.startsWith(sandbox.ready.url))
  const pending = await newest()
  assert.deepEqual(
    [pending.status, pending.amount_total, pending.currency, pending.name, pending.seller, pending.source_id],
    ['pending', 1250, 'eur', 'Rye loaf', 'pay', shop.itemId],
  )
  const made = await sandbox.stripe.test.checkout.sessions.retrieve(
    session,
    {},
    { stripeAccount: shop.account },
  )
  assert.deepEqual([made.amount_total, made.client_reference_id], [1250, pending.id])
  assert.deepEqual(made.metadata, { tenant_id: tenant.id, item_id: shop.itemId, order_id: pending.id })
  await assert.rejects(
    sandbox.stripe.test.checkout.sessions.retrieve(session),
    'not on the platform’s account',
  )
  assert.equal(await statusOf({ receipt }), 'pending')

  const back = await visit(await sandbox.pay(url))
  assert.equal(back.status, 303)
  assert.match(back.to, /^http:\/\/shop\.localhost:4800\/bread\?from=mail#top&bb_order=[\w-]{43}$/)
  assert.equal(back.headers.get('referrer-policy'), 'no-referrer')
  const paid = await newest()
  assert.equal(paid.status, 'paid')
  assert.equal(paid.email, 'buyer@example.test')
  assert.match(paid.stripe_payment_intent_id, /^pi_/)
  assert.ok(paid.paid_at)

  const order = await visitor('POST', '/order-status', { code: back.code })
  assert.deepEqual(order.body, {
    order_id: paid.id,
    status: 'paid',
    item_name: 'Rye loaf',
    quantity: 1,
    amount_total: 1250,
    currency: 'eur',
    interval: null,
  })
  assert.equal((await visitor('POST', '/order-status', { code: back.code })).status, 404, 'once')
  assert.equal(await statusOf({ receipt }), 'paid')
})

test('[H09] [S4-035] a price, currency or tenant from the browser is refused; foreign and inactive items are not found', async () => {
  const body = { item_id: shop.itemId, page_url: SHOP_PAGE }
  for (const more of [
    { price_cents: 1 },
    { currency: 'usd' },
    { quantity: 0 },
    { quantity: 100 },
    { quantity: 1.5 },
    { quantity: '2' },
    { interval: 'month' },
    { ui: 'other' },
    { tenant_id: tenant.id },
    { amount: 1 },
  ])
    assert.equal((await visitor('POST', '/purchase', { ...body, ...more })).status, 400)
  const other = await makeTenant(app.database)
  const [hidden, foreign] = await Promise.all([
    makeItem(app.database, tenant.id, { active: false }),
    makeItem(app.database, other.id),
  ])
  const before = (await ordersOf(app, tenant.id)).length
  for (const item_id of [hidden, foreign, randomUUID()]) {
    const { status, body: order } = await visitor('POST', '/purchase', { ...body, item_id })
    assert.deepEqual([status, order.error], [404, 'This product is not available'])
  }
  for (const item_id of ['', 'x', null, 5, [shop.itemId]])
    assert.equal((await visitor('POST', '/purchase', { ...body, item_id })).status, 400)
  assert.equal((await ordersOf(app, tenant.id)).length, before)
  assert.equal((await ordersOf(app, other.id)).length, 0)
})

test('visitors of the tenant’s site can buy, signed in or not; an end user’s order has their ID', async () => {
  const body = { item_id: shop.itemId, page_url: SHOP_PAGE }
  for (const key of [app.anonKey, app.serviceKey])
    assert.equal((await functionCall(app, key)('POST', '/purchase', body)).status, 401)
  assert.equal((await shop.creator('POST', '/purchase', body)).status, 401)
  const session = await signUp(app, tenant.public_key)
  const signedIn = functionCall(app, tenant.public_key, session.access_token)
  const { session: id } = await buy({ visitor: signedIn, itemId: shop.itemId })
  const order = await newest()
  assert.deepEqual([order.auth_user_id, order.email], [session.user.id, session.user.email])
  const made = await sandbox.stripe.test.checkout.sessions.retrieve(id, {}, { stripeAccount: shop.account })
  assert.equal(made.customer_email, session.user.email)
})

test('[D15] only pages of the tenant’s sites are accepted, and checked again when the buyer returns', async () => {
  const ask = (page_url: unknown) => visitor('POST', '/purchase', { item_id: shop.itemId, page_url })
  for (const page of [
    'https://evil.example/',
    'https://localhost.evil.example/',
    '//evil.example',
    'javascript:alert(1)',
  ]) {
    const { status, body } = await ask(page)
    assert.ok([400, 403].includes(status), `${page}: ${status}`)
    assert.ok(body.error.length > 10)
  }
  for (const page of ['', 'shop', '/embed/pay', null, 7, `http://localhost/${'a'.repeat(2100)}`])
    assert.ok([400, 403].includes((await ask(page)).status))

  const list = (origins: string[]) =>
    app.owner.query('update public.tenants set allowed_origins = $2 where id = $1', [tenant.id, origins])
  await list(['https://bakery.example'])
  const { url } = await buy(shop, 'https://bakery.example/shop')
  await list([])
  const back = await visit(await sandbox.pay(url))
  assert.equal(back.status, 200, 'the site is no longer listed: our own page says what happened')
  assert.match(back.text, /Payment received/)
  assert.match(back.text, /Rye loaf, €12\.50/)
  assert.match(back.headers.get('content-security-policy') ?? '', /default-src 'none'; style-src 'sha256-/)
  assert.equal((await newest()).status, 'paid')
})

test('a declined card keeps the order open; going back cancels it at the provider too, with a message', async () => {
  const { url, receipt, session } = await buy(shop)
  assert.equal(await sandbox.pay(url, CARDS.declined), '')
  assert.equal(await statusOf({ receipt }), 'pending')
  const back = await visit(await cancelAddress(session))
  assert.equal(back.status, 303)
  assert.equal(await statusOf({ code: back.code }), 'canceled')
  assert.equal((await newest()).status, 'canceled')
  const closed = await sandbox.stripe.test.checkout.sessions.retrieve(
    session,
    {},
    { stripeAccount: shop.account },
  )
  assert.equal(closed.status, 'expired')
  assert.equal((await fetch(url)).status, 410, 'it can no longer be paid')
  const again = await visit(closed.cancel_url!)
  assert.equal(await statusOf({ code: again.code }), 'canceled')
})

test('a cancel URL opened after payment changes nothing: the provider is queried', async () => {
  const { url, session } = await buy(shop)
  const cancel = await cancelAddress(session)
  await sandbox.pay(url)
  const back = await visit(cancel)
  assert.equal(await statusOf({ code: back.code }), 'paid')
  assert.equal((await newest()).status, 'paid')
})

test('[H11] return URLs require their state, and report paid only when the provider does', async () => {
  const { url, session } = await buy(shop)
  const cancel = new URL(await cancelAddress(session))
  const state = cancel.searchParams.get('state')!
  assert.ok(Buffer.from(state, 'base64url').length >= 16)
  for (const query of [
    '',
    `?session_id=${session}`,
    `?session_id=${session}&state=`,
    `?state=${state.slice(1)}`,
    `?session_id=cs_test_other&state=${state}`,
  ]) {
    const { status, text, to } = await visit(`http://x/checkout/return${query}`)
    assert.deepEqual([status, to], [404, ''], query)
    assert.match(text, /no longer valid/)
  }
  const early = await visit(`http://x/checkout/return?session_id=${session}&state=${state}`)
  assert.equal(await statusOf({ code: early.code }), 'pending', 'opened without paying')
  await sandbox.pay(url)
  const back = await visit(`http://x/checkout/return?session_id=${session}&state=${state}`)
  assert.equal(await statusOf({ code: back.code }), 'paid')
  await app.owner.query(
    "update public.orders set created_at = now() - interval '4 days' where tenant_id = $1",
    [tenant.id],
  )
  assert.equal((await visit(`http://x/checkout/return?session_id=${session}&state=${state}`)).status, 404)
})

test('codes and receipts: one use under a race, ten minutes, their own tenant, hashed at rest', async () => {
  const { url, receipt } = await buy(shop)
  const address = await sandbox.pay(url)
  const { code } = await visit(address)
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => visitor('POST', '/order-status', { code })),
  )
  assert.equal(answers.filter(({ status }) => status === 200).length, 1, 'exactly one of twenty')
  const late = await visit(address)
  await app.owner.query('update public.orders set code_expires_at = now() where code_hash is not null')
  assert.equal((await visitor('POST', '/order-status', { code: late.code })).status, 404)

  const other = await makeTenant(app.database)
  const elsewhere = functionCall(app, other.public_key)
  const fresh = await visit(address)
  for (const proof of [{ receipt }, { code: fresh.code }])
    assert.equal((await elsewhere('POST', '/order-status', proof)).status, 404)
  for (const proof of [
    {},
    { receipt, code: fresh.code },
    { receipt: 5 },
    { code: 'x'.repeat(300) },
    { id: 1 },
  ])
    assert.equal((await visitor('POST', '/order-status', proof)).status, 400)
  assert.equal((await visitor('POST', '/order-status', { code: 'guess' })).status, 404)

  const { rows } = await app.owner.query('select o::text as whole from public.orders o')
  const state = new URL(address).searchParams.get('state')!
  for (const secret of [receipt, fresh.code, state])
    assert.ok(
      rows.every(
        ({ whole }) => !whole.includes(secret) && !whole.includes(Buffer.from(secret).toString('hex')),
      ),
    )
})

test('[S3-039] a tenant without a chargeable account, or without the plan, cannot sell, and is refused before anything is created', async () => {
  const bare = await makeTenant(app.database, { owner: tenant.owner })
  const itemId = await makeItem(app.database, bare.id)
  const ask = () =>
    functionCall(app, bare.public_key)('POST', '/purchase', { item_id: itemId, page_url: SHOP_PAGE })
  const refused = await ask()
  assert.deepEqual([refused.status, refused.body.code], [409, 'cannot_sell'])
  const waiting = await openShop(app, sandbox, shop)
  const charges = (on: boolean) =>
    app.owner.query('update public.payment_accounts set charges_enabled = $2 where tenant_id = $1', [
      waiting.tenant.id,
      on,
    ])
  await charges(false)
  const { body } = await waiting.visitor('POST', '/purchase', {
    item_id: waiting.itemId,
    page_url: SHOP_PAGE,
  })
  assert.equal(body.error, 'This shop cannot take payments yet. Please try again later.')
  await charges(true)
  await app.owner.query(
    "update public.tenants set stripe_mode = 'live', allowed_origins = '{http://shop.localhost:4800}' where id = $1",
    [waiting.tenant.id],
  )
  assert.equal(
    (await waiting.visitor('POST', '/purchase', { item_id: waiting.itemId, page_url: SHOP_PAGE })).status,
    402,
    'Free sells in test mode only',
  )
  for (const { id } of [bare, waiting.tenant]) assert.equal((await ordersOf(app, id)).length, 0)
})

test('[S3-047] [S4-054] live sales need the owner’s plan at the time of sale, and go to the live account', async () => {
  const live = await openShop(app, sandbox, shop)
  const subscribe = (status: string) =>
    app.owner.query(
      `insert into public.bolt_subscriptions (user_id, plan_id, status) values ($1, 'pro', $2)
       on conflict (user_id) do update set status = excluded.status`,
      [tenant.owner, status],
    )
  await subscribe('active')
  const { body } = await shop.creator('POST', '/start-stripe-express-onboarding', {
    tenant_id: live.tenant.id,
    mode: 'live',
  })
  const { pathname, search } = new URL(await sandbox.onboard(body.url))
  await app.request(pathname + search)
  await app.owner.query(
    "update public.tenants set stripe_mode = 'live', allowed_origins = '{https://bakery.example}' where id = $1",
    [live.tenant.id],
  )
  const ask = () =>
    live.visitor('POST', '/purchase', { item_id: live.itemId, page_url: 'https://bakery.example/' })
  const { status, body: made } = await ask()
  assert.equal(status, 200, JSON.stringify(made))
  assert.match(made.url, /cs_live_/)
  for (const name of ['host', 'x-forwarded-host', 'x-environment']) {
    const forged = await app.request('/functions/v1/purchase', {
      method: 'POST',
      headers: { apikey: live.tenant.public_key, 'content-type': 'application/json', [name]: 'localhost' },
      body: JSON.stringify({ item_id: live.itemId, page_url: 'https://bakery.example/' }),
    })
    assert.match(((await forged.json()) as { url: string }).url, /cs_live_/, name)
  }
  const [order] = await ordersOf(app, live.tenant.id)
  assert.equal(order.mode, 'live')
  assert.notEqual(order.stripe_account_id, live.account)
  const preview = { item_id: live.itemId, page_url: SHOP_PAGE }
  assert.equal(
    (await live.visitor('POST', '/purchase', preview)).status,
    403,
    'preview hosts are for test mode',
  )
  await subscribe('canceled')
  assert.equal((await ask()).body.code, 'cannot_sell')
})

test('when the provider refuses or is unavailable, the order is closed and the message is clear', async () => {
  const cheap = await makeItem(app.database, tenant.id, { price_cents: 20 })
  const small = await visitor('POST', '/purchase', { item_id: cheap, page_url: SHOP_PAGE })
  assert.deepEqual([small.status, small.body.code], [409, 'payments_refused'])
  assert.match(small.body.error, /at least 50 cents/)
  assert.equal((await newest()).status, 'failed')
  await sandbox.control('POST', '/faults', { status: 500, path: '/v1/checkout/sessions', times: 3 })
  const unavailable = await visitor('POST', '/purchase', { item_id: shop.itemId, page_url: SHOP_PAGE })
  assert.deepEqual([unavailable.status, unavailable.body.code], [503, 'payments_unavailable'])
  assert.match(unavailable.body.error, /try again/)
  assert.equal((await newest()).status, 'failed')
})

test('amounts without and with three decimals reach the provider in its minor units', async () => {
  for (const [currency, price_cents] of [
    ['jpy', 1500],
    ['kwd', 5120],
    ['huf', 125_000],
  ] as const) {
    const itemId = await makeItem(app.database, tenant.id, { price_cents, currency })
    const { url, session } = await buy({ visitor, itemId })
    const at = { stripeAccount: shop.account }
    const made = await sandbox.stripe.test.checkout.sessions.retrieve(session, {}, at)
    assert.deepEqual([made.amount_total, made.currency], [price_cents, currency])
    await visit(await sandbox.pay(url))
    const paid = await newest()
    assert.deepEqual([paid.status, paid.amount_total, paid.currency], ['paid', price_cents, currency])
  }
})

test('a currency that the provider refuses is a clear error, and the order is closed', async () => {
  // The provider may stop charging a currency that the list still has.
  await app.owner.query('alter table public.items drop constraint items_currency_check')
  const itemId = await makeItem(app.database, tenant.id, { currency: 'zzz' })
  const { status, body } = await visitor('POST', '/purchase', { item_id: itemId, page_url: SHOP_PAGE })
  assert.deepEqual(
    [status, body.code, body.error],
    [409, 'currency_refused', 'This shop cannot take payments in this currency'],
  )
  assert.equal((await newest()).status, 'failed')
})

test('visitors do not see the ID of an account that we can no longer access', async () => {
  const move = (account: string) =>
    app.owner.query('update public.payment_accounts set account_id = $2 where tenant_id = $1', [
      tenant.id,
      account,
    ])
  await move('acct_PrivateCanary')
  const refused = await visitor('POST', '/purchase', { item_id: shop.itemId, page_url: SHOP_PAGE })
  await move(shop.account)
  assert.deepEqual([refused.status, refused.body.code], [409, 'payments_refused'])
  assert.doesNotMatch(JSON.stringify(refused.body), /acct_|sk_|key/)
})

test('a lost response while opening the checkout creates one session, not two', async () => {
  await sandbox.control('POST', '/faults', { reset: 'after', path: '/v1/checkout/sessions', method: 'POST' })
  const { session } = await buy(shop)
  const order = await newest()
  const { data } = await sandbox.stripe.test.checkout.sessions.list(
    { limit: 100 },
    { stripeAccount: shop.account },
  )
  assert.deepEqual(
    data.filter((s) => s.client_reference_id === order.id).map(({ id }) => id),
    [session],
  )
})

test('a buyer who returns while the provider is unavailable still gets back, and later learns the outcome by the code', async () => {
  const { url } = await buy(shop)
  const address = await sandbox.pay(url)
  await sandbox.control('POST', '/faults', { status: 500, path: '/v1/checkout/sessions', times: 3 })
  const back = await visit(address)
  assert.equal(back.status, 303)
  assert.equal(await statusOf({ code: back.code }), 'pending')
  const later = await visit(address)
  assert.equal(await statusOf({ code: later.code }), 'paid')
})

test('[B05] [S3-023] [S7-034] creators read and count their own tenants’ orders; nobody can write one', async () => {
  const orders = () => app.client(app.anonKey, { accessToken: async () => shop.token }).from('orders')
  const { data, count, error } = await orders().select('*', { count: 'exact' }).eq('tenant_id', tenant.id)
  assert.equal(error, null)
  assert.equal(count, (await ordersOf(app, tenant.id)).length)
  assert.ok(data && data.length > 3)
  for (const column of ['receipt_hash', 'state_hash', 'code_hash', 'page_url'])
    assert.ok(!(column in data[0]))
  const { id } = data.at(-1) as { id: string }
  for (const refused of [
    await orders().insert({ tenant_id: tenant.id, status: 'paid' }),
    await orders().update({ status: 'refunded' }).eq('id', id),
    await orders().delete().eq('id', id),
  ])
    assert.equal(refused.error?.code, '42501')
})

test('[P05] one address can start 60 checkouts of a tenant in ten minutes, then must wait', async () => {
  const busy = functionCall(app, (await makeTenant(app.database)).public_key)
  const ask = () => busy('POST', '/purchase', { item_id: randomUUID(), page_url: SHOP_PAGE })
  const answers = await Promise.all(Array.from({ length: 61 }, ask))
  assert.equal(answers.filter(({ status }) => status === 404).length, 60)
  const [late] = answers.filter(({ status }) => status === 429)
  assert.ok(Number(late?.headers.get('retry-after')) > 0)
  assert.equal(
    (await visitor('POST', '/purchase', { item_id: randomUUID(), page_url: SHOP_PAGE })).status,
    404,
  )
})

test('every request that was sent matches the provider’s own contract', async () => {
  const { validated, violations } = await sandbox.contract()
  assert.ok(validated > 20)
  assert.deepEqual(violations, [])
})
