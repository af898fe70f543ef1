import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import Stripe from 'stripe'
import { units } from '#server/units.ts'
import { eventually } from '#testing/eventually.ts'
import { buy, openShop, ordersOf } from '#testing/shop.ts'
import type { Shop } from '#testing/shop.ts'
import { testApp } from '#testing/test-app.ts'
import type { TestApp } from '#testing/test-app.ts'
import { testSandbox } from '#testing/test-sandbox.ts'
import { fulfil } from '../fulfil.ts'
import { handleStripeEvent, storeEvent, paymentHandlersOf } from './stripe-events.ts'

const sandbox = await testSandbox()
const app = await testApp({ sandbox: sandbox.ready })
sandbox.receive((request) => app.app.request(request))
const shop = await openShop(app, sandbox)
const handlers = paymentHandlersOf(units)
const secret = sandbox.webhookSecrets.test.connect

const inbox = async (on: TestApp = app) =>
  (await on.owner.query('select * from app.stripe_events order by received_at')).rows
const orderOf = async (session: string, on: TestApp = app) =>
  (await on.owner.query('select * from public.orders where stripe_session_id = $1', [session])).rows[0]

/** Returns the stored event of this type about an object, once the sandbox has delivered it. */
const storedEvent = (type: string, objectId: string, on: TestApp = app) =>
  eventually(`${type} ${objectId}`, async () =>
    (await inbox(on)).find((row) => row.type === type && row.object_id === objectId),
  )
const processEvent = (id: string) => handleStripeEvent(app.kernel, id, handlers)
const inAccount = (of: Shop = shop) => ({ stripeAccount: of.account })

/**
 * Counts the stored events of `delivery`. The sandbox's own deliveries arrive at any time and are not
 * counted.
 */
const countStored = async () => (await inbox()).filter(({ id }) => id.startsWith('evt_made')).length

/** Creates an event in the provider's format. It is signed unless `header` says otherwise. */
function delivery(change: object = {}, header?: string, at = Math.floor(Date.now() / 1000)) {
  const payload = JSON.stringify({
    id: `evt_made${Math.random().toString(36).slice(2)}`,
    object: 'event',
    api_version: '2026-10-28.endive',
    created: at,
    type: 'checkout.session.completed',
    livemode: false,
    account: shop.account,
    data: { object: { id: 'cs_test_made', object: 'checkout.session' } },
    ...change,
  })
  const signature = header ?? Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: at })
  return { payload, signature }
}
const post = async (
  { payload, signature }: { payload: string; signature?: string },
  path = '/webhooks/stripe/test/connect',
  on = app,
) =>
  on.request(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(signature ? { 'stripe-signature': signature } : {}) },
    body: payload,
  })

test('[H03] [S3-024] an event delivered 200 times concurrently is stored once and pays one order once', async (t) => {
  const busy = await testApp({ sandbox: sandbox.ready, worker: true })
  t.after(() => sandbox.receive((request) => app.app.request(request)))
  const stall = await openShop(busy, sandbox)
  sandbox.receive((request) => busy.app.request(request))
  const { url, session } = await buy(stall)
  await sandbox.pay(url)
  const paid = await eventually('the order is paid', async () => {
    const order = await orderOf(session, busy)
    return order.status === 'paid' && order
  })
  const event = await storedEvent('checkout.session.completed', session, busy)
  const { attempts } = await sandbox.control<{ attempts: { status?: number }[] }>(
    'POST',
    `/events/${event.id}/replay`,
    { times: 200, parallel: true },
  )
  assert.equal(attempts.length, 200)
  // A delivery that waits 5 s for a database connection on a busy machine gets 503, and the provider repeats it.
  const statuses = new Set(attempts.map(({ status }) => status))
  assert.ok(statuses.has(200), String([...statuses]))
  assert.deepEqual(
    [...statuses].filter((status) => status !== 200 && status !== 503),
    [],
  )
  await eventually('every event is processed', async () =>
    (await inbox(busy)).every((row) => row.processed_at),
  )
  assert.equal((await inbox(busy)).filter((row) => row.id === event.id).length, 1)
  assert.deepEqual(await ordersOf(busy, stall.tenant.id), [paid], 'not written again')
  const { rows } = await busy.owner.query(
    "select count(*)::int as n from pgboss.job where name = 'stripe-event' and data ->> 'id' = $1",
    [event.id],
  )
  assert.equal(rows[0].n, 1, 'one job')
})

