import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { sql } from 'kysely'
import { handleStripeEvent, paymentHandlersOf } from '#features/orders/inbox/stripe-events.ts'
import { units } from '#server/units.ts'
import { eventually } from '#testing/eventually.ts'
import { makeTenant } from '#testing/factories.ts'
import { functionCall } from '#testing/function-call.ts'
import { signUp } from '#testing/test-users.ts'
import { testApp } from '#testing/test-app.ts'
import { testSandbox } from '#testing/test-sandbox.ts'
import { writeAccount } from './account-row.ts'
import { refreshAccount } from './refresh-account.ts'

const sandbox = await testSandbox()
const app = await testApp({ sandbox: sandbox.ready })
const [annSession, bobSession] = await Promise.all([signUp(app, app.anonKey), signUp(app, app.anonKey)])
const ann = functionCall(app, app.anonKey, annSession.access_token)
const bob = functionCall(app, app.anonKey, bobSession.access_token)
sandbox.receive((request) => app.app.request(request))

const newTenant = () => makeTenant(app.database, { owner: annSession.user.id })
const start = async (tenantId: string): Promise<string> => {
  const { status, body } = await ann('POST', '/stripe-connect-start', { tenant_id: tenantId })
  assert.equal(status, 200, JSON.stringify(body))
  return body.url
}
const row = async (tenantId: string) =>
  (
    await app.owner.query(
      `select stripe_status, stripe_account_id, stripe_account_id_test, a.account_id, a.details_submitted,
              a.charges_enabled, a.payouts_enabled, a.requirements, a.display_name, a.country, a.mode
       from public.tenants t left join public.payment_accounts a on a.tenant_id = t.id where t.id = $1`,
      [tenantId],
    )
  ).rows[0]

/**
 * Opens one of our addresses as the browser does when it returns from the provider: without a session or key.
 */
async function visit(address: string): Promise<{ status: number; to: string; headers: Headers }> {
  const { pathname, search } = new URL(address)
  const response = await app.request(pathname + search, { redirect: 'manual' })
  return {
    status: response.status,
    to: response.headers.get('location') ?? '',
    headers: response.headers,
  }
}

test('[S7-046] [S7-048] [S1-004] [S4-048] onboarding in the sandbox ends connected, as the provider reports', async () => {
  const tenant = await newTenant()
  const url = await start(tenant.id)
  const started = await row(tenant.id)
  assert.match(started.account_id, /^acct_/, 'stored before anyone is redirected there')
  assert.deepEqual([started.stripe_status, started.stripe_account_id], ['not_connected', null])

  const made = await sandbox.stripe.test.v2.core.accounts.retrieve(started.account_id, {
    include: ['defaults', 'configuration.merchant', 'identity'],
  })
  assert.equal(made.dashboard, 'full')
  assert.equal(made.display_name, tenant.name)
  assert.equal(made.contact_email, annSession.user.email)
  assert.equal(made.identity?.country, 'DE', 'the operator’s own country')
  assert.deepEqual(
    [made.defaults?.responsibilities?.fees_collector, made.defaults?.responsibilities?.losses_collector],
    ['stripe', 'stripe'],
  )
  assert.ok(made.configuration?.merchant?.capabilities?.card_payments)

  const back = await visit(await sandbox.onboard(url))
  assert.equal(back.status, 303)
  assert.equal(back.to, `/studio?stripe=connected&tenant=${tenant.id}`)
  assert.equal(back.headers.get('referrer-policy'), 'no-referrer')
  const { requirements, ...after } = await row(tenant.id)
  assert.deepEqual(after, {
    stripe_status: 'connected',
    stripe_account_id: started.account_id,
    stripe_account_id_test: started.account_id,
    account_id: started.account_id,
    details_submitted: true,
    charges_enabled: true,
    payouts_enabled: true,
    display_name: tenant.name,
    country: 'DE',
    mode: 'test',
  })
  assert.deepEqual(requirements, [])
})

test('[B22] leaving early, returning manually or returning with a forged state connects nothing', async () => {
  const tenant = await newTenant()
  const left = await visit(await sandbox.onboard(await start(tenant.id), 'later'))
  assert.equal(left.to, `/studio?stripe=incomplete&tenant=${tenant.id}`)
  for (const query of ['', '?state=', '?state=guess', `?state=${tenant.id}&stripe=connected`])
    for (const path of ['return', 'refresh'])
      assert.equal((await visit(`http://x/connect/${path}${query}`)).to, '/studio?stripe=incomplete')
  assert.deepEqual(
    [(await row(tenant.id)).stripe_status, (await row(tenant.id)).stripe_account_id],
    ['not_connected', null],
  )
})

