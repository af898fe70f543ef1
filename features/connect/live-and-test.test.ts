// Both modes of one tenant: switching, disconnecting, and the €1 smoke payment.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import pg from 'pg'
import { handleStripeEvent, paymentHandlersOf } from '#features/orders/inbox/stripe-events.ts'
import { units } from '#server/units.ts'
import { eventually } from '#testing/eventually.ts'
import { functionCall } from '#testing/function-call.ts'
import { signUp } from '#testing/test-users.ts'
import { buy, openShop, ordersOf } from '#testing/shop.ts'
import type { Shop } from '#testing/shop.ts'
import { testApp } from '#testing/test-app.ts'
import { testSandbox } from '#testing/test-sandbox.ts'
import { releaseAccounts } from './release.ts'

const sandbox = await testSandbox()
const app = await testApp({ sandbox: sandbox.ready })
sandbox.receive((request) => app.app.request(request))
const handlers = paymentHandlersOf(units)
const bob = functionCall(app, app.anonKey, (await signUp(app, app.anonKey)).access_token)

/** A shop whose owner may also sell live. */
async function openPro(of?: Shop): Promise<Shop> {
  const shop = await openShop(app, sandbox, of)
  await app.owner.query(
    `insert into public.bolt_subscriptions (user_id, plan_id, status) values ($1, 'pro', 'active')
     on conflict do nothing`,
    [shop.tenant.owner],
  )
  return shop
}
const shop = await openPro()

/** Completes the live onboarding. @returns the account */
async function connectLive({ creator, tenant }: Shop, how: 'finish' | 'more' = 'finish'): Promise<string> {
  const { body } = await creator('POST', '/start-stripe-express-onboarding', {
    tenant_id: tenant.id,
    mode: 'live',
  })
  const { pathname, search } = new URL(await sandbox.onboard(body.url, how))
  await app.request(pathname + search)
  return (await state(tenant.id)).live
}

async function state(tenantId: string) {
  const { rows } = await app.owner.query(
    `select stripe_mode as mode, stripe_status as status, stripe_account_id as shown,
       stripe_account_id_test as test, stripe_account_id_live as live from public.tenants where id = $1`,
    [tenantId],
  )
  return rows[0]
}
const setMode = ({ creator, tenant }: Shop, mode: string) =>
  creator('POST', '/set-tenant-mode', { tenant_id: tenant.id, mode })
const call = ({ creator, tenant }: Shop, path: string, more: object = {}) =>
  creator('POST', path, { tenant_id: tenant.id, ...more })

/** Processes the queued events of a type about this account. */
async function workEvents(type: string, account: string): Promise<void> {
  const mine = async () => (await sandbox.events(type)).filter((event) => event.account === account)
  const events = await eventually(`${type} is delivered`, async () => {
    const found = await mine()
    return found.length > 0 && found.every((e) => e.deliveries.some((d) => d.status === 'delivered')) && found
  })
  for (const { id } of events) await handleStripeEvent(app.kernel, id, handlers)
}

test('[S4-041] [S4-043] [S7-068] live needs a live account that can take charges; otherwise it is refused with an explanation', async () => {
  const none = await setMode(shop, 'live')
  assert.deepEqual(
    [none.status, none.body.error, none.body.code],
    [409, 'Connect Stripe (live) first', 'live_not_connected'],
  )
  await connectLive(shop, 'more')
  const waiting = await setMode(shop, 'live')
  assert.deepEqual([waiting.status, waiting.body.code], [409, 'live_not_ready'])
  assert.match(waiting.body.error, /^Check Stripe live setup\./)
  assert.equal((await state(shop.tenant.id)).mode, 'test')
  // The provider has enabled charges, but its event has not arrived: the provider's response counts.
  await app.owner.query('delete from app.stripe_events')
  await connectLive(shop)
  await app.owner.query(
    "update public.payment_accounts set charges_enabled = false where tenant_id = $1 and mode = 'live'",
    [shop.tenant.id],
  )
  const done = await setMode(shop, 'live')
  assert.deepEqual([done.status, done.body], [200, { success: true, mode: 'live' }])
  const now = await state(shop.tenant.id)
  assert.deepEqual([now.mode, now.shown], ['live', now.live])
})

