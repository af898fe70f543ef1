import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '#testing/eventually.ts'
import { makeTenant } from '#testing/factories.ts'
import { functionCall } from '#testing/function-call.ts'
import { signUp } from '#testing/test-users.ts'
import { testApp } from '#testing/test-app.ts'
import type { TestApp } from '#testing/test-app.ts'
import { testSandbox } from '#testing/test-sandbox.ts'

const sandbox = await testSandbox()
const app = await testApp({ sandbox: sandbox.ready })
sandbox.receive((request) => app.app.request(request))
const [annSession, bobSession] = await Promise.all([signUp(app, app.anonKey), signUp(app, app.anonKey)])
const ann = functionCall(app, app.anonKey, annSession.access_token)
const bob = functionCall(app, app.anonKey, bobSession.access_token)
const newTenant = (owner = annSession.user.id) => makeTenant(app.database, { owner })

/** The cookies of one browser, as far as these tests need them. */
class Jar {
  readonly cookies = new Map<string, string>()
  take(headers: Headers) {
    for (const line of headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      const [name = '', value = ''] = pair.split('=')
      if (value) this.cookies.set(name, value)
      else this.cookies.delete(name)
    }
  }
  header() {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }
}

/** Clicks Connect Stripe (Standard OAuth) in a browser. @returns the provider's page */
async function start(tenantId: string, jar: Jar, call = ann, more: object = {}): Promise<URL> {
  const { status, body, headers } = await call('POST', '/start-stripe-standard-oauth', {
    tenant_id: tenantId,
    ...more,
  })
  assert.equal(status, 200, JSON.stringify(body))
  jar.take(headers)
  return new URL(body.url)
}

const NEW = { account: 'new', name: 'Old Bakery', email: 'old@bakery.test', country: 'DE', ready: 'yes' }
/** Clicks a button on the provider's page. @returns the return URL */
async function press(page: URL, fields: Record<string, string> = { ...NEW, go: 'connect' }): Promise<string> {
  const { status, to } = await sandbox.post(page.href, fields)
  assert.equal(status, 303)
  return to
}

async function visit(address: string, jar: Jar = new Jar()) {
  const { pathname, search } = new URL(address)
  const response = await app.request(pathname + search, { headers: { cookie: jar.header() } })
  jar.take(response.headers)
  return { status: response.status, to: response.headers.get('location') ?? '', headers: response.headers }
}

async function row(tenantId: string, from: TestApp = app) {
  const { rows } = await from.owner.query(
    `select stripe_status, stripe_account_id_test as shown, a.account_id, a.kind, a.charges_enabled, a.display_name
     from public.tenants t left join public.payment_accounts a on a.tenant_id = t.id and a.mode = 'test'
     where t.id = $1`,
    [tenantId],
  )
  return rows[0]
}

test('[S7-049] an existing account is connected by OAuth and stored by its id alone', async () => {
  const tenant = await newTenant()
  const jar = new Jar()
  const page = await start(tenant.id, jar)
  assert.equal(page.origin, new URL(sandbox.ready.url).origin)
  assert.equal(page.pathname, '/oauth/authorize')
  const query = Object.fromEntries(page.searchParams)
  assert.equal(query.client_id, sandbox.ready.stripe.connectClientIdTest)
  assert.deepEqual(
    [query.response_type, query.scope, query.redirect_uri],
    ['code', 'read_write', 'http://localhost:3000/connect/oauth/return'],
  )
  const back = await visit(await press(page), jar)
  assert.equal(back.status, 303)
  assert.equal(back.to, `/studio?stripe=connected&tenant=${tenant.id}`)
  assert.equal(back.headers.get('referrer-policy'), 'no-referrer')
  assert.equal(jar.cookies.size, 0, 'the mark is used up')
  const after = await row(tenant.id)
  assert.match(after.account_id, /^acct_/)
  assert.deepEqual(
    [after.stripe_status, after.shown, after.kind, after.charges_enabled, after.display_name],
    ['connected', after.account_id, 'standard', true, 'Old Bakery'],
  )
  const { rows } = await app.owner.query(
    `select string_agg(r::text, ' ') as everything from (
       select to_jsonb(a) as r from public.payment_accounts a union all
       select to_jsonb(s) from app.connect_states s union all select to_jsonb(t) from public.tenants t) x`,
  )
  assert.doesNotMatch(rows[0].everything, /sk_test|rt_|access_token/, 'no key of the account is stored')
})