test('[F10] a state works once, for its own tenant, until it expires or the tenant changes owner', async () => {
  const tenant = await newTenant()
  const returned = await sandbox.onboard(await start(tenant.id))
  assert.match((await visit(returned)).to, /stripe=connected/)
  assert.equal((await visit(returned)).to, '/studio?stripe=incomplete', 'used')
  assert.equal((await visit(returned.replace('/return', '/refresh'))).to, '/studio?stripe=incomplete')

  const [late, moved] = [await newTenant(), await newTenant()]
  const lateBack = await sandbox.onboard(await start(late.id))
  await app.owner.query(
    "update app.connect_states set expires_at = now() - interval '1 second' where tenant_id = $1",
    [late.id],
  )
  assert.equal((await visit(lateBack)).to, '/studio?stripe=incomplete')
  const movedBack = await sandbox.onboard(await start(moved.id))
  await app.owner.query('update public.tenants set owner_user_id = $2 where id = $1', [
    moved.id,
    bobSession.user.id,
  ])
  assert.equal((await visit(movedBack)).to, '/studio?stripe=incomplete')

  const { rows } = await app.owner.query('select state_hash from app.connect_states')
  const state = new URL(returned).searchParams.get('state')!
  assert.ok(Buffer.from(state, 'base64url').length >= 16, 'at least 128 bits')
  assert.ok(
    rows.length && rows.every((r) => r.state_hash.length === 32 && !r.state_hash.equals(Buffer.from(state))),
  )

  const one = await sandbox.onboard(await start((await newTenant()).id))
  const racing = await Promise.all(Array.from({ length: 20 }, () => visit(one)))
  assert.equal(racing.filter(({ to }) => to.includes('connected')).length, 1, 'one of twenty claims it')
})

test('a used onboarding link leads to a new one for the same tenant, without a session', async () => {
  const tenant = await newTenant()
  const url = await start(tenant.id)
  await sandbox.onboard(url, 'later')
  const refresh = await sandbox.onboard(url)
  assert.match(refresh, /\/connect\/refresh\?state=/)
  const fresh = await visit(refresh)
  assert.equal(fresh.status, 303)
  const back = await visit(await sandbox.onboard(fresh.to))
  assert.equal(back.to, `/studio?stripe=connected&tenant=${tenant.id}`)
  const all = await sandbox.stripe.test.accounts.list({ limit: 100 })
  const { account_id } = await row(tenant.id)
  assert.equal(all.data.filter((a) => a.id === account_id).length, 1)
})

test('[S7-066] [C06] another creator’s tenant returns the same response as an unknown one', async () => {
  const tenant = await newTenant()
  const calls: [string, object][] = [
    ['/stripe-connect-start', {}],
    ['/start-stripe-express-onboarding', { mode: 'test' }],
    ['/start-stripe-express-onboarding', { mode: 'live' }],
    ['/stripe-account-label', {}],
  ]
  for (const [path, more] of calls) {
    const foreign = await bob('POST', path, { tenant_id: tenant.id, ...more })
    const unknown = await bob('POST', path, { tenant_id: randomUUID(), ...more })
    assert.equal(foreign.status, 404, path)
    assert.deepEqual(foreign.body, unknown.body)
    for (const wrong of [
      {},
      { tenant_id: 'x' },
      { tenant_id: [tenant.id] },
      { tenant_id: tenant.id, foo: 1 },
    ])
      assert.equal((await bob('POST', path, { ...wrong, ...more })).status, 400)
    for (const key of [app.anonKey, tenant.public_key]) {
      const anonymous = await functionCall(app, key)('POST', path, { tenant_id: tenant.id, ...more })
      assert.equal(anonymous.status, 401)
      assert.equal(anonymous.body.error, 'Not authenticated')
    }
  }
  assert.equal((await row(tenant.id)).account_id, null, 'nothing was made for it')
})

