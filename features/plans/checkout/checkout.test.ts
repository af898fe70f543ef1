import assert from 'node:assert/strict'
import { test } from 'node:test'
import { platformModeOf } from '#kernel/payments/payments.ts'
import { functionCall } from '#testing/function-call.ts'
import { newEmail, signUp } from '#testing/test-users.ts'
import { STAFF_DOMAIN, newCreator, testPlans } from '#testing/plans.ts'
import { priceOf } from '../plans.ts'

const { app, sandbox } = await testPlans()
const ann = await newCreator(app)
const stripe = sandbox.stripe.test
const origin = app.config.publicUrl

const plan = async (id: string) =>
  (await app.owner.query('select * from public.bolt_plans where id = $1', [id])).rows[0]
const checkout = (body: object, by = ann) => by.call('POST', '/bolt-checkout', body)
/** All checkouts requested from the provider so far. */
const sessions = async () => (await stripe.checkout.sessions.list({ limit: 100 })).data
const lineOf = async (session: string) => (await stripe.checkout.sessions.listLineItems(session)).data[0]!

test('[S7-053] [S7-055] [S7-057] [S9-005] a plan is named by its id or price id, and costs what the provider charges for it', async () => {
  const pro = await plan('pro')
  for (const [wanted, cents] of [
    ['pro', 1900],
    [pro.stripe_price_id, 1900],
    ['business', 5900],
  ] as const) {
    const { session } = await ann.checkout(wanted)
    const made = await stripe.checkout.sessions.retrieve(session)
    assert.deepEqual([made.mode, made.payment_method_collection], ['subscription', 'always'])
    const { price } = await lineOf(session)
    assert.deepEqual(
      [price?.unit_amount, price?.currency, price?.recurring?.interval],
      [cents, 'eur', 'month'],
    )
  }
  const { violations } = await sandbox.contract()
  assert.deepEqual(violations, [])
})

test('[S9-005] the trial is three days, requires a card, and ends without a charge if the card is missing', async () => {
  const { session } = await ann.checkout('pro')
  await sandbox.pay((await stripe.checkout.sessions.retrieve(session)).url!, '5555555555554444')
  const { subscription } = await stripe.checkout.sessions.retrieve(session)
  const trial = await stripe.subscriptions.retrieve(subscription as string)
  assert.equal(trial.status, 'trialing')
  assert.equal(trial.trial_end! - trial.trial_start!, 3 * 24 * 60 * 60)
  assert.equal(trial.trial_settings?.end_behavior.missing_payment_method, 'cancel')
  assert.equal(trial.metadata.user_id, ann.id)
})

test('[B11] [S7-057] an unknown plan opens no checkout', async () => {
  const eve = await newCreator(app)
  const foreign = await stripe.prices.create({
    currency: 'eur',
    unit_amount: 50,
    recurring: { interval: 'month' },
    product_data: { name: 'Cheap' },
  })
  const before = (await sessions()).length
  const live = (await plan('pro')).stripe_price_id_live ?? 'price_live'
  for (const plan_id of [
    'free',
    'team',
    'PRO',
    'pro ',
    foreign.id,
    live,
    '',
    null,
    ['pro'],
    { id: 'pro' },
    1,
    'x'.repeat(10_240),
  ]) {
    const { status, body } = await checkout({ plan_id }, eve)
    assert.equal(status, 400, `${JSON.stringify(plan_id)?.slice(0, 40)}: ${JSON.stringify(body)}`)
  }
  assert.equal((await checkout({ plan_id: 'pro', price: foreign.id }, eve)).status, 400, 'unknown fields')
  assert.equal((await checkout({ plan_id: 'pro', mode: 'live' }, eve)).status, 400)
  assert.equal((await sessions()).length, before)

  await app.owner.query("update public.bolt_plans set stripe_price_id = null where id = 'business'")
  const none = await checkout({ plan_id: 'business' }, eve)
  assert.deepEqual([none.status, none.body.error], [409, 'No price ID found for this plan'])
})

