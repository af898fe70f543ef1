import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '#testing/eventually.ts'
import { makeItem } from '#testing/factories.ts'
import { functionCall } from '#testing/function-call.ts'
import { signUp } from '#testing/test-users.ts'
import { SHOP_PAGE, buy, openShop, ordersOf } from '#testing/shop.ts'
import { testApp } from '#testing/test-app.ts'
import { testSandbox } from '#testing/test-sandbox.ts'
import { endAtProvider } from './provider-ends.ts'

const sandbox = await testSandbox()
const app = await testApp({ sandbox: sandbox.ready, worker: true, env: { AUTH_LIMIT_FACTOR: '1000' } })
sandbox.receive((request) => app.app.request(request))
const stripe = sandbox.stripe.test

type Shop = Awaited<ReturnType<typeof openShop>>

/** Opens a checkout for a monthly product. */
async function atClub({ tenant }: Shop) {
  const itemId = await makeItem(app.database, tenant.id, { name: 'Bread club', price_cents: 900 })
  await app.owner.query("update public.items set interval = 'month' where id = $1", [itemId])
  const { access_token } = await signUp(app, tenant.public_key)
  const visitor = functionCall(app, tenant.public_key, access_token)
  const { url, session } = await buy({ visitor, itemId }, SHOP_PAGE)
  return { url, session, itemId }
}
async function subscribe(shop: Shop): Promise<string> {
  const { url, itemId } = await atClub(shop)
  await sandbox.pay(url)
  const order = await eventually('the subscription is recorded', async () =>
    (await ordersOf(app, shop.tenant.id)).find(
      (row) => row.source_id === itemId && row.subscription_status === 'active',
    ),
  )
  return order.stripe_subscription_id as string
}
const end = ({ creator, tenant }: Shop) =>
  creator('POST', '/delete-tenant', { tenant_id: tenant.id, name: tenant.name })
const left = async () =>
  (await app.owner.query('select kind, object_id, refusal from app.provider_ends order by kind')).rows
const nothingLeft = () => eventually('nothing is left to end', async () => (await left()).length === 0)
const eventsProcessed = (account: string) =>
  eventually('every event is processed', async () => {
    const { rows } = await app.owner.query(
      'select count(*) as all, count(*) filter (where processed_at is null) as left from app.stripe_events where account = $1',
      [account],
    )
    return Number(rows[0].all) > 0 && Number(rows[0].left) === 0
  })

test('after a tenant is deleted, its subscriptions end and its open checkouts cannot be paid; other shops are unaffected', async () => {
  const [shop, other] = [await openShop(app, sandbox), await openShop(app, sandbox)]
  const [subscription, kept] = [await subscribe(shop), await subscribe(other)]
  const open = await buy(shop)
  assert.equal((await end(shop)).status, 200)
  await nothingLeft()
  const on = { stripeAccount: shop.account }
  assert.equal((await stripe.subscriptions.retrieve(subscription, {}, on)).status, 'canceled')
  assert.equal((await stripe.checkout.sessions.retrieve(open.session, {}, on)).status, 'expired')
  const others = await stripe.subscriptions.retrieve(kept, {}, { stripeAccount: other.account })
  assert.equal(others.status, 'active')
  // Events about the account of a deleted tenant have no effect and do not fail.
  await eventsProcessed(shop.account)
  const { rows } = await app.owner.query('select type, error from app.stripe_events where error is not null')
  assert.deepEqual(rows, [])
})

test('a subscription that was paid while its shop was deleted, before any event arrived, ends too', async () => {
  const shop = await openShop(app, sandbox)
  const { url, session } = await atClub(shop)
  const on = { stripeAccount: shop.account }
  sandbox.receive(() => new Response('away', { status: 503 }))
  try {
    await sandbox.pay(url)
    const { subscription } = await stripe.checkout.sessions.retrieve(session, {}, on)
    assert.equal((await stripe.subscriptions.retrieve(subscription as string, {}, on)).status, 'active')
    assert.equal((await end(shop)).status, 200)
    await nothingLeft()
    assert.equal((await stripe.subscriptions.retrieve(subscription as string, {}, on)).status, 'canceled')
  } finally {
    sandbox.receive((request) => app.app.request(request))
  }
})

test('a checkout that was being opened while its shop was deleted cannot be paid, one-time or monthly', async () => {
  const { sessions } = app.kernel.payments.client('test').checkout
  const create = sessions.create.bind(sessions)
  for (const interval of [null, 'month']) {
    const shop = await openShop(app, sandbox)
    const itemId = await makeItem(app.database, shop.tenant.id, { price_cents: 900 })
    await app.owner.query('update public.items set interval = $2 where id = $1', [itemId, interval])
    const sessionIds: string[] = []
    const deletions: unknown[] = []
    sessions.create = async (...parameters: Parameters<typeof create>) => {
      const session = await create(...parameters)
      sessionIds.push(session.id)
      deletions.push((await end(shop)).body)
      return session
    }
    try {
      const late = await shop.visitor('POST', '/purchase', { item_id: itemId, page_url: SHOP_PAGE })
      assert.deepEqual(deletions, [{ deleted: true }])
      assert.deepEqual([late.status, late.body.code], [409, 'cannot_sell'])
    } finally {
      sessions.create = create
    }
    const session = await stripe.checkout.sessions.retrieve(
      sessionIds[0]!,
      {},
      { stripeAccount: shop.account },
    )
    assert.equal(session.status, 'expired')
  }
})

