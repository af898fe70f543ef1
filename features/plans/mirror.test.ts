import assert from 'node:assert/strict'
import { test } from 'node:test'
import { handleStripeEvent, paymentHandlersOf } from '#features/orders/inbox/stripe-events.ts'
import { units } from '#server/units.ts'
import { functionCall } from '#testing/function-call.ts'
import { signUp } from '#testing/test-users.ts'
import { newCreator, testPlans, soon } from '#testing/plans.ts'
import type { TestCreator } from '#testing/plans.ts'
import { mirrorSubscription } from './mirror.ts'
import { paymentHandlers } from './payment-handlers.ts'
import { reconcilePlans } from './upkeep.ts'

const { app, sandbox } = await testPlans()
const stripe = sandbox.stripe.test
const handlers = paymentHandlersOf(units)
/** One card per user: each card gets one trial. */
const cards = ['4242424242424242', '5555555555554444', '4000056655665556', '6011111111111117', '3056930009020004', '3566002020360505', '6200000000000005', '2223003122003222', '5200828282828210'] // prettier-ignore

const status = (by: TestCreator, session: string) =>
  by.call('POST', '/bolt-checkout-status', { session }).then(({ body }) => body)
const subscriptionOf = async (session: string) =>
  (await stripe.checkout.sessions.retrieve(session)).subscription as string
const mirrors = async (user: string) =>
  (
    await app.owner.query('select * from public.subscriptions where user_id = $1 order by created_at, id', [
      user,
    ])
  ).rows
const notices = async (user: string) =>
  (
    await app.owner.query('select kind, about, sent_at from app.plan_notices where user_id = $1', [user])
  ).rows.map(({ kind }) => kind as string)

/** A user who completed a checkout for a plan. */
async function subscriber(plan = 'pro', card = cards.pop()) {
  const ann = await newCreator(app)
  const { url, session } = await ann.checkout(plan)
  assert.notEqual(await sandbox.pay(url, card), '', 'the card was taken')
  return { ann, session, subscription: await subscriptionOf(session) }
}
/** All events about these objects, processed in this order even if they were processed before. */
async function workAgain(objects: string[], order: (ids: string[]) => string[]) {
  const { rows } = await app.owner.query(
    'update app.stripe_events set processed_at = null where object_id = any ($1) returning id',
    [objects],
  )
  for (const id of order(rows.map((row) => row.id as string)))
    await handleStripeEvent(app.kernel, id, handlers)
  return rows.length
}

test('[S9-005] [S4-015] a started trial activates the plan immediately and shows in billing', async () => {
  const { ann, session, subscription } = await subscriber()
  assert.deepEqual(await status(ann, session), { status: 'complete', active: true })
  const access = await ann.access()
  const { trial_end, items } = await stripe.subscriptions.retrieve(subscription)
  assert.deepEqual(access, {
    active: true,
    plan: 'pro',
    dayPass: false,
    status: 'trialing',
    trial_end: new Date(trial_end! * 1000).toISOString(),
    current_period_end: new Date(items.data[0]!.current_period_end * 1000).toISOString(),
    day_pass_expires_at: null,
    staff: false,
    stats: false,
  })
  const { held, ...billing } = await ann.billing()
  assert.deepEqual(billing, {
    mode: 'test',
    active: true,
    plan: 'pro',
    day_pass: null,
    trial_available: false,
    trial_refused: false,
    manageable: true,
    staff: false,
  })
  assert.deepEqual(
    [held.plan_id, held.name, held.status, held.price_cents, held.currency, held.interval],
    ['pro', 'Pro', 'trialing', 1900, 'eur', 'month'],
  )
  assert.deepEqual([held.cancel_at, held.past_due_since, held.grace_ends_at], [null, null, null])
  const [row] = await mirrors(ann.id)
  assert.deepEqual(
    [row.status, row.unit_amount, row.currency, row.interval, row.plan_id],
    ['trialing', 1900, 'eur', 'month', 'pro'],
  )
  const again = await ann.call('POST', '/bolt-checkout', { plan_id: 'business' })
  assert.deepEqual([again.status, again.body.code], [409, 'plan_active'])
})

test('the events alone activate it, too, and announce the trial’s end once', async () => {
  const { ann } = await subscriber()
  await soon('access by the events', async () => (await ann.access()).plan === 'pro')
  const email = await soon('the email', async () =>
    app.mails.find(({ to, subject }) => to === ann.email && subject === 'Your free trial has started'),
  )
  assert.match(
    email.text,
    /trial of the Pro plan has started, with all its features\. It ends on \w+ \d{1,2}, \d{4}\. Then we charge your card\./,
  )
  const { rows } = await app.owner.query(
    'select object_id from app.stripe_events where type = $1 order by received_at desc limit 1',
    ['customer.subscription.trial_will_end'],
  )
  await workAgain([rows[0].object_id], (ids) => ids)
  assert.deepEqual(await notices(ann.id), ['trial_will_end'])
})

