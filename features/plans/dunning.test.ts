// The life cycle of a plan: the sandbox's clock advances, its events arrive, and our rows follow.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newCreator, testPlans, soon } from '#testing/plans.ts'
import type { TestCreator } from '#testing/plans.ts'
import { paymentHandlers } from './payment-handlers.ts'
import { expirePasses } from './upkeep.ts'

const { app, sandbox } = await testPlans()
const stripe = sandbox.stripe.test
const DAY = 24 * 60 * 60
const LATER_FAILS = '4000000000000341'

const advance = (days: number, seconds = 120) =>
  sandbox.control('POST', '/clock', { advanceSeconds: days * DAY + seconds })
const waitForStatus = (by: TestCreator, status: string) =>
  soon(`the plan is ${status}`, async () => {
    const access = await by.access()
    return access.status === status && access
  })
const waitForEmail = (by: TestCreator, subject: string) =>
  soon(`the email "${subject}"`, async () =>
    app.mails.find(({ to, subject: sent }) => to === by.email && sent === subject),
  )

async function trialOf(card: string, plan = 'pro') {
  const ann = await newCreator(app)
  const { url, session } = await ann.checkout(plan)
  await sandbox.pay(url, card)
  await waitForStatus(ann, 'trialing')
  const { subscription, customer } = await stripe.checkout.sessions.retrieve(session)
  return { ann, subscription: subscription as string, customer: customer as string }
}

test('a trial becomes a paid plan, is canceled at the end of its period, ends, and starts again', async () => {
  const { ann, subscription } = await trialOf('4242424242424242')
  await advance(3)
  const paid = await waitForStatus(ann, 'active')
  assert.deepEqual([paid.active, paid.plan], [true, 'pro'])
  const { items } = await stripe.subscriptions.retrieve(subscription)
  assert.equal(paid.current_period_end, new Date(items.data[0]!.current_period_end * 1000).toISOString())

  await stripe.subscriptions.update(subscription, { cancel_at_period_end: true })
  const billing = await soon('billing says when it ends', async () => {
    const { held } = await ann.billing()
    return held.cancel_at && held
  })
  assert.deepEqual([billing.status, billing.cancel_at], ['active', paid.current_period_end])
  assert.equal((await ann.access()).active, true, 'access continues until then')
  await advance(32)
  const over = await waitForStatus(ann, 'canceled')
  assert.deepEqual([over.active, over.plan], [false, 'none'])
  await waitForEmail(ann, 'Your Pro plan has ended')

  const again = await ann.checkout('business')
  assert.equal((await stripe.checkout.sessions.retrieve(again.session)).amount_total, 5900, 'no second trial')
  await sandbox.pay(again.url)
  assert.deepEqual((await waitForStatus(ann, 'active')).plan, 'business')
})

test('a failed renewal is past due with access, an email and an end date; a new card restores it', async () => {
  const { ann, subscription, customer } = await trialOf(LATER_FAILS)
  await advance(3)
  const late = await waitForStatus(ann, 'past_due')
  assert.deepEqual([late.active, late.plan], [true, 'pro'])
  const email = await waitForEmail(ann, 'Your payment did not go through')
  assert.match(email.text, /\/bolt\/billing/)
  const { held } = await ann.billing()
  assert.equal(Date.parse(held.grace_ends_at) - Date.parse(held.past_due_since), 14 * DAY * 1000)

  await advance(3)
  await soon('the second try failed', async () => {
    const { latest_invoice } = await stripe.subscriptions.retrieve(subscription, {
      expand: ['latest_invoice'],
    })
    return typeof latest_invoice === 'object' && latest_invoice?.attempt_count === 2
  })
  const { past_due_since } = (await ann.billing()).held
  assert.equal(past_due_since, held.past_due_since, 'grace counts from the first failure')

  const card = await stripe.paymentMethods.attach('pm_card_mastercard', { customer })
  await stripe.subscriptions.update(subscription, { default_payment_method: card.id })
  const { latest_invoice } = await stripe.subscriptions.retrieve(subscription)
  await stripe.invoices.pay(latest_invoice as string)
  await waitForStatus(ann, 'active')
  const restored = (await ann.billing()).held
  assert.deepEqual([restored.past_due_since, restored.grace_ends_at], [null, null])
  const { rows } = await app.owner.query(
    "select count(*) from app.plan_notices where user_id = $1 and kind = 'payment_failed'",
    [ann.id],
  )
  assert.equal(Number(rows[0].count), 1, 'one email per invoice')
})