test('[B12] [S7-056] the return URL must be on this site', async () => {
  const eve = await newCreator(app)
  for (const address of [
    'https://evil.example/success',
    '//evil.example',
    'javascript:alert(1)',
    `http://user@${new URL(origin).host}/`,
    `${origin}@evil.example/`,
    `${origin}.evil.example/`,
    'https://localhost:3000/',
    'ftp://localhost:3000/',
    '/\\evil.example',
    '/%2fevil.example',
  ])
    for (const field of ['success_url', 'cancel_url']) {
      const { status, body } = await checkout({ plan_id: 'pro', [field]: address }, eve)
      assert.deepEqual([status, body.code], [400, 'bad_address'], `${field} ${address}`)
    }
  const { session } = await eve.checkout('pro', {
    success_url: '/success?from=pricing',
    cancel_url: `${origin}/pricing?canceled=true`,
  })
  const made = await stripe.checkout.sessions.retrieve(session)
  assert.equal(made.success_url, `${origin}/success?from=pricing&session_id={CHECKOUT_SESSION_ID}`)
  assert.equal(made.cancel_url, `${origin}/pricing?canceled=true`)
  const plain = await stripe.checkout.sessions.retrieve((await eve.checkout('pro')).session)
  assert.equal(plain.success_url, `${origin}/success?session_id={CHECKOUT_SESSION_ID}`)
  assert.equal(plain.cancel_url, `${origin}/bolt/pricing?canceled=true`)
})

test('[B13] [S7-056] the provider gets the account’s own email address', async () => {
  const eve = await newCreator(app)
  const { session } = await eve.checkout('pro', { email: ann.email })
  const made = await stripe.checkout.sessions.retrieve(session)
  const customer = await stripe.customers.retrieve(made.customer as string)
  assert.equal(made.customer_email, null)
  assert.equal(!customer.deleted && customer.email, eve.email)
})

test('only creators buy plans', async () => {
  const tenant = await ann.tenant()
  const visitor = await signUp(app, tenant.public_key)
  for (const call of [
    functionCall(app, app.anonKey),
    functionCall(app, tenant.public_key, visitor.access_token),
    functionCall(app, app.serviceKey),
  ])
    for (const path of ['/bolt-checkout', '/bolt-portal', '/bolt-checkout-status', '/grant-day-pass'])
      assert.equal((await call('POST', path, { plan_id: 'pro' })).status, 401, path)
})

test('a second checkout ends the first, and two concurrent ones leave one', async () => {
  const eve = await newCreator(app)
  const first = await eve.checkout('pro')
  const second = await eve.checkout('pro')
  assert.equal((await stripe.checkout.sessions.retrieve(first.session)).status, 'expired')
  assert.equal((await stripe.checkout.sessions.retrieve(second.session)).status, 'open')
  const customer = (await stripe.checkout.sessions.retrieve(second.session)).customer as string

  const responses = await Promise.all(Array.from({ length: 6 }, () => checkout({ plan_id: 'pro' }, eve)))
  for (const { status } of responses) assert.ok(status === 200 || status === 409, String(status))
  const open = (await stripe.checkout.sessions.list({ customer, status: 'open', limit: 100 })).data
  assert.ok(open.length <= 1, `${open.length} are open`)
  const { rows } = await app.owner.query('select * from app.billing_customers where user_id = $1', [eve.id])
  assert.deepEqual([rows.length, rows[0].customer_id], [1, customer])
})

test('a checkout or customer that the provider lost does not prevent another checkout', async () => {
  const eve = await newCreator(app)
  const { session } = await eve.checkout('pro')
  await app.owner.query("update app.plan_checkouts set session_id = 'cs_test_lost' where session_id = $1", [
    session,
  ])
  await app.owner.query("update app.billing_customers set customer_id = 'cus_lost' where user_id = $1", [
    eve.id,
  ])
  const next = await stripe.checkout.sessions.retrieve((await eve.checkout('pro')).session)
  assert.equal(next.status, 'open')
  const { rows } = await app.owner.query(
    "select status from app.plan_checkouts where user_id = $1 and session_id = 'cs_test_lost'",
    [eve.id],
  )
  assert.deepEqual(rows, [{ status: 'expired' }])
})