test('[H11] opening the pages after a payment grants nothing', async () => {
  const ann = await newCreator(app)
  const { session } = await ann.checkout('pro')
  for (const path of [
    `/success?session_id=${session}`,
    '/success',
    '/studio/billing?ok=1',
    '/bolt/studio/billing?ok=true',
    '/bolt/blocks?success=true',
  ])
    await app.request(path, { headers: { authorization: `Bearer ${ann.token}` } })
  assert.deepEqual(await status(ann, session), { status: 'open', active: false })
  for (const other of ['cs_test_guess', `${session}x`])
    assert.deepEqual(await status(ann, other), { status: 'unknown', active: false })
  const { ann: bob, session: paid } = await subscriber()
  assert.deepEqual(await status(ann, paid), { status: 'unknown', active: false }, 'another user’s payment')
  assert.equal((await bob.access()).active || (await status(bob, paid)).active, true)
  assert.equal((await ann.access()).active, false)
})

test('[S9-006] each user gets one trial: users with an earlier trial or plan start with a payment', async () => {
  const { ann, session, subscription } = await subscriber()
  await status(ann, session)
  await stripe.subscriptions.cancel(subscription)
  await soon('the plan ended', async () => !(await ann.access()).active)
  assert.equal((await ann.billing()).trial_available, false)
  const next = await ann.checkout('pro')
  await sandbox.pay(next.url)
  const started = await stripe.subscriptions.retrieve(await subscriptionOf(next.session))
  assert.deepEqual([started.status, started.trial_end], ['active', null])
  assert.deepEqual(await status(ann, next.session), { status: 'complete', active: true })

  // The account is deleted and created again, with a plus label in its address.
  const label = ann.email.replace('@', '+again@')
  await stripe.subscriptions.cancel(started.id)
  await mirrorSubscription(app.kernel, { id: started.id, mode: 'test' })
  for (const table of ['public.subscriptions', 'public.bolt_subscriptions', 'app.billing_customers'])
    await app.owner.query(`delete from ${table} where user_id = $1`, [ann.id])
  await app.owner.query('delete from auth.users where id = $1', [ann.id])
  const again = await newCreator(app, label)
  assert.equal((await again.billing()).trial_available, false)
  const third = await stripe.checkout.sessions.retrieve((await again.checkout('pro')).session)
  assert.equal(third.amount_total, 1900)
})

test('[S9-006] each card gets one trial: a second one is ended before any charge, and reported', async () => {
  const card = cards.pop()
  const first = await subscriber('pro', card)
  await status(first.ann, first.session)
  const second = await subscriber('pro', card)
  const responses = await Promise.all(Array.from({ length: 4 }, () => status(second.ann, second.session)))
  for (const response of responses) assert.deepEqual(response, { status: 'trial_refused', active: false })
  assert.deepEqual(await status(first.ann, first.session), { status: 'complete', active: true })
  assert.equal((await second.ann.billing()).trial_refused, true)
  assert.equal((await first.ann.billing()).trial_refused, false)
  const refused = await stripe.subscriptions.retrieve(second.subscription)
  assert.equal(refused.status, 'canceled')
  assert.equal((await first.ann.access()).plan, 'pro', 'the first keeps theirs')
  await soon('the email', async () =>
    app.mails.some(
      ({ to, subject }) => to === second.ann.email && subject === 'You already used your free trial',
    ),
  )
  const priced = await second.ann.checkout('pro')
  await sandbox.pay(priced.url, card)
  assert.deepEqual(
    await status(second.ann, priced.session),
    { status: 'complete', active: true },
    'without a trial it may be paid',
  )
  assert.equal((await second.ann.billing()).trial_refused, false)
})

test('[H04] events in any order and number leave the plan as the provider has it', async () => {
  const { ann, session, subscription } = await subscriber()
  await status(ann, session)
  await stripe.subscriptions.cancel(subscription)
  const invoices = (await stripe.invoices.list({ subscription })).data.map(({ id }) => id)
  await soon('the events came', async () => {
    const { rows } = await app.owner.query(
      "select from app.stripe_events where object_id = $1 and type = 'customer.subscription.deleted'",
      [subscription],
    )
    return rows.length > 0
  })
  const objects = [subscription, session, ...invoices]
  const orders: ((ids: string[]) => string[])[] = [
    (ids) => ids.toReversed(),
    (ids) => [...ids, ...ids],
    (ids) => ids.toSorted(),
  ]
  for (const order of orders) {
    assert.ok((await workAgain(objects, order)) >= 3)
    assert.deepEqual(
      (await mirrors(ann.id)).map((row) => row.status),
      ['canceled'],
    )
    const { active, plan } = await ann.access()
    assert.deepEqual([active, plan], [false, 'none'])
  }
  await soon('one email about the end', async () => (await notices(ann.id)).includes('plan_ended'))
})

test('an older response of the provider never overwrites a newer one', async () => {
  const { ann, session, subscription } = await subscriber()
  await status(ann, session)
  await Promise.all(
    Array.from({ length: 6 }, () => mirrorSubscription(app.kernel, { id: subscription, mode: 'test' })),
  )
  const [row, ...more] = await mirrors(ann.id)
  assert.deepEqual(more, [])
  assert.ok(row.version >= 7, `each answer was written on the row it was read for: ${row.version}`)
})