test('fifty concurrent workers on one event pay one order once', async () => {
  const { url, session } = await buy(shop)
  await sandbox.pay(url)
  const event = await storedEvent('checkout.session.completed', session)
  const results = await Promise.allSettled(Array.from({ length: 50 }, () => processEvent(event.id)))
  assert.ok(results.every(({ status }) => status === 'fulfilled'))
  assert.equal((await orderOf(session)).status, 'paid')
  assert.ok((await inbox()).find((row) => row.id === event.id)!.processed_at)
})

test('[H01] a delivery with a missing, wrong or foreign signature, or with one changed byte, gets a 400', async () => {
  const before = await countStored()
  const good = delivery()
  const wrong = [
    { payload: good.payload },
    { ...good, signature: '' },
    { ...good, signature: 't=1,v1=00' },
    { ...good, signature: good.signature.slice(0, -1) },
    { ...good, payload: good.payload.replace('completed', 'complete') },
    { ...good, payload: `${good.payload} ` },
    { ...good, payload: JSON.stringify(JSON.parse(good.payload), null, 1) },
    { ...good, signature: good.signature.replace('v1=', 'v0=') },
    delivery({}, Stripe.webhooks.generateTestHeaderString({ payload: good.payload, secret: 'whsec_stale' })),
  ]
  for (const [at, one] of wrong.entries()) {
    const response = await post(one)
    assert.equal(response.status, 400, `case ${at}`)
    assert.equal(((await response.json()) as { code: string }).code, 'bad_signature')
  }
  // Every endpoint has its own secret.
  for (const path of ['test/platform', 'live/connect', 'live/platform'])
    assert.equal((await post(good, `/webhooks/stripe/${path}`)).status, 400)
  for (const path of ['prod/connect', 'test/thick', 'test', ''])
    assert.equal((await post(good, `/webhooks/stripe/${path}`)).status, 404)
  assert.equal(await countStored(), before)
  assert.equal((await post(good)).status, 200)
  assert.equal(await countStored(), before + 1)
})

test('[H02] a signature that is 301 seconds old or 301 seconds in the future gets a 400', async () => {
  const now = Math.floor(Date.now() / 1000)
  for (const at of [now - 302, now + 302]) assert.equal((await post(delivery({}, undefined, at))).status, 400)
  for (const at of [now - 290, now + 290]) assert.equal((await post(delivery({}, undefined, at))).status, 200)
  for (const at of [now - 302, now + 302])
    for (const twice of [(s: string) => `t=${now},${s}`, (s: string) => `${s},t=${now}`]) {
      const one = delivery({}, undefined, at)
      assert.equal((await post({ ...one, signature: twice(one.signature) })).status, 400, 'two timestamps')
    }
})

test('[H17] bodies that are too large, not JSON or not an event are refused', async () => {
  const huge = delivery({ data: { object: { id: 'x'.repeat(1_100_000), object: 'x' } } })
  assert.equal((await post(huge)).status, 413)
  for (const payload of ['', 'not json', '\u0000', '{"a":'.repeat(2000), '[]', 'null']) {
    const response = await post({ payload, signature: 't=1,v1=00' })
    assert.equal(response.status, 400)
  }
  assert.equal((await app.request('/webhooks/stripe/test/connect')).status, 404)
  // A signed event with a hundred thousand keys is stored as one event, with only the id and type of its
  // object.
  const keys = Object.fromEntries(Array.from({ length: 100_000 }, (_, n) => [`k${n}`, 1]))
  const wide = delivery({ data: { object: { id: 'cs_test_wide', object: 'x', ...keys } } })
  assert.equal((await post(wide)).status, wide.payload.length > 1_048_576 ? 413 : 200)
  assert.equal((await post(delivery({ data: { object: { id: 'x'.repeat(5_000_000) } } }))).status, 413)
  // A compressed body is refused: the signature covers the received bytes, and nothing is decompressed.
  const good = delivery()
  const packed = await app.request('/webhooks/stripe/test/connect', {
    method: 'POST',
    headers: { 'content-encoding': 'gzip', 'stripe-signature': good.signature },
    body: gzipSync(good.payload),
  })
  assert.ok([400, 415].includes(packed.status), String(packed.status))
  const before = await countStored()
  for (const odd of [{ data: null }, { data: {} }, { data: { object: null } }, { id: 5 }, { id: 'x' }])
    assert.equal((await post(delivery(odd))).status, 400, JSON.stringify(odd))
  assert.equal(await countStored(), before)
})

test('an event of the other mode is acknowledged and ignored', async () => {
  const live = delivery({ livemode: true })
  assert.equal((await post(live)).status, 200)
  assert.equal(
    (await inbox()).some((row) => live.payload.includes(row.id)),
    false,
  )
})