test('[S4-042] test mode is always allowed, even without a plan or account', async () => {
  const { status } = await setMode(shop, 'test')
  assert.equal(status, 200)
  assert.equal((await state(shop.tenant.id)).mode, 'test')
  const free = await openShop(app, sandbox)
  assert.equal((await setMode(free, 'test')).status, 200)
  const live = await setMode(free, 'live')
  assert.deepEqual([live.status, live.body.code], [402, 'live_needs_plan'])
})

test('[S1-016] [S3-004] a tenant’s mode is test or live and nothing else', async () => {
  const write = (mode: string | null) =>
    app.owner.query('update public.tenants set stripe_mode = $2 where id = $1', [shop.tenant.id, mode])
  for (const mode of ['demo', 'LIVE', '']) await assert.rejects(write(mode), { code: '23514' }, mode)
  await assert.rejects(write(null), { code: '23502' })
  for (const mode of ['live', 'test']) assert.equal((await write(mode)).rowCount, 1)
})

test('[S5-051] [C06] setting a mode needs one’s own tenant and one of the two values', async () => {
  for (const body of [
    {},
    { tenant_id: shop.tenant.id },
    { tenant_id: shop.tenant.id, mode: 'LIVE' },
    { tenant_id: shop.tenant.id, mode: 'x' },
    { tenant_id: '', mode: 'test' },
    { tenant_id: shop.tenant.id, mode: 'test', owner: 1 },
  ])
    assert.equal((await shop.creator('POST', '/set-tenant-mode', body)).status, 400, JSON.stringify(body))
  const paths: [string, object][] = [
    ['/set-tenant-mode', { mode: 'test' }],
    ['/set-tenant-mode', { mode: 'live' }],
    ['/stripe-disconnect', {}],
    ['/start-stripe-standard-oauth', {}],
    ['/checkout-smoke-live', {}],
    ['/checkout-smoke-refund', {}],
    ['/stripe-dashboard-link', {}],
  ]
  const before = await state(shop.tenant.id)
  for (const [path, more] of paths) {
    const foreign = await bob('POST', path, { tenant_id: shop.tenant.id, ...more })
    const unknown = await bob('POST', path, { tenant_id: randomUUID(), ...more })
    assert.equal(foreign.status, 404, path)
    assert.deepEqual(foreign.body, unknown.body)
    const anonymous = await functionCall(app, app.anonKey)('POST', path, {
      tenant_id: shop.tenant.id,
      ...more,
    })
    assert.deepEqual([anonymous.status, anonymous.body.error], [401, 'Not authenticated'], path)
  }
  assert.deepEqual(await state(shop.tenant.id), before)
})

test('live and test are independent: each sells on its own account with its own keys', async () => {
  const inTest = await buy(shop)
  await setMode(shop, 'live')
  // In live mode, a site must be listed.
  await app.owner.query('update public.tenants set allowed_origins = $2 where id = $1', [
    shop.tenant.id,
    ['http://shop.localhost:4800'],
  ])
  const inLive = await buy(shop)
  const accounts = await state(shop.tenant.id)
  assert.notEqual(accounts.test, accounts.live)
  const orders = await ordersOf(app, shop.tenant.id)
  assert.deepEqual(
    orders.map((order) => [order.mode, order.stripe_account_id]),
    [
      ['live', accounts.live],
      ['test', accounts.test],
    ],
  )
  for (const { url } of [inTest, inLive]) await sandbox.pay(url)
  await workEvents('checkout.session.completed', accounts.test)
  await workEvents('checkout.session.completed', accounts.live)
  const paid = await ordersOf(app, shop.tenant.id)
  assert.deepEqual(
    paid.map(({ status }) => status),
    ['paid', 'paid'],
  )
  const label = await call(shop, '/stripe-account-label')
  assert.equal(label.body.mode, 'live')
})