test('[F10] a state works once, from the browser that requested it, within ten minutes, and for its own tenant', async () => {
  const cases: [string, (back: string, jar: Jar, tenantId: string) => Promise<string>][] = [
    ['another browser', async (back) => (await visit(back)).to],
    [
      'a browser with the mark of another authorization',
      async (back) => {
        const other = new Jar()
        await start((await newTenant(bobSession.user.id)).id, other, bob)
        return (await visit(back, other)).to
      },
    ],
    [
      'a forged state',
      async (back, jar) => (await visit(back.replace(/state=[^&]+/, 'state=guess'), jar)).to,
    ],
    ['no state', async (back, jar) => (await visit(back.replace(/&?state=[^&]+/, ''), jar)).to],
    [
      'a state of onboarding',
      async (back, jar, tenantId) => {
        const { body } = await ann('POST', '/stripe-connect-start', { tenant_id: tenantId })
        const state = new URL(await sandbox.onboard(body.url, 'later')).searchParams.get('state')!
        return (await visit(back.replace(/state=[^&]+/, `state=${state}`), jar)).to
      },
    ],
    [
      'after ten minutes',
      async (back, jar, tenantId) => {
        await app.owner.query(
          `update app.connect_states set expires_at = expires_at - interval '10 minutes' where tenant_id = $1`,
          [tenantId],
        )
        return (await visit(back, jar)).to
      },
    ],
    [
      'a tenant that changed hands',
      async (back, jar, tenantId) => {
        await app.owner.query('update public.tenants set owner_user_id = $2 where id = $1', [
          tenantId,
          bobSession.user.id,
        ])
        return (await visit(back, jar)).to
      },
    ],
  ]
  for (const [name, bring] of cases) {
    const tenant = await newTenant()
    const jar = new Jar()
    const back = await press(await start(tenant.id, jar))
    assert.equal(await bring(back, jar, tenant.id), '/studio?stripe=failed&reason=unknown', name)
    const after = await row(tenant.id)
    assert.deepEqual([after.stripe_status, after.shown], ['not_connected', null], name)
    assert.notEqual(after.kind, 'standard', name)
  }

  const tenant = await newTenant()
  const jar = new Jar()
  const back = await press(await start(tenant.id, jar))
  const cookies = jar.header()
  const racing = await Promise.all(
    Array.from({ length: 20 }, async () =>
      app.request(new URL(back).pathname + new URL(back).search, { headers: { cookie: cookies } }),
    ),
  )
  const to = racing.map((answer) => answer.headers.get('location'))
  assert.equal(to.filter((address) => address?.includes('connected')).length, 1, 'one of twenty')
  assert.equal((await row(tenant.id)).stripe_status, 'connected')
  assert.equal(
    (await sandbox.stripe.test.accounts.retrieve((await row(tenant.id)).account_id)).charges_enabled,
    true,
    'a code sent twice would have lost the right to the account',
  )
})

test('the browser cookie is HttpOnly and not sent by pages of other sites', async () => {
  const tenant = await newTenant()
  const { headers } = await ann('POST', '/start-stripe-standard-oauth', { tenant_id: tenant.id })
  assert.match(
    headers.get('set-cookie') ?? '',
    /^__Host-bb-connect-[0-9a-f]{12}=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  )
})