test('[H21] during a secret rotation both secrets are accepted; the old one stops working when it is removed', async () => {
  const with_ = (secrets: string) =>
    testApp({
      env: {
        PAYMENTS_PROVIDER: 'stripe',
        STRIPE_SECRET_KEY_TEST: 'sk_test_1',
        STRIPE_CONNECT_WEBHOOK_SECRET_TEST: secrets,
      },
    })
  const [both, next] = [await with_(`whsec_new,${secret}`), await with_('whsec_new')]
  const old = delivery()
  const path = '/webhooks/stripe/test/connect'
  assert.equal((await post(old, path, both)).status, 200)
  assert.equal((await post(old, path, next)).status, 400)
  const { payload } = delivery()
  const signed = Stripe.webhooks.generateTestHeaderString({ payload, secret: 'whsec_new' })
  for (const on of [both, next])
    assert.equal((await post({ payload, signature: signed }, path, on)).status, 200)
})

test('[H04] events in the wrong order (refunded before paid, expired after paid) leave the provider’s current state', async () => {
  const { url, session } = await buy(shop)
  await sandbox.pay(url)
  const { payment_intent } = await sandbox.stripe.test.checkout.sessions.retrieve(session, {}, inAccount())
  const refund = await sandbox.stripe.test.refunds.create(
    { payment_intent: payment_intent as string },
    inAccount(),
  )
  const refunded = await storedEvent('charge.refunded', refund.charge as string)
  await processEvent(refunded.id)
  const order = await orderOf(session)
  assert.deepEqual([order.status, order.amount_refunded], ['refunded', 1250])
  assert.ok(order.paid_at && order.refunded_at)
  await processEvent((await storedEvent('checkout.session.completed', session)).id)
  const made = delivery({
    type: 'checkout.session.expired',
    data: { object: { id: session, object: 'checkout.session' } },
  })
  assert.equal((await post(made)).status, 200)
  await processEvent(JSON.parse(made.payload).id)
  assert.deepEqual(await orderOf(session), order, 'late and untrue events change nothing')
})

test('[H04] a call that read the provider before a refund and writes after it reads again', async () => {
  const { url, session } = await buy(shop)
  await sandbox.pay(url)
  const { payment_intent } = await sandbox.stripe.test.checkout.sessions.retrieve(session, {}, inAccount())
  const [hasRead, resume] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let reads = 0
  const stripe = app.kernel.payments.client('test')
  const list: typeof stripe.refunds.list = (...given) => {
    reads += 1
    const response = stripe.refunds.list(...given)
    if (reads > 1) return response
    const readAll = response.autoPagingToArray.bind(response)
    const all: typeof readAll = async (limit) => {
      const found = await readAll(limit)
      hasRead.resolve()
      await resume.promise
      return found
    }
    return Object.assign(response, { autoPagingToArray: all })
  }
  const slow = Object.create(stripe, { refunds: { value: { list } } }) as typeof stripe
  const kernel = { ...app.kernel, payments: { ...app.kernel.payments, client: () => slow } }
  const late = fulfil(kernel, { sessionId: session, account: shop.account, mode: 'test' })
  await hasRead.promise
  const refund = await sandbox.stripe.test.refunds.create(
    { payment_intent: payment_intent as string },
    inAccount(),
  )
  await processEvent((await storedEvent('charge.refunded', refund.charge as string)).id)
  assert.equal((await orderOf(session)).status, 'refunded')
  resume.resolve()
  assert.equal((await late)?.status, 'refunded')
  assert.equal(reads, 2)
  assert.deepEqual(
    [(await orderOf(session)).status, (await orderOf(session)).amount_refunded],
    ['refunded', 1250],
  )
})

test('a partial refund is stored as an amount; the order stays paid', async () => {
  const { url, session } = await buy(shop)
  await sandbox.pay(url)
  await processEvent((await storedEvent('checkout.session.completed', session)).id)
  const { stripe_payment_intent_id } = await orderOf(session)
  for (const [amount, total, status] of [
    [250, 250, 'paid'],
    [1000, 1250, 'refunded'],
  ] as const) {
    const refund = await sandbox.stripe.test.refunds.create(
      { payment_intent: stripe_payment_intent_id, amount },
      inAccount(),
    )
    const reported = await eventually('the refund is reported', async () =>
      (await inbox()).find(
        (row) => row.type === 'charge.refunded' && row.object_id === refund.charge && !row.processed_at,
      ),
    )
    await processEvent(reported.id)
    const order = await orderOf(session)
    assert.deepEqual([order.amount_refunded, order.status], [total, status])
  }
})

