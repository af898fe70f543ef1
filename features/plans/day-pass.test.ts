import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import Stripe from 'stripe'
import { functionCall } from '#testing/function-call.ts'
import { newEmail, signUp } from '#testing/test-users.ts'
import { STAFF_DOMAIN, newCreator, testPlans, soon } from '#testing/plans.ts'
import { settleCheckout } from './checkout/settle-checkout.ts'
import { expirePasses } from './upkeep.ts'

const { app, sandbox } = await testPlans()
const stripe = sandbox.stripe.test
const staffEmail = (name: string) => newEmail(name).replace('example.test', STAFF_DOMAIN)
const [ann, sam] = [await newCreator(app), await newCreator(app, staffEmail('sam'))]
const annTenant = await ann.tenant()

const grant = (body: object = {}, by = sam) =>
  by.call('POST', '/grant-day-pass', {
    tenant_id: annTenant.id,
    minutes: 1440,
    extend: true,
    note: 'complimentary',
    ...body,
  })
const tenantRow = async (id: string) =>
  (
    await app.owner.query(
      `select subscription_status, subscription_tier, access_expires_at, day_pass_expires_at, status,
         extract(epoch from access_expires_at - now()) / 3600 as hours from public.tenants where id = $1`,
      [id],
    )
  ).rows[0]
const passes = async (tenant: string) =>
  (await app.owner.query('select * from app.day_passes where tenant_id = $1 order by starts_at', [tenant]))
    .rows
const hoursLeft = async (tenant: string) => Math.round(Number((await tenantRow(tenant)).hours) * 100) / 100
const about = (hours: number, wanted: number) =>
  assert.ok(Math.abs(hours - wanted) < 0.05, `${hours} hours, not about ${wanted}`)

test('[B06] [S6-017] a user who is not staff grants no pass, neither to themselves nor to others', async () => {
  const bob = await newCreator(app)
  const bobTenant = await bob.tenant()
  for (const [by, tenant] of [
    [ann, annTenant],
    [ann, bobTenant],
    [bob, annTenant],
  ] as const) {
    const { status, body } = await grant({ tenant_id: tenant.id }, by)
    assert.deepEqual([status, body.code], [403, 'staff_only'])
  }
  assert.deepEqual([await passes(annTenant.id), await passes(bobTenant.id)], [[], []])
  assert.equal((await tenantRow(annTenant.id)).subscription_tier, null)
})

test('[B07] a grant repeated with its Idempotency-Key grants no second pass', async () => {
  const tenant = await (await newCreator(app)).tenant()
  const once = (key: string, body: object = {}) =>
    sam.call(
      'POST',
      '/grant-day-pass',
      { tenant_id: tenant.id, minutes: 1440, extend: true, ...body },
      {
        'idempotency-key': key,
      },
    )
  const answers = await Promise.all([once('a'), once('a'), once('a')])
  const again = await once('a')
  for (const { status, body } of [...answers, again]) assert.deepEqual([status, body], [200, answers[0].body])
  assert.equal((await passes(tenant.id)).length, 1)
  about(await hoursLeft(tenant.id), 24)
  const other = await once('a', { note: 'another request' })
  assert.deepEqual([other.status, other.body.code], [422, 'idempotency_key_reused'])
  assert.equal((await once('b')).status, 200)
  about(await hoursLeft(tenant.id), 48)

  // The process died between granting the pass and storing the response: the retry finds the pass.
  await app.owner.query(
    "update app.idempotency_keys set sealed_answer = null, begun_at = '-infinity' where body_hash = (select body_hash from app.idempotency_keys order by created_at desc limit 1)",
  )
  assert.equal((await once('b')).status, 200)
  assert.equal((await passes(tenant.id)).length, 2)
})