test('an account in use cannot be connected to a second tenant, even concurrently', async () => {
  const first = await newTenant()
  const jar = new Jar()
  await visit(await press(await start(first.id, jar)), jar)
  const { account_id } = await row(first.id)
  for (const owner of [annSession.user.id, bobSession.user.id]) {
    const second = await newTenant(owner)
    const call = owner === annSession.user.id ? ann : bob
    const page = await start(second.id, jar, call)
    const { to } = await visit(await press(page, { account: account_id, go: 'connect' }), jar)
    assert.equal(to, `/studio?stripe=failed&tenant=${second.id}&reason=in_use`)
    assert.equal((await row(second.id)).account_id, null)
  }
  assert.equal((await row(first.id)).account_id, account_id)

  const pair = await Promise.all([newTenant(), newTenant(bobSession.user.id)])
  const jars = [new Jar(), new Jar()]
  const pages = await Promise.all([start(pair[0].id, jars[0]!), start(pair[1].id, jars[1]!, bob)])
  const fresh = await press(pages[0], { ...NEW, name: 'Shared', go: 'connect' })
  const page = await (await fetch(pages[1].href)).text()
  const shared = /value="(acct_\w+)"[^>]*>\s*Shared/.exec(page)?.[1]
  assert.ok(shared)
  const again = await press(pages[1], { account: shared, go: 'connect' })
  const both = await Promise.all([visit(fresh, jars[0]), visit(again, jars[1])])
  assert.equal(
    both.filter(({ to }) => to.includes('stripe=connected')).length,
    1,
    both.map(({ to }) => to).join(),
  )
})

test('deleting a tenant does not release its account when another tenant uses it by then', async () => {
  const first = await newTenant()
  const jar = new Jar()
  await visit(await press(await start(first.id, jar)), jar)
  const { account_id } = await row(first.id)
  await app.owner.query('delete from public.tenants where id = $1', [first.id])
  const ends = async () =>
    (await app.owner.query('select kind from app.provider_ends where account_id = $1', [account_id])).rows
  assert.deepEqual(await ends(), [{ kind: 'account' }])

  const second = await newTenant()
  const page = await start(second.id, jar)
  const { to } = await visit(await press(page, { account: account_id, go: 'connect' }), jar)
  assert.equal(to, `/studio?stripe=connected&tenant=${second.id}`)
  assert.deepEqual(
    await ends(),
    [],
    'its own disconnect alone lets it go, once its open payments are settled',
  )
})

test('a denial and an error of the provider are reported as such', async () => {
  const tenant = await newTenant()
  const jar = new Jar()
  const denied = await visit(await press(await start(tenant.id, jar), { go: 'deny' }), jar)
  assert.equal(denied.to, `/studio?stripe=failed&tenant=${tenant.id}&reason=denied`)

  const back = await press(await start(tenant.id, jar))
  const wrong = await visit(back.replace(/code=[^&]+/, 'code=ac_forged'), jar)
  assert.equal(wrong.to, `/studio?stripe=failed&tenant=${tenant.id}&reason=refused&code=invalid_grant`)

  const refused = new URL(await press(await start(tenant.id, jar), { go: 'deny' }))
  refused.searchParams.set('error', '<script>alert(1)</script>')
  assert.equal(
    (await visit(refused.href, jar)).to,
    `/studio?stripe=failed&tenant=${tenant.id}&reason=refused`,
  )
  assert.equal((await row(tenant.id)).stripe_status, 'not_connected')
})

test('a response for the other mode connects nothing', async () => {
  const tenant = await newTenant()
  await app.owner.query(
    "insert into public.bolt_subscriptions (user_id, plan_id, status) values ($1, 'pro', 'active')",
    [annSession.user.id],
  )
  const jar = new Jar()
  const live = await start(tenant.id, jar, ann, { mode: 'live' })
  assert.equal(live.searchParams.get('client_id'), sandbox.ready.stripe.connectClientIdLive)
  // The test-mode page with the state of the live one: its code is for the wrong key.
  live.searchParams.set('client_id', sandbox.ready.stripe.connectClientIdTest)
  const { to } = await visit(await press(live), jar)
  assert.match(to, /reason=(refused&code=invalid_grant|wrong_mode)$/)
  const { rows } = await app.owner.query(
    'select stripe_account_id_live, stripe_account_id_test from public.tenants where id = $1',
    [tenant.id],
  )
  assert.deepEqual(rows[0], { stripe_account_id_live: null, stripe_account_id_test: null })
})

test('an account that still needs information is linked but not reported as able to sell', async () => {
  const tenant = await newTenant()
  const jar = new Jar()
  await visit(await press(await start(tenant.id, jar), { ...NEW, ready: 'no', go: 'connect' }), jar)
  const after = await row(tenant.id)
  assert.deepEqual([after.kind, after.charges_enabled], ['standard', false])
  const { rows } = await app.owner.query(
    'select requirements from public.payment_accounts where tenant_id = $1',
    [tenant.id],
  )
  assert.deepEqual(rows[0].requirements, ['individual.verification.document'])
})

