import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newCreator, testPlans } from '#testing/plans.ts'
import { setUpPlans } from './set-up.ts'

const { app, sandbox } = await testPlans()
const stripe = sandbox.stripe.test

const plans = async () =>
  (
    await app.owner.query(
      'select id, price_cents, stripe_price_id, stripe_price_id_live from public.bolt_plans order by sort',
    )
  ).rows
const made = async () => ({
  products: (await stripe.products.list({ limit: 100 })).data.map(({ id }) => id).toSorted(),
  prices: (await stripe.prices.list({ limit: 100 })).data.map(({ id }) => id).toSorted(),
  portals: (await stripe.billingPortal.configurations.list({ limit: 100 })).data.map(({ id }) => id),
})

test('products, prices and the portal are created once and stored', async () => {
  const first = await made()
  assert.deepEqual(first.products, ['bolt_blocks_test_business', 'bolt_blocks_test_pro'])
  assert.deepEqual([first.prices.length, first.portals.length], [2, 1])
  const [free, ...paid] = await plans()
  assert.equal(free.stripe_price_id, null)
  for (const plan of paid) {
    const price = await stripe.prices.retrieve(plan.stripe_price_id)
    assert.deepEqual(
      [price.unit_amount, price.currency, price.recurring?.interval, price.product, price.lookup_key],
      [plan.price_cents, 'eur', 'month', `bolt_blocks_test_${plan.id}`, `bolt_blocks_${plan.id}_month`],
    )
    assert.equal(plan.stripe_price_id_live, null, 'live needs its own setup')
  }
  for (let again = 0; again < 2; again++) await setUpPlans(app.kernel, 'test')
  assert.deepEqual(await made(), first)
})

test('the other mode has its own prices', async () => {
  const before = await plans()
  await setUpPlans(app.kernel, 'live')
  const after = await plans()
  for (const [at, plan] of after.entries())
    assert.equal(plan.stripe_price_id, before[at].stripe_price_id, 'test prices stay')
  const live = await sandbox.stripe.live.prices.retrieve(after[1].stripe_price_id_live)
  assert.deepEqual([live.livemode, live.unit_amount], [true, 1900])
})

test('a changed price is replaced; existing subscribers keep their plan and price', async () => {
  const ann = await newCreator(app)
  const { url, session } = await ann.checkout('pro')
  await sandbox.pay(url)
  await ann.call('POST', '/bolt-checkout-status', { session })
  const old = (await plans())[1].stripe_price_id

  await app.owner.query("update public.bolt_plans set price_cents = 2400 where id = 'pro'")
  const { prices } = await setUpPlans(app.kernel, 'test')
  assert.notEqual(prices.pro, old)
  assert.equal((await plans())[1].stripe_price_id, prices.pro)
  assert.equal((await stripe.prices.retrieve(prices.pro!)).unit_amount, 2400)
  assert.equal((await stripe.prices.retrieve(old)).active, false)
  assert.equal((await made()).portals.length, 2, 'the portal offers the new price')

  const { subscription } = await stripe.checkout.sessions.retrieve(session)
  await stripe.subscriptions.update(subscription as string, { metadata: { touched: 'yes' } })
  const { body } = await ann.call('POST', '/bolt-checkout-status', { session })
  assert.equal(body.active, true)
  const { held } = await ann.billing()
  assert.deepEqual([held.plan_id, held.price_cents], ['pro', 1900])
  const bob = await newCreator(app)
  const priced = await stripe.checkout.sessions.listLineItems((await bob.checkout('pro')).session)
  assert.equal(priced.data[0]?.price?.id, prices.pro)
})

test('objects deactivated or renamed at the provider are repaired', async () => {
  await stripe.products.update('bolt_blocks_test_business', { name: 'Something', active: false })
  await setUpPlans(app.kernel, 'test')
  const { name, active } = await stripe.products.retrieve('bolt_blocks_test_business')
  assert.deepEqual([name, active], ['Bolt Blocks Business', true])
})

test('[S7-059] the portal opens for the account’s customer, whatever the body names, and returns here', async () => {
  const ann = await newCreator(app)
  await ann.checkout('pro')
  const { rows } = await app.owner.query('select customer_id from app.billing_customers where user_id = $1', [
    ann.id,
  ])
  for (const body of [
    undefined,
    {},
    { customer: 'cus_other', return_url: `${app.config.publicUrl}/studio` },
    { return_url: '/bolt/billing' },
  ]) {
    const { status, body: portal } = await ann.call('POST', '/bolt-portal', body)
    assert.equal(status, 200, JSON.stringify(portal))
    assert.ok(portal.url.startsWith(`${sandbox.ready.url}/p/session/`), portal.url)
  }
  const created = await stripe.events.list({ type: 'billing_portal.session.created', limit: 10 })
  const customers = new Set(created.data.map(({ data }) => (data.object as { customer?: string }).customer))
  assert.deepEqual(
    [...customers].filter((one) => one !== rows[0].customer_id),
    [],
  )
  await sandbox.control('POST', '/faults', { status: 500, path: '/v1/billing_portal/sessions', times: 3 })
  const failed = await ann.call('POST', '/bolt-portal')
  assert.deepEqual(
    [failed.status, failed.body.error],
    [503, 'Failed to open billing portal. Please try again.'],
  )
})

test('every request sent matches the provider’s own contract', async () => {
  const { validated, violations } = await sandbox.contract()
  assert.ok(validated > 20)
  assert.deepEqual(violations, [])
})