test('a subscription of a customer that we did not create is ignored', async () => {
  const foreign = await stripe.customers.create({ email: 'stranger@example.test' })
  const { price } = (
    await app.owner.query("select stripe_price_id as price from public.bolt_plans where id = 'pro'")
  ).rows[0]
  const ann = await newCreator(app)
  const session = await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer: foreign.id,
    line_items: [{ price, quantity: 1 }],
    subscription_data: { metadata: { user_id: ann.id, plan_id: 'business' } },
    success_url: 'http://localhost:3000/success',
  })
  await sandbox.pay(session.url!)
  const id = await subscriptionOf(session.id)
  assert.equal(await mirrorSubscription(app.kernel, { id, mode: 'test' }), undefined)
  assert.equal((await ann.access()).active, false, 'what its metadata claims counts for nothing')
})

test('events of the other mode and of other accounts are ignored', async () => {
  const client = () => assert.fail('the provider was called')
  const kernel = { ...app.kernel, payments: { ...app.kernel.payments, client } }
  for (const [type, handle] of Object.entries(paymentHandlers)) {
    const event = { id: 'evt_1', type, object: { id: 'x_1', object: 'x' } }
    await handle(kernel, { ...event, mode: 'live', account: undefined })
    await handle(kernel, { ...event, mode: 'test', account: 'acct_other' })
  }
  const own = { id: 'evt_1', type: 'customer.subscription.updated', object: { id: 'sub_1', object: 'x' } }
  const handle = paymentHandlers['customer.subscription.updated']!
  await assert.rejects(handle(kernel, { ...own, mode: 'test', account: undefined }), /was called/)
})

test('the nightly reconciliation finds changes without an event', async () => {
  sandbox.receive(() => new Response('away', { status: 503 }))
  const { ann, session, subscription } = await subscriber()
  assert.equal((await ann.access()).active, false)
  await reconcilePlans(app.kernel)
  assert.equal((await ann.access()).plan, 'pro')
  const { rows } = await app.owner.query('select status from app.plan_checkouts where session_id = $1', [
    session,
  ])
  assert.equal(rows[0].status, 'complete')
  await stripe.subscriptions.cancel(subscription)
  await reconcilePlans(app.kernel)
  assert.equal((await ann.access()).active, false)
  sandbox.receive((request) => app.app.request(request))
})

test('a plan granted by the operator outlives the earlier subscription', async () => {
  const { ann, session, subscription } = await subscriber()
  await status(ann, session)
  await stripe.subscriptions.cancel(subscription)
  await soon('the plan ended', async () => !(await ann.access()).active)
  for (const plan of ['pro', 'business']) {
    await app.owner.query(
      "update public.bolt_subscriptions set plan_id = $2, status = 'active' where user_id = $1",
      [ann.id, plan],
    )
    await mirrorSubscription(app.kernel, { id: subscription, mode: 'test' })
    assert.deepEqual([(await ann.access()).active, (await ann.access()).plan], [true, plan])
  }
  // A later payment takes over again, and its end counts.
  await app.owner.query("update public.bolt_subscriptions set status = 'canceled' where user_id = $1", [
    ann.id,
  ])
  const next = await ann.checkout('pro')
  await sandbox.pay(next.url)
  assert.deepEqual(await status(ann, next.session), { status: 'complete', active: true })
  await stripe.subscriptions.cancel(await subscriptionOf(next.session))
  await soon('the plan ended', async () => !(await ann.access()).active)
})

test('[B14] [S7-069] the portal opens for the account’s own customer, with a session', async () => {
  const { ann, session } = await subscriber()
  await status(ann, session)
  const customer = (await stripe.checkout.sessions.retrieve(session)).customer as string
  const bob = await newCreator(app)
  const tenant = await ann.tenant()
  const visitor = await signUp(app, tenant.public_key)
  const post = (headers: Record<string, string>) =>
    app.request('/functions/v1/bolt-portal', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ customer, return_url: `${app.config.publicUrl}/studio` }),
    })
  for (const headers of [{}, { apikey: app.anonKey }, { apikey: tenant.public_key }] as Record<
    string,
    string
  >[])
    assert.equal((await post(headers)).status, 401)
  const asVisitor = functionCall(app, tenant.public_key, visitor.access_token)
  assert.equal((await asVisitor('POST', '/bolt-portal', { customer })).status, 401)

  const foreign = await bob.call('POST', '/bolt-portal', { customer })
  assert.deepEqual(
    [foreign.status, foreign.body.error],
    [404, 'No billing information found. Please subscribe to a plan first.'],
  )
  for (const return_url of ['https://evil.example', '//evil.example', 'javascript:alert(1)'])
    assert.equal((await ann.call('POST', '/bolt-portal', { return_url })).status, 400, return_url)
})

test('every request sent matches the provider’s own contract', async () => {
  const { validated, violations } = await sandbox.contract()
  assert.ok(validated > 20)
  assert.deepEqual(violations, [])
})