test('[S7-050] [S5-043] [S9-010] the smoke test is a €1 live checkout and needs a live account', async () => {
  const bare = await openPro(shop)
  const none = await call(bare, '/checkout-smoke-live')
  assert.deepEqual([none.status, none.body.error], [409, 'Connect Stripe (live) first'])
  await connectLive(bare, 'more')
  assert.deepEqual((await call(bare, '/checkout-smoke-live')).body.code, 'live_not_ready')

  await setMode(shop, 'test') // the live account counts, not the mode that visitors see
  const { status, body } = await call(shop, '/checkout-smoke-live')
  assert.equal(status, 200, JSON.stringify(body))
  const id = /\/c\/pay\/(cs_live_\w+)/.exec(body.url)?.[1]
  assert.ok(id)
  const { live } = await state(shop.tenant.id)
  const session = await sandbox.stripe.live.checkout.sessions.retrieve(id, {}, { stripeAccount: live })
  assert.deepEqual(
    [session.amount_total, session.currency, session.metadata?.purpose, session.livemode],
    [100, 'eur', 'smoke', true],
  )
  const none2 = await call(shop, '/checkout-smoke-refund')
  assert.deepEqual(none2.body, { success: true, refunded: false })
})

test('a smoke payment is stored separately and counts in no list or total of orders', async () => {
  const before = await ordersOf(app, shop.tenant.id)
  const { body } = await call(shop, '/checkout-smoke-live')
  const back = new URL(await sandbox.pay(body.url))
  const { live } = await state(shop.tenant.id)
  await workEvents('checkout.session.completed', live)
  assert.deepEqual(await ordersOf(app, shop.tenant.id), before)
  const { rows } = await app.owner.query(
    "select status from public.smoke_payments where tenant_id = $1 and status = 'paid'",
    [shop.tenant.id],
  )
  assert.equal(rows.length, 1)
  const answer = await app.request(back.pathname + back.search)
  assert.equal(answer.headers.get('location'), '/studio/connect/stripe?smoke=paid')
  const guessed = await app.request('/connect/smoke/return?session_id=cs_live_guess')
  assert.equal(guessed.headers.get('location'), '/studio/connect/stripe?smoke=unknown')
})

test('[S7-052] the latest smoke payment is refunded once under repeated clicks, then older ones', async () => {
  const { live } = await state(shop.tenant.id)
  const { body } = await call(shop, '/checkout-smoke-live')
  await sandbox.pay(body.url)
  // No event was processed: the refund reads the payment itself.
  const first = await call(shop, '/checkout-smoke-refund')
  assert.deepEqual(first.body, { success: true, refunded: true })
  const refunds = async () => (await sandbox.stripe.live.refunds.list({}, { stripeAccount: live })).data
  const [latest] = await refunds()
  const { rows } = await app.owner.query(
    `select payment_intent_id, status from public.smoke_payments
     where tenant_id = $1 and payment_intent_id is not null order by created_at desc`,
    [shop.tenant.id],
  )
  assert.deepEqual([latest?.payment_intent, latest?.amount], [rows[0].payment_intent_id, 100])
  assert.deepEqual(
    rows.map(({ status }) => status),
    ['refunded', 'paid'],
  )
  const many = await Promise.all(Array.from({ length: 10 }, () => call(shop, '/checkout-smoke-refund')))
  assert.ok(many.every(({ status }) => status === 200))
  assert.equal((await refunds()).length, 2, 'each payment once')
  assert.deepEqual((await call(shop, '/checkout-smoke-refund')).body, { success: true, refunded: false })
})

test('a smoke payment refunded in the provider’s dashboard counts as refunded', async () => {
  const { live } = await state(shop.tenant.id)
  const { body } = await call(shop, '/checkout-smoke-live')
  await sandbox.pay(body.url)
  await workEvents('checkout.session.completed', live)
  const { rows } = await app.owner.query(
    "select payment_intent_id from public.smoke_payments where tenant_id = $1 and status = 'paid'",
    [shop.tenant.id],
  )
  await sandbox.stripe.live.refunds.create(
    { payment_intent: rows[0].payment_intent_id },
    { stripeAccount: live },
  )
  const { status, body: answer } = await call(shop, '/checkout-smoke-refund')
  assert.deepEqual([status, answer], [200, { success: true, refunded: true }])
})