test('[B07] [S7-062] a pass is 1440 minutes and nothing else, with a short note', async () => {
  const tenant = await ann.tenant()
  for (const minutes of [1e9, -5, 0, '1440', 1440.5, Number.NaN, null, true, [1440], 1439, 1441, undefined])
    assert.equal((await grant({ tenant_id: tenant.id, minutes })).status, 400, String(minutes))
  for (const more of [
    { extend: false },
    { extend: 'true' },
    { extend: null },
    { note: 'x'.repeat(201) },
    { note: 5 },
    { user_id: ann.id },
  ])
    assert.equal((await grant({ tenant_id: tenant.id, ...more })).status, 400)
  const huge = await grant({ tenant_id: tenant.id, note: 'x'.repeat(1 << 20) })
  assert.ok([400, 413].includes(huge.status), String(huge.status))
  assert.equal((await grant({ tenant_id: randomUUID() })).status, 404)
  assert.deepEqual(await passes(tenant.id), [])
})

test('[S7-061] [S9-008] [S9-009] [S4-015] staff grant a day; a second pass starts after the first', async () => {
  assert.equal((await ann.access()).active, false)
  const { status, body } = await grant()
  assert.deepEqual([status, body.success], [200, true])
  about(await hoursLeft(annTenant.id), 24)
  const row = await tenantRow(annTenant.id)
  assert.deepEqual([row.subscription_tier, row.subscription_status], ['day_pass', 'active'])
  assert.deepEqual(row.access_expires_at, row.day_pass_expires_at)
  assert.equal(row.access_expires_at.toISOString(), body.expires_at)
  const access = await ann.access()
  assert.deepEqual(
    [access.active, access.plan, access.dayPass, access.day_pass_expires_at],
    [true, 'business', true, body.expires_at],
  )
  assert.deepEqual((await ann.billing()).day_pass, {
    tenant_id: annTenant.id,
    tenant_name: annTenant.name,
    expires_at: body.expires_at,
  })

  await grant()
  about(await hoursLeft(annTenant.id), 48)
  const [first, second] = await passes(annTenant.id)
  assert.deepEqual(second.starts_at, first.ends_at)
  assert.deepEqual([first.user_id, first.note, first.source], [sam.id, 'complimentary', 'granted'])
})

test('[S9-009] concurrent grants add up', async () => {
  const tenant = await (await newCreator(app)).tenant()
  const answers = await Promise.all(Array.from({ length: 5 }, () => grant({ tenant_id: tenant.id })))
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
  about(await hoursLeft(tenant.id), 5 * 24)
})

test('a tenant with another tier keeps it', async () => {
  const tenant = await (await newCreator(app)).tenant()
  await app.owner.query(
    "update public.tenants set subscription_tier = 'pro', subscription_status = 'active' where id = $1",
    [tenant.id],
  )
  const { status, body } = await grant({ tenant_id: tenant.id })
  assert.deepEqual([status, body.code], [409, 'day_pass_not_needed'])
  assert.equal((await tenantRow(tenant.id)).subscription_tier, 'pro')
})

/** A member of staff with a tenant and a paid day pass. */
async function bought() {
  const kim = await newCreator(app, staffEmail('kim'))
  const tenant = await kim.tenant()
  const { url, session } = await kim.checkout('day_pass')
  await sandbox.pay(url)
  return { kim, tenant, session }
}
const status = (by: typeof ann, session: string) =>
  by.call('POST', '/bolt-checkout-status', { session }).then(({ body }) => body)

test('[S9-008] [H11] a pass is granted when it is paid, once, under concurrent requests', async () => {
  const kim = await newCreator(app, staffEmail('kim'))
  const tenant = await kim.tenant()
  const { url, session } = await kim.checkout('day_pass')
  assert.deepEqual(await status(kim, session), { status: 'open', active: false })
  assert.equal((await kim.access()).active, false)
  const to = await sandbox.pay(url)
  assert.equal(to, `${app.config.publicUrl}/success?session_id=${session}`)
  const answers = await Promise.all([
    ...Array.from({ length: 5 }, () => settleCheckout(app.kernel, { sessionId: session, mode: 'test' })),
    status(kim, session).then((answer) => answer.status),
  ])
  assert.deepEqual([...new Set(answers)], ['complete'])
  about(await hoursLeft(tenant.id), 24)
  assert.deepEqual(await status(kim, session), { status: 'complete', active: true })
  assert.deepEqual(await status(ann, session), { status: 'unknown', active: true }, 'not hers to ask about')
})

test('the event alone grants the pass, too', async () => {
  const { kim } = await bought()
  await soon('access by the event', async () => (await kim.access()).dayPass)
})

