import assert from 'node:assert/strict'
import { test } from 'node:test'
import { units } from '#server/units.ts'
import { eventually } from '#testing/eventually.ts'
import { makeItem } from '#testing/factories.ts'
import { functionCall } from '#testing/function-call.ts'
import { signUp } from '#testing/test-users.ts'
import { SHOP_PAGE, buy, openShop, ordersOf } from '#testing/shop.ts'
import { testApp } from '#testing/test-app.ts'
import { testSandbox } from '#testing/test-sandbox.ts'
import { repairPayments } from '../repair.ts'
import { paymentHandlersOf } from '../inbox/stripe-events.ts'
import { settleSubscription } from './renewals.ts'

const sandbox = await testSandbox()
const app = await testApp({ sandbox: sandbox.ready, worker: true })
sandbox.receive((request) => app.app.request(request))
const shop = await openShop(app, sandbox)
const on = { stripeAccount: shop.account }
const handlers = paymentHandlersOf(units)
const DAY = 24 * 60 * 60
const wait = (days: number) => sandbox.control('POST', '/clock', { advanceSeconds: days * DAY })

async function subscribe(name: string, card?: string, quantity = 1, perSeat = false) {
  const itemId = await makeItem(app.database, shop.tenant.id, { name, price_cents: 900 })
  await app.owner.query("update public.items set interval = 'month', per_seat = $2 where id = $1", [
    itemId,
    perSeat,
  ])
  const session = await signUp(app, shop.tenant.public_key)
  const visitor = functionCall(app, shop.tenant.public_key, session.access_token)
  const body = { item_id: itemId, page_url: SHOP_PAGE, quantity }
  const started = await visitor('POST', '/purchase', body)
  assert.equal(started.status, 200, JSON.stringify(started.body))
  assert.notEqual(await sandbox.pay(started.body.url, card), '')
  const rows = async () =>
    (await ordersOf(app, shop.tenant.id)).filter(({ source_id }) => source_id === itemId)
  const first = async () => (await rows()).find(({ renewal_of }) => renewal_of === null)
  const order = await eventually('the first payment is recorded', async () => {
    const row = await first()
    return row?.status === 'paid' && row.subscription_status === 'active' && row
  })
  const owned = async () =>
    (await visitor('GET', '/purchases')).body.purchases.find(
      ({ item_id }: { item_id: string }) => item_id === itemId,
    )
  const { id } = order
  return { itemId, visitor, user: session.user, body, rows, first, id, order, owned }
}
const change = (id: string, what: string, as = shop.creator) =>
  as('POST', `/order-operations/${id}/subscription`, { change: what })

test('[S3-048] [S1-010] a recurring product is charged monthly on the shop’s own account; each payment is one order', async () => {
  const of = await subscribe('Bread club', undefined, 2)
  assert.deepEqual(
    [of.order.amount_total, of.order.interval, of.order.quantity, of.order.cancel_at_period_end],
    [1800, 'month', 2, false],
  )
  const bought = await sandbox.stripe.test.subscriptions.retrieve(of.order.stripe_subscription_id, {}, on)
  assert.deepEqual([bought.application_fee_percent, bought.status], [null, 'active'])
  await assert.rejects(sandbox.stripe.test.subscriptions.retrieve(bought.id), 'not on the platform’s account')
  assert.deepEqual(
    [(await of.owned()).grants_access, (await of.owned()).subscription_status, (await of.owned()).interval],
    [true, 'active', 'month'],
  )
  const again = await of.visitor('POST', '/purchase', of.body)
  assert.deepEqual([again.status, again.body.code], [409, 'already_subscribed'])

  await wait(32)
  const rows = await eventually('the renewal is recorded', async () => {
    const all = await of.rows()
    return all.length === 2 && all
  })
  const renewal = rows.find(({ renewal_of }) => renewal_of !== null)
  assert.deepEqual(
    [renewal.renewal_of, renewal.status, renewal.amount_total, renewal.quantity, renewal.name],
    [of.id, 'paid', 1800, 2, 'Bread club'],
  )
  assert.equal(renewal.auth_user_id, of.user.id)
  await eventually(
    'the next period end is recorded',
    async () => (await of.first()).current_period_end > of.order.current_period_end,
  )
  // Replay every event of that month concurrently.
  for (const type of ['invoice.paid', 'customer.subscription.updated', 'checkout.session.completed'])
    for (const { id } of await sandbox.events(type))
      await sandbox.control('POST', `/events/${id}/replay`, { times: 3, parallel: true })
  await app.owner.query(
    "update app.stripe_events set processed_at = null, tried_at = null, received_at = now() - interval '1 hour'",
  )
  await Promise.all([repairPayments(app.kernel, handlers), repairPayments(app.kernel, handlers)])
  assert.equal((await of.rows()).length, 2)
  const { body } = await shop.creator('GET', `/order-operations/${of.id}`)
  assert.deepEqual(
    body.renewals.map(({ amount_total }: { amount_total: number }) => amount_total),
    [1800],
  )
  assert.equal(
    (await of.visitor('GET', '/purchases')).body.purchases.length,
    1,
    'renewals are payments of the same purchase',
  )
  await eventually('emails', async () =>
    app.mails.find(({ subject, to }) => to === of.user.email && subject.startsWith('[Test] Your payment to')),
  )
})