test('[F12] [S7-067] [S7-070] disconnecting clears the ids, live falls back to test, and open payments are settled', async () => {
  await setMode(shop, 'live')
  const { live, test: testAccount } = await state(shop.tenant.id)
  const order = await buy(shop)
  const disconnected = await call(shop, '/stripe-disconnect')
  assert.deepEqual([disconnected.status, disconnected.body], [200, { success: true }])
  assert.deepEqual(await state(shop.tenant.id), {
    mode: 'test',
    status: 'connected',
    shown: testAccount,
    test: testAccount,
    live: null,
  })
  const label = await call(shop, '/stripe-account-label')
  assert.equal(label.body.mode, 'test', 'the label is the other account’s')
  assert.deepEqual((await setMode(shop, 'live')).body.code, 'live_not_connected')

  await sandbox.pay(order.url)
  await workEvents('checkout.session.completed', live)
  const [paid] = await ordersOf(app, shop.tenant.id)
  assert.deepEqual([paid.status, paid.mode, paid.stripe_account_id], ['paid', 'live', live])

  const inTest = await call(shop, '/stripe-disconnect')
  assert.equal(inTest.status, 200)
  const after = await state(shop.tenant.id)
  assert.deepEqual([after.status, after.test, after.live], ['not_connected', null, null])
  const purchase = await shop.visitor('POST', '/purchase', {
    item_id: shop.itemId,
    page_url: 'http://shop.localhost:4800/',
  })
  assert.equal(purchase.status, 409, 'the pay block sells nothing')
  const again = await call(shop, '/stripe-disconnect')
  assert.deepEqual(
    [again.status, again.body],
    [409, { error: 'Stripe is not connected', code: 'not_connected' }],
  )
  assert.equal((await call(shop, '/stripe-account-label')).body.code, 'not_connected')
})

/** Connects the tenant to an existing account by OAuth. @returns the account */
async function letIn({ creator, tenant }: Shop): Promise<string> {
  const { body, headers } = await creator('POST', '/start-stripe-standard-oauth', { tenant_id: tenant.id })
  const { to } = await sandbox.post(body.url, {
    account: 'new',
    name: 'Own Bakery',
    email: 'own@bakery.test',
    country: 'DE',
    ready: 'yes',
    go: 'connect',
  })
  const { pathname, search } = new URL(to)
  const cookie = headers.get('set-cookie')!.split(';')[0]!
  await app.request(pathname + search, { headers: { cookie } })
  return (await state(tenant.id)).test
}
const mayUse = (account: string) =>
  sandbox.stripe.test.accounts.retrieve(account).then(
    () => true,
    () => false,
  )

test('[F12] an account connected by OAuth is released immediately, or once its open payments are settled', async () => {
  const idle = await letIn(shop)
  assert.equal(await mayUse(idle), true)
  assert.equal((await call(shop, '/stripe-disconnect')).status, 200)
  assert.equal(await mayUse(idle), false)

  const busy = await letIn(shop)
  const order = await buy(shop)
  assert.equal((await call(shop, '/stripe-disconnect')).status, 200)
  assert.equal((await state(shop.tenant.id)).test, null)
  await releaseAccounts(app.kernel)
  assert.equal(await mayUse(busy), true, 'a buyer may still pay')
  await sandbox.pay(order.url)
  await workEvents('checkout.session.completed', busy)
  assert.equal((await ordersOf(app, shop.tenant.id))[0].status, 'paid')
  await releaseAccounts(app.kernel)
  assert.equal(await mayUse(busy), false)
  const { rows } = await app.owner.query('select from app.payment_account_releases')
  assert.equal(rows.length, 0)
})

const releases = async (account: string) =>
  (
    await app.owner.query('select mode, refusal from app.payment_account_releases where account_id = $1', [
      account,
    ])
  ).rows
const purchase = () =>
  shop.visitor('POST', '/purchase', { item_id: shop.itemId, page_url: 'http://shop.localhost:4800/' })