test('a refunded pass ends', async () => {
  const { kim, tenant, session } = await bought()
  await status(kim, session)
  const { payment_intent } = await stripe.checkout.sessions.retrieve(session)
  await stripe.refunds.create({ payment_intent: payment_intent as string, amount: 40 })
  assert.equal((await status(kim, session)).status, 'complete', 'in part: the pass stays')
  await stripe.refunds.create({ payment_intent: payment_intent as string })
  await soon('the refund ended it', async () => !(await kim.access()).active)
  assert.ok((await hoursLeft(tenant.id)) <= 0)
  assert.equal((await status(kim, session)).status, 'refunded')
  assert.equal((await kim.access()).active, false, 'looking again does not give it back')
})

test('when the middle one of three passes is refunded, the last one moves up', async () => {
  const owner = await newCreator(app)
  const tenant = await owner.tenant()
  for (let i = 0; i < 3; i++) await grant({ tenant_id: tenant.id })
  const [first, second, third] = await passes(tenant.id)
  await app.owner.query('select app.end_day_pass($1, $2)', [tenant.id, second.id])
  about(await hoursLeft(tenant.id), 48)
  const after = await passes(tenant.id)
  const moved = after.find(({ id }) => id === third.id)
  assert.deepEqual(moved.starts_at, first.ends_at)
  // A pass that is over has no time left to revoke.
  await app.owner.query(
    "update app.day_passes set starts_at = now() - interval '2 days', ends_at = now() - interval '1 day' where id = $1",
    [first.id],
  )
  await app.owner.query('select app.end_day_pass($1, $2)', [tenant.id, first.id])
  about(await hoursLeft(tenant.id), 48)
})

test('a payment that does not match the pass grants nothing and is logged', async () => {
  const kim = await newCreator(app, staffEmail('kim'))
  const tenant = await kim.tenant()
  const { session } = await kim.checkout('day_pass')
  const other = await stripe.checkout.sessions.create({
    mode: 'payment',
    line_items: [
      { quantity: 1, price_data: { currency: 'eur', unit_amount: 50, product_data: { name: 'x' } } },
    ],
    client_reference_id: (await stripe.checkout.sessions.retrieve(session)).client_reference_id!,
    success_url: 'http://localhost:3000/success',
  })
  await app.owner.query('update app.day_passes set session_id = $2 where session_id = $1', [
    session,
    other.id,
  ])
  await sandbox.pay(other.url!)
  await status(kim, other.id)
  assert.equal((await kim.access()).active, false)
  assert.match((await passes(tenant.id))[0].problem, /^The payment was 50 eur, not 100 eur$/)
})