test('a plan closes after its grace period although the provider still retries; a payment reopens it', async () => {
  const { ann, subscription, customer } = await trialOf('2223003122003222')
  const card = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer })
  await stripe.subscriptions.update(subscription, { default_payment_method: card.id })
  await advance(3)
  await waitForStatus(ann, 'past_due')
  await app.owner.query(
    "update public.subscriptions set past_due_since = now() - interval '14 days' where user_id = $1",
    [ann.id],
  )
  await expirePasses(app.kernel)
  const shut = await waitForStatus(ann, 'unpaid')
  assert.deepEqual([shut.active, shut.plan], [false, 'none'])
  const second = await ann.call('POST', '/bolt-checkout', { plan_id: 'pro' })
  assert.equal(second.body.code, 'plan_active', 'what is owed is paid first')

  const good = await stripe.paymentMethods.attach('pm_card_visa', { customer })
  const { latest_invoice } = await stripe.subscriptions.retrieve(subscription)
  await stripe.invoices.pay(latest_invoice as string, { payment_method: good.id })
  assert.equal((await waitForStatus(ann, 'active')).active, true)
})

test('a plan that stays unpaid ends with an email, and the user may subscribe again', async () => {
  const { ann } = await trialOf('5555555555554444')
  const { customer_id } = (
    await app.owner.query('select customer_id from app.billing_customers where user_id = $1', [ann.id])
  ).rows[0]
  const [own] = (await stripe.subscriptions.list({ customer: customer_id })).data
  const bad = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer: customer_id })
  await stripe.subscriptions.update(own!.id, { default_payment_method: bad.id })
  await advance(3)
  await waitForStatus(ann, 'past_due')
  await advance(3 + 5 + 7, 600)
  assert.equal((await waitForStatus(ann, 'canceled')).active, false)
  await waitForEmail(ann, 'Your Pro plan has ended')
  assert.equal((await ann.call('POST', '/bolt-checkout', { plan_id: 'pro' })).status, 200)
})

test('a plan changed at the provider is the current plan', async () => {
  const { ann, subscription } = await trialOf('6011111111111117')
  const { price } = (
    await app.owner.query("select stripe_price_id as price from public.bolt_plans where id = 'business'")
  ).rows[0]
  const { items } = await stripe.subscriptions.retrieve(subscription)
  await stripe.subscriptions.update(subscription, { items: [{ id: items.data[0]!.id, price }] })
  await soon('Business', async () => (await ann.access()).plan === 'business')
  assert.equal((await ann.billing()).held.price_cents, 5900)
})

test('[H04] deleting a customer at the provider ends the plan, even without other events, and the next checkout creates a new one', async () => {
  const { ann, customer } = await trialOf('3566002020360505')
  await sandbox.control('POST', '/deliveries/pause')
  await stripe.customers.del(customer)
  const deleted = { id: 'evt_alone', type: 'customer.deleted', mode: 'test', account: undefined } as const
  await paymentHandlers['customer.deleted']!(app.kernel, {
    ...deleted,
    object: { id: customer, object: 'customer' },
  })
  assert.equal((await ann.access()).status, 'canceled')
  await sandbox.control('POST', '/deliveries/resume')
  const { session } = await ann.checkout('pro')
  const next = (await stripe.checkout.sessions.retrieve(session)).customer
  assert.notEqual(next, customer)
  const { rows } = await app.owner.query(
    'select stripe_customer_id from public.profiles where user_id = $1',
    [ann.id],
  )
  assert.deepEqual(rows, [{ stripe_customer_id: next }])
})

test('every request sent matches the provider’s own contract', async () => {
  const { validated, violations } = await sandbox.contract()
  assert.ok(validated > 20)
  assert.deepEqual(violations, [])
})