test('[S3-048] the owner cancels at the period end, resumes, then cancels immediately; access follows', async () => {
  const of = await subscribe('Magazine')
  const ends = await change(of.id, 'cancel_at_period_end')
  assert.equal(ends.status, 200, JSON.stringify(ends.body))
  assert.deepEqual([ends.body.subscription_status, ends.body.cancel_at_period_end], ['active', true])
  assert.deepEqual([(await of.owned()).grants_access, (await of.owned()).cancel_at_period_end], [true, true])
  assert.equal((await change(of.id, 'resume')).body.cancel_at_period_end, false)
  const now = await change(of.id, 'cancel_now')
  assert.deepEqual([now.body.subscription_status, now.body.cancel_at_period_end], ['canceled', false])
  assert.equal((await of.owned()).grants_access, false)
  assert.deepEqual((await change(of.id, 'resume')).body.code, 'subscription_ended')
  await eventually('an email', async () =>
    app.mails.find(({ subject, to }) => to === of.user.email && subject.includes('has ended')),
  )
  assert.equal(
    (await of.visitor('POST', '/purchase', of.body)).status,
    200,
    'the product can be bought again',
  )

  const stranger = await signUp(app, app.anonKey)
  const foreign = await change(of.id, 'cancel_now', functionCall(app, app.anonKey, stranger.access_token))
  assert.equal(foreign.status, 404)
  assert.equal((await change(of.id, 'cancel_now', of.visitor)).status, 401)
  const once = await buy(shop)
  const [order] = (await ordersOf(app, shop.tenant.id)).filter(
    (row) => row.stripe_session_id === once.session,
  )
  assert.equal((await change(order.id, 'cancel_now')).body.code, 'not_recurring')
  assert.equal((await change(of.id, 'pause')).status, 400)
})