test('[peers M12] a checkout that someone left open when their account was erased cannot be paid', async () => {
  const shop = await openShop(app, sandbox)
  const account = await signUp(app, shop.tenant.public_key)
  const visitor = functionCall(app, shop.tenant.public_key, account.access_token)
  const [theirs, others] = [await buy({ visitor, itemId: shop.itemId }), await buy(shop)]
  const customer = `/tenant-customers/${shop.tenant.id}/customers/${account.user.id}`
  assert.equal((await shop.creator('DELETE', customer)).status, 200)
  await nothingLeft()
  const statusOf = async (id: string) =>
    (await stripe.checkout.sessions.retrieve(id, {}, { stripeAccount: shop.account })).status
  assert.deepEqual([await statusOf(theirs.session), await statusOf(others.session)], ['expired', 'open'])
  const order = await eventually('their order has ended', async () =>
    (await ordersOf(app, shop.tenant.id)).find((row) => row.status === 'expired'),
  )
  assert.deepEqual([order.stripe_session_id, order.auth_user_id, order.email], [theirs.session, null, null])
})

test('[peers M12] a checkout that was being opened while its buyer was erased cannot be paid, one-time or monthly', async () => {
  const shop = await openShop(app, sandbox)
  const { sessions } = app.kernel.payments.client('test').checkout
  const create = sessions.create.bind(sessions)
  for (const interval of [null, 'month']) {
    const itemId = await makeItem(app.database, shop.tenant.id, { price_cents: 900 })
    await app.owner.query('update public.items set interval = $2 where id = $1', [itemId, interval])
    const account = await signUp(app, shop.tenant.public_key)
    const visitor = functionCall(app, shop.tenant.public_key, account.access_token)
    const sessionIds: string[] = []
    const erasures: unknown[] = []
    sessions.create = async (...parameters: Parameters<typeof create>) => {
      const session = await create(...parameters)
      sessionIds.push(session.id)
      const customer = `/tenant-customers/${shop.tenant.id}/customers/${account.user.id}`
      erasures.push((await shop.creator('DELETE', customer)).body)
      return session
    }
    try {
      const late = await visitor('POST', '/purchase', { item_id: itemId, page_url: SHOP_PAGE })
      assert.deepEqual(erasures, [{ deleted: true }])
      assert.deepEqual([late.status, late.body.code], [409, 'cannot_sell'])
    } finally {
      sessions.create = create
    }
    const on = { stripeAccount: shop.account }
    assert.equal((await stripe.checkout.sessions.retrieve(sessionIds[0]!, {}, on)).status, 'expired')
  }
})

test('[peers M12] a subscription whose payment is recorded while its buyer is being erased ends', async () => {
  const shop = await openShop(app, sandbox)
  const [theirs, others] = [await subscribe(shop), await subscribe(shop)]
  await eventsProcessed(shop.account)
  const setStatus = (status: string) =>
    app.owner.query('update public.orders set subscription_status = $2 where stripe_subscription_id = $1', [
      theirs,
      status,
    ])
  await setStatus('incomplete')
  const order = (await ordersOf(app, shop.tenant.id)).find((row) => row.stripe_subscription_id === theirs)!
  // The erasure has found no subscription that charges them, and waits for their session.
  await app.owner.query('begin')
  await app.owner.query('select from auth.sessions where user_id = $1 for update', [order.auth_user_id])
  const customer = `/tenant-customers/${shop.tenant.id}/customers/${order.auth_user_id}`
  const erasing = shop.creator('DELETE', customer)
  await eventually('the erasure waits', async () => {
    const waiting = 'select from pg_locks where not granted and transactionid = pg_current_xact_id()::xid'
    return (await app.owner.query(waiting)).rows.length > 0
  })
  await setStatus('active')
  await app.owner.query('commit')
  assert.deepEqual((await erasing).body, { deleted: true })
  await nothingLeft()
  const statusOf = async (id: string) =>
    (await stripe.subscriptions.retrieve(id, {}, { stripeAccount: shop.account })).status
  assert.deepEqual([await statusOf(theirs), await statusOf(others)], ['canceled', 'active'])
})

test('a request that the provider refuses is stored with its error and retried; an object that no longer exists is done', async () => {
  await app.owner.query(
    `insert into app.provider_ends (mode, account_id, kind, object_id) values
       ('test', 'acct_unknown', 'subscription', 'sub_unknown'), ('test', 'acct_unknown', 'checkout', 'cs_unknown')`,
  )
  await endAtProvider(app.kernel)
  assert.deepEqual(await left(), [])

  const shop = await openShop(app, sandbox)
  const account = `acct_${'x'.repeat(10)}`
  await app.owner.query(
    "insert into app.provider_ends (mode, account_id, kind) values ('test', $1, 'account'), ('test', $2, 'account')",
    [account, shop.account],
  )
  await endAtProvider(app.kernel)
  const rows = await left()
  assert.ok(
    rows.every(({ kind }) => kind === 'account'),
    JSON.stringify(rows),
  )
  const { rows: used } = await app.owner.query(
    'select tried_at from app.provider_ends where account_id = $1',
    [shop.account],
  )
  assert.deepEqual(used, [{ tried_at: null }], 'an account in use is not disconnected')
  await app.owner.query('delete from app.provider_ends')
})

test('after 30 days it stops retrying', async () => {
  await app.owner.query(
    `insert into app.provider_ends (mode, account_id, kind, created_at)
     values ('live', 'acct_old', 'account', now() - interval '31 days')`,
  )
  // The sandbox has live keys, but not this account.
  await endAtProvider(app.kernel)
  assert.deepEqual(await left(), [])
})