test('[S1-005] [S5-044] live needs a plan and the operator’s live keys; each missing one has its own error text', async () => {
  const tenant = await newTenant()
  const live = { tenant_id: tenant.id, mode: 'live' }
  const free = await ann('POST', '/start-stripe-express-onboarding', live)
  assert.deepEqual([free.status, free.body.code], [402, 'live_needs_plan'])
  assert.equal((await row(tenant.id)).account_id, null)

  await app.owner.query(
    "insert into public.bolt_subscriptions (user_id, plan_id, status) values ($1, 'pro', 'active')",
    [annSession.user.id],
  )
  const { status, body } = await ann('POST', '/start-stripe-express-onboarding', live)
  assert.equal(status, 200, JSON.stringify(body))
  const back = await visit(await sandbox.onboard(body.url))
  assert.equal(back.to, `/studio?stripe=connected&tenant=${tenant.id}`)
  const after = await row(tenant.id)
  assert.equal(after.mode, 'live')
  assert.equal(after.stripe_account_id, null, 'the current mode is still test')

  const bare = await testApp({ env: { PAYMENTS_PROVIDER: 'stripe', STRIPE_SECRET_KEY_TEST: 'sk_test_1' } })
  const eve = await signUp(bare, bare.anonKey)
  const hers = await makeTenant(bare.database, { owner: eve.user.id })
  await bare.owner.query(
    "insert into public.bolt_subscriptions (user_id, plan_id, status) values ($1, 'pro', 'active')",
    [eve.user.id],
  )
  const answer = await functionCall(bare, bare.anonKey, eve.access_token)(
    'POST',
    '/start-stripe-express-onboarding',
    { tenant_id: hers.id, mode: 'live' },
  )
  assert.equal(answer.status, 409)
  assert.match(answer.body.error, /^Check Stripe live setup\. .*STRIPE_SECRET_KEY_LIVE/)
})

test('[S7-043] [S3-013] the label is the account’s name, requested from the provider once a minute', async () => {
  const tenant = await newTenant()
  const label = () => ann('POST', '/stripe-account-label', { tenant_id: tenant.id })
  const none = await label()
  assert.deepEqual([none.status, none.body.code], [409, 'not_connected'])
  await visit(await sandbox.onboard(await start(tenant.id)))
  assert.deepEqual((await label()).body, { display_name: tenant.name, mode: 'test' })

  await app.owner.query('update public.payment_accounts set display_name = $2 where tenant_id = $1', [
    tenant.id,
    'Remembered',
  ])
  assert.equal((await label()).body.display_name, 'Remembered')
  await app.owner.query(
    "update public.payment_accounts set read_at = now() - interval '61 seconds' where tenant_id = $1",
    [tenant.id],
  )
  assert.equal((await label()).body.display_name, tenant.name)

  await app.owner.query(
    "update public.payment_accounts set read_at = now() - interval '61 seconds' where tenant_id = $1",
    [tenant.id],
  )
  await sandbox.control('POST', '/faults', { status: 500, path: '/v1/accounts', times: 3 })
  const away = await label()
  assert.equal(away.status, 503)
  assert.equal(away.body.error, 'Failed to connect Stripe')
})

test('[H04] later requirements of the provider are stored from its events, in any order', async () => {
  const tenant = await newTenant()
  const handlers = paymentHandlersOf(units)
  await visit(await sandbox.onboard(await start(tenant.id), 'more'))
  const waiting = await row(tenant.id)
  assert.deepEqual(
    [waiting.stripe_status, waiting.charges_enabled, waiting.requirements],
    ['connected', false, ['individual.verification.document']],
  )
  const before = (await sandbox.events('account.updated')).filter((e) => e.account === waiting.account_id)
  const again = await start(tenant.id)
  await sandbox.onboard(again)
  const events = await eventually('both events delivered', async () => {
    const found = (await sandbox.events('account.updated')).filter((e) => e.account === waiting.account_id)
    const done = found.every((e) => e.deliveries.every((d) => d.status === 'delivered'))
    return found.length > before.length && done && found
  })
  // Newest first: the older event arrives last and must not restore the old state.
  for (const event of events) await handleStripeEvent(app.kernel, event.id, handlers)
  const after = await row(tenant.id)
  assert.deepEqual([after.charges_enabled, after.requirements], [true, []])
})

test('an older response of the provider never overwrites a newer one', async () => {
  const tenant = await newTenant()
  await visit(await sandbox.onboard(await start(tenant.id)))
  await Promise.all(
    Array.from({ length: 4 }, () => refreshAccount(app.kernel, { tenantId: tenant.id, mode: 'test' })),
  )
  const { rows } = await app.owner.query(
    'select version, charges_enabled from public.payment_accounts where tenant_id = $1',
    [tenant.id],
  )
  assert.equal(rows[0].charges_enabled, true)
  assert.ok(rows[0].version >= 5, 'each answer was written on the row it was read for')
  const { account_id } = await row(tenant.id)
  const account = await sandbox.stripe.test.accounts.retrieve(account_id)
  const old = { ...account, charges_enabled: false }
  const key = { tenantId: tenant.id, mode: 'test' as const }
  const write = (version: number) =>
    app.database.asService('test: a test', (db) => writeAccount(db, key, version, old))
  assert.equal(await write(rows[0].version - 1), false)
  assert.equal((await row(tenant.id)).charges_enabled, true)
  assert.equal(await write(rows[0].version), true)
})