test('the buyer cancels at the period end on the provider’s page; then access ends', async () => {
  const of = await subscribe('Podcast')
  const { status, body } = await of.visitor('POST', '/purchase-portal', {
    purchase_id: of.id,
    page_url: SHOP_PAGE,
  })
  assert.equal(status, 200, JSON.stringify(body))
  assert.match(body.url, /\/p\/session\//)
  assert.equal((await fetch(body.url)).status, 200)
  await sandbox.stripe.test.subscriptions.update(
    of.order.stripe_subscription_id,
    { cancel_at_period_end: true },
    on,
  )
  await eventually('the cancellation is recorded', async () => (await of.first()).cancel_at_period_end)
  await wait(32)
  await eventually('it has ended', async () => (await of.first()).subscription_status === 'canceled')
  assert.equal((await of.owned()).grants_access, false)
  assert.equal((await of.rows()).length, 1, 'nothing more was charged')

  const configurations = await sandbox.stripe.test.billingPortal.configurations.list({}, on)
  await of.visitor('POST', '/purchase-portal', { purchase_id: of.id, page_url: SHOP_PAGE })
  assert.equal(
    (await sandbox.stripe.test.billingPortal.configurations.list({}, on)).data.length,
    configurations.data.length,
    'one configuration per account',
  )
  const other = await signUp(app, shop.tenant.public_key)
  const as = functionCall(app, shop.tenant.public_key, other.access_token)
  const openPortal = (caller: typeof as, page_url = SHOP_PAGE) =>
    caller('POST', '/purchase-portal', { purchase_id: of.id, page_url })
  assert.equal((await openPortal(as)).status, 404)
  assert.equal((await openPortal(shop.visitor)).status, 401)
  assert.equal((await openPortal(of.visitor, 'https://evil.example/')).status, 403)
})

test('when the card fails at the renewal, the buyer is notified, keeps access during the retries and can pay later', async () => {
  const paid = await subscribe('Tea')
  const customer = paid.order.stripe_customer_id
  const method = await sandbox.stripe.test.paymentMethods.attach(
    'pm_card_chargeCustomerFail',
    { customer },
    on,
  )
  await sandbox.stripe.test.subscriptions.update(
    paid.order.stripe_subscription_id,
    { default_payment_method: method.id },
    on,
  )
  await wait(32)
  await eventually('it is past due', async () => (await paid.first()).subscription_status === 'past_due')
  assert.equal((await paid.owned()).grants_access, true)
  assert.equal((await paid.rows()).length, 1)
  await eventually('an email', async () =>
    app.mails.find(({ subject, to }) => to === paid.user.email && subject.endsWith('failed')),
  )
  // The buyer changes the card, and the open invoice is paid.
  const good = await sandbox.stripe.test.paymentMethods.attach('pm_card_visa', { customer }, on)
  const { latest_invoice } = await sandbox.stripe.test.subscriptions.update(
    paid.order.stripe_subscription_id,
    { default_payment_method: good.id },
    on,
  )
  await sandbox.stripe.test.invoices.pay(latest_invoice as string, {}, on)
  await eventually('it is paid', async () => (await paid.first()).subscription_status === 'active')
  await eventually('one renewal', async () => (await paid.rows()).length === 2)
  await change(paid.id, 'cancel_now')
  assert.equal((await paid.owned()).grants_access, false)
})

test('a full refund of the newest payment ends the subscription; a refund of an older one does not', async () => {
  const of = await subscribe('Course')
  await wait(32)
  const renewal = await eventually('the renewal is recorded', async () =>
    (await of.rows()).find(({ renewal_of }) => renewal_of !== null),
  )
  const older = await shop.creator('POST', `/order-operations/${of.id}/refund`, {})
  assert.deepEqual([older.body.status, older.body.subscription_status], ['refunded', 'active'])
  assert.equal((await of.owned()).grants_access, true)
  const newest = await shop.creator('POST', `/order-operations/${renewal.id}/refund`, {})
  assert.equal(newest.body.status, 'refunded')
  assert.equal((await of.first()).subscription_status, 'canceled')
  assert.equal((await of.owned()).grants_access, false)
  const { url } = (await shop.creator('POST', `/order-operations/${renewal.id}/receipt`)).body
  assert.match(url, /^http/)
})

/** A signed-in visitor, with several tabs open, who does not have the recurring product. */
async function tabs(name: string) {
  const itemId = await makeItem(app.database, shop.tenant.id, { name, price_cents: 900 })
  await app.owner.query("update public.items set interval = 'month' where id = $1", [itemId])
  const session = await signUp(app, shop.tenant.public_key)
  const visitor = functionCall(app, shop.tenant.public_key, session.access_token)
  return {
    itemId,
    press: () => visitor('POST', '/purchase', { item_id: itemId, page_url: SHOP_PAGE }),
    rows: async () =>
      (await ordersOf(app, shop.tenant.id)).filter(({ source_id }) => source_id === itemId).toReversed(),
    open: async () =>
      (await sandbox.stripe.test.checkout.sessions.list({ status: 'open', limit: 100 }, on)).data.filter(
        ({ metadata }) => metadata?.['item_id'] === itemId,
      ),
  }
}

test('in two tabs with one recurring product, the second checkout ends the first, and only one is paid', async () => {
  const of = await tabs('Two tabs')
  const [first, second] = [await of.press(), await of.press()]
  assert.deepEqual([first.status, second.status], [200, 200], JSON.stringify(second.body))
  assert.equal((await of.open()).length, 1)
  const [older, newer] = await of.rows()
  assert.deepEqual([older.status, newer.status], ['expired', 'pending'])
  const { status } = await sandbox.stripe.test.checkout.sessions.retrieve(older.stripe_session_id, {}, on)
  assert.equal(status, 'expired')

  await sandbox.control('POST', '/deliveries/pause')
  try {
    assert.notEqual(await sandbox.pay(second.body.url), '')
    const third = await of.press()
    assert.deepEqual(
      [third.status, third.body.code],
      [409, 'already_subscribed'],
      'no event has reported it yet',
    )
  } finally {
    await sandbox.control('POST', '/deliveries/resume')
  }
  assert.deepEqual(
    (await of.rows()).map((row) => row.status),
    ['expired', 'paid'],
  )
})

test('eight concurrent requests open one checkout, and a constraint enforces it', async () => {
  const of = await tabs('Eight presses')
  const responses = await Promise.all(Array.from({ length: 8 }, of.press))
  for (const { status, body } of responses)
    assert.ok(status === 200 || body.code === 'checkout_busy', JSON.stringify(body))
  assert.equal((await of.open()).length, 1)
  const pending = (await of.rows()).filter((row) => row.status === 'pending')
  assert.equal(pending.length, 1)
  await assert.rejects(
    app.owner.query(
      `insert into public.orders (tenant_id, mode, seller, source_id, name, interval, amount_total, currency,
         auth_user_id, stripe_account_id, state_hash, receipt_hash)
       select tenant_id, mode, seller, source_id, name, interval, amount_total, currency, auth_user_id,
         stripe_account_id, sha256('s2'), sha256('r2') from public.orders where id = $1`,
      [pending[0].id],
    ),
    { code: '23505', constraint: 'orders_one_open_subscription' },
  )
})

test('a checkout whose process crashed before it had a session can be replaced after a minute', async () => {
  const of = await tabs('Lost tab')
  assert.equal((await of.press()).status, 200)
  const [lost] = await of.rows()
  await app.owner.query('update public.orders set stripe_session_id = null where id = $1', [lost.id])
  assert.equal((await of.press()).body.code, 'checkout_busy')
  await app.owner.query("update public.orders set created_at = now() - interval '2 minutes' where id = $1", [
    lost.id,
  ])
  assert.equal((await of.press()).status, 200)
  assert.deepEqual(
    (await of.rows()).map((row) => row.status),
    ['failed', 'pending'],
  )
})

test('the repair job finds a renewal that no delivery reported, also after a deadlock', async () => {
  const of = await subscribe('Quiet')
  await eventually('all events are processed', async () => {
    const { rows } = await app.owner.query('select from app.stripe_events where processed_at is null')
    return rows.length === 0
  })
  await sandbox.control('POST', '/deliveries/pause')
  try {
    await wait(32)
    await app.owner.query(
      `update public.orders set current_period_end = now() - interval '1 day', checked_at = now() - interval '1 day'
       where id = $1`,
      [of.id],
    )
    // A sequence is not rolled back.
    await app.owner.query(`
      create sequence public.renewals;
      grant usage on sequence public.renewals to service_role;
      create function public.clash() returns trigger language plpgsql as $$
      begin
        if nextval('public.renewals') = 1 then
          raise exception 'undone' using errcode = '40P01';
        end if;
        return new;
      end $$;
      create trigger clash before insert on public.orders for each row when (new.renewal_of is not null)
        execute function public.clash()`)
    await repairPayments(app.kernel, handlers)
    await app.owner.query('drop trigger clash on public.orders')
    assert.equal((await of.rows()).length, 2)
    assert.equal((await app.owner.query('select last_value from public.renewals')).rows[0].last_value, '2')
    assert.ok((await of.first()).current_period_end > new Date())
  } finally {
    await sandbox.control('POST', '/deliveries/resume')
  }
})

test('many that record a payment at the same time make one order, and none fails', async () => {
  const of = await subscribe('All at once')
  await sandbox.control('POST', '/deliveries/pause')
  const { mode, stripe_account_id: account, stripe_subscription_id: subscription } = of.order
  try {
    for (let payments = 2; payments < 8; payments++) {
      await wait(32)
      const settle = () => settleSubscription(app.kernel, { mode, account }, subscription)
      await Promise.all(Array.from({ length: 8 }, settle))
      assert.equal((await of.rows()).length, payments)
    }
  } finally {
    await sandbox.control('POST', '/deliveries/resume')
  }
})

test('one tab pays while the other opens a checkout, and pays it too: one subscription is there', async () => {
  for (let round = 0; round < 4; round++) {
    const of = await tabs(`Race ${round}`)
    const first = await of.press()
    assert.equal(first.status, 200, JSON.stringify(first.body))
    // The provider refuses the checkout that has ended, or the server the one that came too late.
    const pay = (url: string) => sandbox.pay(url).catch((error: unknown) => String(error))
    const [, second] = await Promise.all([pay(first.body.url), of.press()])
    if (second.status === 200) await pay(second.body.url)
    else assert.match(second.body.code, /^(already_subscribed|checkout_busy)$/)
    await eventually('a payment is recorded', async () =>
      (await of.rows()).some(({ status }) => status === 'paid'),
    )
    const sessions = await sandbox.stripe.test.checkout.sessions.list({ limit: 100 }, on)
    const mine = sessions.data.filter(({ metadata }) => of.itemId === metadata?.['item_id'])
    assert.equal(mine.filter(({ status }) => status === 'complete').length, 1)
    assert.deepEqual(
      [mine.filter(({ status }) => status === 'open'), (await of.press()).body.code],
      [[], 'already_subscribed'],
    )
  }
})

test('every request of these tests matched the provider’s official contract', async () => {
  const { validated, violations } = await sandbox.contract()
  assert.deepEqual(violations, [])
  assert.ok(validated > 50)
})

test('[peers M10] seats follow the quantity that is paid: more are paid at once or not there, fewer close at once', async () => {
  const of = await subscribe('Team plan', undefined, 2, true)
  assert.equal(of.order.seats, 2)
  const seats = (to: number, as = of.visitor) => as('PUT', `/purchase-seats/${of.id}`, { seats: to })
  const paid = async () => (await of.rows()).reduce((sum, { amount_total }) => sum + amount_total, 0)

  const more = await seats(5)
  assert.deepEqual([more.status, more.body], [200, { seats: 5 }])
  await eventually('the rest of the period is paid', async () => (await paid()) > 1800)
  assert.equal((await of.first()).quantity, 2, 'what was sold at first')
  assert.deepEqual((await seats(1)).body, { seats: 1 })

  // The provider's dashboard or portal changes it, too.
  const { items } = await sandbox.stripe.test.subscriptions.retrieve(of.order.stripe_subscription_id, {}, on)
  await sandbox.stripe.test.subscriptions.update(
    of.order.stripe_subscription_id,
    { items: [{ id: items.data[0]!.id, quantity: 3 }] },
    on,
  )
  await eventually('the event is settled', async () => (await of.first()).seats === 3)

  const stranger = await signUp(app, shop.tenant.public_key)
  const other = functionCall(app, shop.tenant.public_key, stranger.access_token)
  assert.deepEqual([(await seats(9, other)).status, (await of.first()).seats], [404, 3])
  const single = await subscribe('Single plan', undefined, 2)
  assert.equal(single.order.seats, null)
  const refused = await single.visitor('PUT', `/purchase-seats/${single.id}`, { seats: 9 })
  assert.equal(refused.body.code, 'not_per_seat')
  assert.equal((await change(of.id, 'cancel_now')).status, 200)
  assert.equal((await seats(9)).body.code, 'subscription_ended')
})