test('an expired session ends the order; a payment for a canceled order still makes it paid', async () => {
  const [late, closed] = [await buy(shop), await buy(shop)]
  await sandbox.stripe.test.checkout.sessions.expire(closed.session, {}, inAccount())
  await processEvent((await storedEvent('checkout.session.expired', closed.session)).id)
  assert.equal((await orderOf(closed.session)).status, 'expired')
  await app.owner.query("update public.orders set status = 'canceled' where stripe_session_id = $1", [
    late.session,
  ])
  await sandbox.pay(late.url)
  await processEvent((await storedEvent('checkout.session.completed', late.session)).id)
  assert.equal((await orderOf(late.session)).status, 'paid')
})

test('[H08] a payment that differs from the order is not fulfilled and is flagged for the owner', async () => {
  const differs: [string, string][] = [
    ['amount_total = 99999', 'minor units'],
    ["currency = 'usd'", 'eur, not usd'],
    ['source_id = app.uuidv7()', 'another product'],
  ]
  for (const [change, words] of differs) {
    const { url, session } = await buy(shop)
    await app.owner.query(`update public.orders set ${change} where stripe_session_id = $1`, [session])
    await sandbox.pay(url)
    await processEvent((await storedEvent('checkout.session.completed', session)).id)
    const order = await orderOf(session)
    assert.deepEqual([order.status, order.paid_at], ['failed', null])
    assert.match(order.problem, new RegExp(words))
  }
})

test('[H08] a session on another account that references the order pays nothing; the webhook’s account counts', async () => {
  const { session } = await buy(shop)
  const { id, amount_total, source_id } = await orderOf(session)
  const thief = await openShop(app, sandbox)
  const forged = await sandbox.stripe.test.checkout.sessions.create(
    {
      mode: 'payment',
      line_items: [
        {
          quantity: 1,
          price_data: { currency: 'eur', unit_amount: amount_total, product_data: { name: 'x' } },
        },
      ],
      client_reference_id: id,
      metadata: { order_id: id, item_id: source_id, tenant_id: shop.tenant.id },
      success_url: 'http://localhost/',
    },
    inAccount(thief),
  )
  await sandbox.pay(forged.url!)
  // In the worst case the process crashed before it could store the order's own session.
  const setSession = (to: string | null) =>
    app.owner.query('update public.orders set stripe_session_id = $2 where id = $1', [id, to])
  await setSession(null)
  await processEvent((await storedEvent('checkout.session.completed', forged.id)).id)
  await setSession(session)
  assert.equal((await orderOf(session)).status, 'pending')
  assert.equal((await ordersOf(app, thief.tenant.id)).length, 0)

  // The same holds on the tenant's own account, because this order did not open that session.
  const own = await sandbox.stripe.test.checkout.sessions.create(
    {
      mode: 'payment',
      line_items: [
        { quantity: 1, price_data: { currency: 'eur', unit_amount: 50, product_data: { name: 'x' } } },
      ],
      client_reference_id: id,
      success_url: 'http://localhost/',
    },
    inAccount(),
  )
  await sandbox.pay(own.url!)
  await processEvent((await storedEvent('checkout.session.completed', own.id)).id)
  assert.deepEqual([(await orderOf(session)).status, (await orderOf(session)).problem], ['pending', null])
})

test('a failed attempt stores its error and rethrows it to the queue; the next attempt succeeds', async () => {
  const { url, session } = await buy(shop)
  await sandbox.pay(url)
  const { id } = await storedEvent('checkout.session.completed', session)
  await sandbox.control('POST', '/faults', {
    status: 500,
    path: `/v1/checkout/sessions/${session}`,
    times: 3,
  })
  await assert.rejects(processEvent(id))
  const failed = (await inbox()).find((row) => row.id === id)!
  assert.ok(failed.error && failed.tried_at && !failed.processed_at)
  assert.equal((await orderOf(session)).status, 'pending')
  await processEvent(id)
  const done = (await inbox()).find((row) => row.id === id)!
  assert.ok(done.processed_at && done.error === null)
  assert.equal((await orderOf(session)).status, 'paid')
})

test('an event and its job are stored together or not at all', async () => {
  const event = JSON.parse(delivery().payload) as Stripe.Event
  const broken = {
    ...app.kernel,
    jobs: { ...app.kernel.jobs, send: () => Promise.reject(new Error('queue down')) },
  }
  const where = { mode: 'test', endpoint: 'connect' } as const
  await assert.rejects(storeEvent(broken, event, where), /queue down/)
  assert.equal(
    (await inbox()).some((row) => row.id === event.id),
    false,
  )
  await storeEvent(app.kernel, event, where)
  assert.equal(
    (await inbox()).some((row) => row.id === event.id),
    true,
  )
})