test('a finished account is not replaced by accident, by either method', async () => {
  const tenant = await newTenant()
  const jar = new Jar()
  await visit(await press(await start(tenant.id, jar)), jar)
  for (const path of ['/start-stripe-standard-oauth', '/stripe-connect-start']) {
    const again = await ann('POST', path, { tenant_id: tenant.id })
    assert.deepEqual([again.status, again.body.code], [409, 'already_connected'], path)
  }
})

test('the error for a missing or invalid client id names its setting', async () => {
  const errorWith = async (env: Record<string, string>) => {
    const bare = await testApp({
      env: { PAYMENTS_PROVIDER: 'stripe', STRIPE_SECRET_KEY_TEST: 'sk_test_1', ...env },
    })
    const eve = await signUp(bare, bare.anonKey)
    const hers = await makeTenant(bare.database, { owner: eve.user.id })
    const call = functionCall(bare, bare.anonKey, eve.access_token)
    const { status, body } = await call('POST', '/start-stripe-standard-oauth', { tenant_id: hers.id })
    assert.equal(status, 409)
    return { text: body.error as string, setup: (await call('GET', '/connect-setup')).body }
  }
  const missing = await errorWith({})
  assert.equal(
    missing.text,
    'Missing Connect client_id for test. Set STRIPE_CONNECT_CLIENT_ID_TEST in the server environment.',
  )
  assert.deepEqual(missing.setup.test.missing, [
    'STRIPE_PUBLISHABLE_KEY_TEST',
    'STRIPE_WEBHOOK_SECRET_TEST',
    'STRIPE_CONNECT_WEBHOOK_SECRET_TEST',
    'STRIPE_THIN_WEBHOOK_SECRET_TEST',
    'STRIPE_CONNECT_CLIENT_ID_TEST',
  ])
  assert.equal(missing.setup.live.missing.length, 6)
  const wrong = await errorWith({
    STRIPE_CONNECT_CLIENT_ID_TEST: 'sk_not_a_client',
    STRIPE_PUBLISHABLE_KEY_TEST: 'pk_test_1',
    STRIPE_WEBHOOK_SECRET_TEST: 'whsec_1',
    STRIPE_CONNECT_WEBHOOK_SECRET_TEST: 'whsec_2',
    STRIPE_CONNECT_ACCOUNT_FORM: 'v1_express',
  })
  assert.deepEqual(wrong.setup.test.missing, ['STRIPE_CONNECT_CLIENT_ID_TEST'], 'no thin events with v1')
  assert.match(wrong.text, /must start with "ca_"/)
  assert.doesNotMatch(JSON.stringify(wrong), /sk_not_a_client/, 'names only')
})

test('the sandbox reports granted and revoked access, and a revoked account is cleared', async () => {
  const tenant = await newTenant()
  const jar = new Jar()
  await visit(await press(await start(tenant.id, jar)), jar)
  const { account_id } = await row(tenant.id)
  // The account's owner revokes the access in their own dashboard.
  await sandbox.stripe.test.oauth.deauthorize({
    client_id: sandbox.ready.stripe.connectClientIdTest,
    stripe_user_id: account_id,
  })
  const event = await eventually('the event is delivered', async () => {
    const events = await sandbox.events('account.application.deauthorized')
    return events.find(
      (one) => one.account === account_id && one.deliveries.some((d) => d.status === 'delivered'),
    )
  })
  const { handleStripeEvent, paymentHandlersOf } = await import('#features/orders/inbox/stripe-events.ts')
  const { units } = await import('#server/units.ts')
  await handleStripeEvent(app.kernel, event.id, paymentHandlersOf(units))
  const disconnected = await row(tenant.id)
  assert.deepEqual(
    [disconnected.account_id, disconnected.shown, disconnected.stripe_status],
    [null, null, 'not_connected'],
  )
})

test('every request sent matches the provider’s own contract', async () => {
  const { validated, violations } = await sandbox.contract()
  assert.ok(validated > 20)
  assert.deepEqual(violations, [])
})