test('[B16] [B18] [S4-014] [S4-018] [S3-065] a pass ends by the database’s clock, and its features close', async () => {
  const owner = await newCreator(app)
  const tenant = await owner.tenant()
  await grant({ tenant_id: tenant.id })
  const live = () =>
    owner.call('POST', '/start-stripe-express-onboarding', { tenant_id: tenant.id, mode: 'live' })
  await app.owner.query(
    `insert into auth.providers (pool_id, name, enabled, client_id, config)
     values ($1, 'custom:company', false, 'x', '{"issuer": "https://login.example"}')`,
    [tenant.id],
  )
  const social = () =>
    owner.call('PATCH', '/tenant-auth-provider', {
      tenant_id: tenant.id,
      name: 'custom:company',
      enabled: true,
    })
  const block = () =>
    app.request('/rest/v1/bolt_blocks', {
      method: 'POST',
      headers: {
        apikey: app.anonKey,
        authorization: `Bearer ${owner.token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ title: 'Mine' }),
    })
  const ends = (interval: string) =>
    app.owner.query('update public.tenants set access_expires_at = now() + $2::interval where id = $1', [
      tenant.id,
      interval,
    ])
  await ends('1 hour')
  assert.equal((await live()).status, 200, 'a Pro call while it runs')
  assert.equal((await social()).status, 200)
  assert.equal((await block()).status, 201)
  await ends('1 second')
  const last = await owner.access()
  if (last.active) assert.equal(last.dayPass, true)
  await soon('it ended automatically', async () => !(await owner.access()).active)
  const shut = await live()
  assert.deepEqual([shut.status, shut.body.code], [402, 'live_needs_plan'])
  assert.equal((await social()).body.code, 'social_login_needs_plan')
  assert.equal((await block()).status, 403)
  await ends('-1 second')
  assert.equal((await owner.access()).day_pass_expires_at, null)
  assert.equal((await tenantRow(tenant.id)).status, 'active', 'it is not marked as expired yet')
  await expirePasses(app.kernel)
  assert.equal((await tenantRow(tenant.id)).status, 'expired')
  await grant({ tenant_id: tenant.id })
  assert.deepEqual([(await tenantRow(tenant.id)).status, (await owner.access()).active], ['active', true])
  await expirePasses(app.kernel)
  assert.equal((await tenantRow(tenant.id)).status, 'active', 'a running one is left alone')
})

test('[B09] [S6-015] [S6-020] staff are users with a confirmed address of exactly these domains', async () => {
  const second = await newCreator(app, newEmail('kim').replace('example.test', 'second.example'))
  for (const member of [sam, second]) assert.equal((await member.access()).staff, true)
  for (const domain of [
    `not${STAFF_DOMAIN}`,
    `${STAFF_DOMAIN}.evil.example`,
    `sub.${STAFF_DOMAIN}`,
    'staff.exampl',
  ]) {
    const other = await newCreator(app, newEmail('fake').replace('example.test', domain))
    assert.equal((await other.access()).staff, false, domain)
    assert.equal((await grant({}, other)).status, 403, domain)
  }

  const fake = await newCreator(app, staffEmail('fake'))
  await fake.tenant()
  await app.owner.query('update auth.users set email_confirmed_at = null where id = $1', [fake.id])
  assert.equal((await fake.access()).staff, false)
  assert.equal((await grant({}, fake)).status, 403)
  for (const [method, path, body] of [
    ['POST', '/bolt-checkout', { plan_id: 'day_pass' }],
    ['GET', '/stripe-admin', undefined],
    ['GET', '/staff-stats', undefined],
  ] as const)
    assert.equal((await fake.call(method, path, body)).status, 403, path)

  // An end user with such an address belongs to a tenant and is not staff.
  const visitor = await signUp(app, annTenant.public_key, staffEmail('visitor'))
  const asVisitor = functionCall(app, annTenant.public_key, visitor.access_token)
  const granted = await asVisitor('POST', '/grant-day-pass', {
    tenant_id: annTenant.id,
    minutes: 1440,
    extend: true,
  })
  assert.equal(granted.status, 401)
})

test('[S7-085] the payments admin shows staff the plans’ configuration and the webhook path, but no secret', async () => {
  assert.equal((await ann.call('GET', '/stripe-admin')).status, 403)
  const { body } = await sam.call('GET', '/stripe-admin')
  assert.deepEqual(
    [body.mode, body.configured, body.webhook_path],
    ['test', true, '/webhooks/stripe/test/platform'],
  )
  assert.match(body.publishable_key, /^pk_test_/)
  assert.deepEqual(
    body.plans.map((plan: { id: string; price_cents: number }) => [plan.id, plan.price_cents]),
    [
      ['free', 0],
      ['pro', 1900],
      ['business', 5900],
    ],
  )
  for (const plan of body.plans.slice(1)) {
    assert.match(plan.stripe_price_id, /^price_/)
    assert.equal(plan.current_price_id, plan.stripe_price_id)
  }
  assert.doesNotMatch(JSON.stringify(body), /sk_|whsec_/)
  const { data } = await stripe.events.list({ limit: 1 })
  const payload = JSON.stringify(data[0])
  const secret = sandbox.webhookSecrets.test.platform
  const deliver = (signature: string) =>
    app.app.request(body.webhook_path, {
      method: 'POST',
      body: payload,
      headers: { 'stripe-signature': signature },
    })
  const sign = (by: string) => Stripe.webhooks.generateTestHeaderString({ payload, secret: by })
  assert.deepEqual(
    [(await deliver(sign(secret))).status, (await deliver(sign('whsec_other'))).status],
    [200, 400],
  )
})