test('a plan that just ended, before its event arrives, does not prevent the next one', async () => {
  const eve = await newCreator(app)
  const { url, session } = await eve.checkout('pro')
  await sandbox.pay(url, '6011111111111117')
  await eve.call('POST', '/bolt-checkout-status', { session })
  assert.equal((await checkout({ plan_id: 'pro' }, eve)).body.code, 'plan_active')
  await sandbox.control('POST', '/deliveries/pause')
  const { subscription } = await stripe.checkout.sessions.retrieve(session)
  await stripe.subscriptions.cancel(subscription as string)
  assert.equal((await checkout({ plan_id: 'pro' }, eve)).status, 200)
  assert.equal((await eve.access()).active, false)
  await sandbox.control('POST', '/deliveries/resume')
})

test('when the provider is unreachable, the error is the product’s own message', async () => {
  const eve = await newCreator(app)
  await sandbox.control('POST', '/faults', {
    status: 500,
    path: '/v1/checkout/sessions',
    method: 'POST',
    times: 3,
  })
  const { status, body } = await checkout({ plan_id: 'pro' }, eve)
  assert.deepEqual([status, body.error], [503, 'Failed to start checkout. Please try again.'])
})

test('[S7-054] [S9-007] a day pass is €1 once, for staff; other users cannot open its checkout', async () => {
  const before = (await sessions()).length
  const refused = await checkout({ plan_id: 'day_pass' })
  assert.deepEqual([refused.status, refused.body.code], [403, 'staff_only'])
  assert.equal((await sessions()).length, before)

  const sam = await newCreator(app, newEmail('sam').replace('example.test', STAFF_DOMAIN))
  assert.deepEqual((await checkout({ plan_id: 'day_pass' }, sam)).body.code, 'no_tenant')
  await sam.tenant()
  const { session } = await sam.checkout('day_pass')
  const made = await stripe.checkout.sessions.retrieve(session)
  assert.deepEqual([made.mode, made.amount_total, made.currency], ['payment', 100, 'eur'])
  assert.equal((await lineOf(session)).price?.recurring, null)
})

test('[S4-051] [S4-053] the price matches the mode, and live requires production, live keys and its own host', () => {
  const both = { id: 'pro', name: 'Pro', price_cents: 1900, interval: 'month' }
  const priced = { ...both, stripe_price_id: 'price_test', stripe_price_id_live: 'price_live' }
  assert.equal(priceOf(priced, 'test'), 'price_test')
  assert.equal(priceOf(priced, 'live'), 'price_live')
  const { payments } = app.config
  const { secretKey: _, ...none } = payments.live
  const mode = (given: object) =>
    platformModeOf({ env: 'production', payments, publicUrl: 'https://bolt.example', ...given })
  assert.equal(mode({}), 'live')
  assert.equal(mode({ env: 'development' }), 'test')
  assert.equal(mode({ payments: { ...payments, live: none } }), 'test')
  for (const host of [
    'localhost:3000',
    'a.localhost',
    '127.0.0.1',
    '203.0.113.7',
    '[2001:db8::1]:8443',
    'x.vercel.app',
  ])
    assert.equal(mode({ publicUrl: `https://${host}` }), 'test', host)
  for (const host of ['localhost.example', 'vercel.app.example', '1.example'])
    assert.equal(mode({ publicUrl: `https://${host}` }), 'live', host)
})

test('every request sent matches the provider’s own contract', async () => {
  const { validated, violations } = await sandbox.contract()
  assert.ok(validated > 20)
  assert.deepEqual(violations, [])
})