test('[F12] nothing is sold on an account while its disconnect waits for the provider', async () => {
  const account = await letIn(shop)
  await sandbox.control('POST', '/faults', { delayMs: 3000, path: '/oauth/deauthorize' })
  const disconnected = call(shop, '/stripe-disconnect')
  await eventually('the provider has been called', async () => {
    const { waiting } = await sandbox.control<{ waiting: unknown[] }>('GET', '/faults')
    return waiting.length === 0
  })
  const late = await purchase()
  assert.deepEqual([late.status, late.body.code], [409, 'cannot_sell'])
  assert.equal((await disconnected).status, 200)
  assert.equal(await mayUse(account), false)
  assert.deepEqual(await releases(account), [])
})

test('[F12] an order that races a disconnect waits and does not start on the disconnected account', async () => {
  const account = await letIn(shop)
  const before = (await ordersOf(app, shop.tenant.id)).length
  const other = new pg.Client({ connectionString: app.ownerUrl })
  await other.connect()
  try {
    // The statements of a disconnect before it commits.
    await other.query('begin')
    const own = await other.query('select pg_backend_pid() as pid')
    await other.query('update public.payment_accounts set account_id = null where account_id = $1', [account])
    let answered = false
    const late = purchase().finally(() => (answered = true))
    await eventually('the order waits, or did not care', async () => {
      const { rows } = await app.owner.query(
        'select from pg_locks where not granted and $1::integer = any (pg_blocking_pids(pid))',
        [own.rows[0].pid],
      )
      return rows.length > 0 || answered
    })
    await other.query('commit')
    assert.deepEqual([(await late).status, (await late).body.code], [409, 'cannot_sell'])
  } finally {
    await other.end()
  }
  assert.equal((await ordersOf(app, shop.tenant.id)).length, before)
  await app.owner.query(
    `update public.payment_accounts set account_id = $2 where tenant_id = $1 and mode = 'test'`,
    [shop.tenant.id, account],
  )
  assert.equal((await call(shop, '/stripe-disconnect')).status, 200)
})

test('if the provider refuses a release, the account sells nothing, the owner sees the reason, and it is retried', async () => {
  const account = await letIn(shop)
  const fail = (times: number) =>
    sandbox.control('POST', '/faults', { status: 500, path: '/oauth/deauthorize', times })
  await fail(3)
  const failed = await call(shop, '/stripe-disconnect')
  assert.deepEqual([failed.status, failed.body.error], [503, 'Failed to disconnect Stripe'])
  assert.equal((await state(shop.tenant.id)).test, null, 'nothing new is sold on it all the same')
  assert.deepEqual(await releases(account), [{ mode: 'test', refusal: 'Failed to disconnect Stripe' }])
  await fail(3)
  await releaseAccounts(app.kernel)
  assert.equal(await mayUse(account), true)
  assert.equal((await call(shop, '/stripe-disconnect')).status, 200, 'pressed again')
  assert.equal(await mayUse(account), false)
  assert.deepEqual(await releases(account), [])
  assert.equal((await call(shop, '/stripe-disconnect')).body.code, 'not_connected')

  const next = await letIn(shop)
  await fail(3)
  assert.equal((await call(shop, '/stripe-disconnect')).status, 503)
  await releaseAccounts(app.kernel)
  assert.equal(await mayUse(next), false, 'or automatically')
})

test('the provider’s dashboard opens for a connected account only', async () => {
  const other = await openShop(app, sandbox)
  assert.equal((await call(other, '/stripe-dashboard-link')).status, 200)
  const live = await call(other, '/stripe-dashboard-link', { mode: 'live' })
  assert.deepEqual([live.status, live.body.code], [409, 'not_connected'])
})

test('calls that reach the provider are rate limited per creator, with Retry-After', async () => {
  const busy = await openPro()
  const tries = await Promise.all(Array.from({ length: 21 }, () => call(busy, '/checkout-smoke-refund')))
  const refused = tries.filter(({ status }) => status === 429)
  assert.equal(refused.length, 1)
  assert.match(refused[0]!.headers.get('retry-after') ?? '', /^[1-9]\d*$/)
  assert.equal((await call(shop, '/stripe-dashboard-link')).status, 409, 'others are not held up')
})

test('every request sent matches the provider’s own contract', async () => {
  const { validated, violations } = await sandbox.contract()
  assert.ok(validated > 60)
  assert.deepEqual(violations, [])
})