test('an account that the provider revoked is cleared; connecting again creates a new one', async () => {
  const tenant = await newTenant()
  await visit(await sandbox.onboard(await start(tenant.id)))
  const { account_id } = await row(tenant.id)
  await sandbox.stripe.test.accounts.del(account_id)
  assert.equal(await refreshAccount(app.kernel, { tenantId: tenant.id, mode: 'test' }), undefined)
  const disconnected = await row(tenant.id)
  assert.deepEqual(
    [
      disconnected.account_id,
      disconnected.stripe_account_id,
      disconnected.stripe_status,
      disconnected.charges_enabled,
    ],
    [null, null, 'not_connected', false],
  )
  await visit(await sandbox.onboard(await start(tenant.id)))
  const next = await row(tenant.id)
  assert.equal(next.stripe_status, 'connected')
  assert.notEqual(next.account_id, account_id)
})

test('two concurrent starts, and a start whose response was lost, share one account', async () => {
  const tenant = await newTenant()
  await sandbox.control('POST', '/faults', { reset: 'after', path: '/v2/core/accounts', method: 'POST' })
  const urls = await Promise.all([start(tenant.id), start(tenant.id)])
  assert.notEqual(urls[0], urls[1])
  const { account_id } = await row(tenant.id)
  const events = await sandbox.stripe.test.accounts.list({ limit: 100 })
  const named = events.data.filter((a) => a.settings?.dashboard?.display_name === tenant.name)
  const { rows } = await app.owner.query(
    'select account_id from public.payment_accounts where account_id is not null',
  )
  const stored = new Set(rows.map((r) => r.account_id))
  assert.ok(stored.has(account_id))
  assert.ok(
    named.filter((a) => !stored.has(a.id)).length === 0,
    'no account was created without being stored',
  )
})

test('the older form of accounts works with its setting alone', async () => {
  const v1 = await testApp({ sandbox: sandbox.ready, env: { STRIPE_CONNECT_ACCOUNT_FORM: 'v1_express' } })
  const eve = await signUp(v1, v1.anonKey)
  const tenant = await makeTenant(v1.database, { owner: eve.user.id })
  const { body } = await functionCall(v1, v1.anonKey, eve.access_token)('POST', '/stripe-connect-start', {
    tenant_id: tenant.id,
    country: 'FR',
  })
  const { pathname, search } = new URL(await sandbox.onboard(body.url))
  const back = await v1.request(pathname + search)
  assert.equal(back.headers.get('location'), `/studio?stripe=connected&tenant=${tenant.id}`)
  const { rows } = await v1.owner.query('select account_id, charges_enabled from public.payment_accounts')
  const account = await sandbox.stripe.test.accounts.retrieve(rows[0].account_id)
  assert.equal(account.type, 'express')
  assert.equal(rows[0].charges_enabled, true)
})

test('storing the provider’s response and deleting the tenant do not deadlock', async () => {
  const tenant = await newTenant()
  await visit(await sandbox.onboard(await start(tenant.id)))
  const key = { tenantId: tenant.id, mode: 'test' as const }
  const reading = Promise.withResolvers<unknown>()
  await app.database.asService('test: deletes the tenant', async (db) => {
    await sql`select from public.tenants where id = ${tenant.id} for update`.execute(db)
    reading.resolve(refreshAccount(app.kernel, key))
    await eventually('the answer waits to be written', async () => {
      const { rows } = await app.owner.query(
        `select from pg_locks join pg_stat_activity using (pid) where datname = current_database() and not granted`,
      )
      return rows.length > 0
    })
    const { rows } = await sql`select from public.payment_accounts where tenant_id = ${tenant.id}
      for update skip locked`.execute(db)
    assert.equal(rows.length, 1, 'a transaction that waits for the tenant must not lock its account')
    await db.deleteFrom('tenants').where('id', '=', tenant.id).execute()
  })
  assert.equal(await reading.promise, undefined, 'there is no account anymore')
})

test('every request sent matches the provider’s own contract', async () => {
  const { validated, violations } = await sandbox.contract()
  assert.ok(validated > 20)
  assert.deepEqual(violations, [])
})
