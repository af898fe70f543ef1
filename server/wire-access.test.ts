// Security cases for whole requests: real tokens, keys and tables, over HTTP.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeItem } from '#testing/factories.ts'
import { signUp } from '#testing/test-users.ts'
import { testApp } from '#testing/test-app.ts'

const app = await testApp({ env: { AUTH_LIMIT_FACTOR: '1000' } })
const A = await creator()
const B = await creator()
const visitor = await signUp(app, A.publicKey)
const CANARY = 'canary-7f3a'
await app.owner.query(
  `update public.tenants set auth0_client_secret = $1, stripe_account_id_test = 'acct_canary7f3a' where id = $2`,
  [CANARY, A.tenant],
)

async function creator() {
  const session = await signUp(app, app.anonKey)
  const token = session.access_token
  const made = await ask('POST', '/rpc/create_tenant_autoprovision', {
    token,
    body: { p_name: 'Hearth & Rye' },
  })
  const [tenant] = made.json as { id: string; public_key: string }[]
  return { id: session.user.id, token, tenant: tenant!.id, publicKey: tenant!.public_key }
}

interface Asked {
  key?: string
  token?: string
  body?: unknown
  prefer?: string
}

async function ask(method: string, path: string, { key = app.anonKey, token, body, prefer }: Asked = {}) {
  const headers: Record<string, string> = { apikey: key, authorization: `Bearer ${token ?? key}` }
  if (prefer) headers.prefer = prefer
  if (body !== undefined) headers['content-type'] = 'application/json'
  const answer = await app.request(`/rest/v1${path}`, {
    method,
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  const text = await answer.text()
  assert.ok(answer.status < 500, `${method} ${path}: ${answer.status} ${text}`)
  assert.doesNotMatch(text, /canary-?7f3a/, `${method} ${path} shows a private value`)
  return {
    status: answer.status,
    text,
    json: text ? (JSON.parse(text) as unknown) : undefined,
    headers: answer.headers,
  }
}

/** The stored row, regardless of who may see it. */
async function row(table: string, where: string, values: unknown[]): Promise<Record<string, unknown>> {
  const { rows } = await app.owner.query(`select * from public.${table} where ${where}`, values)
  return rows[0] as Record<string, unknown>
}
const tenantOf = (id: string) => row('tenants', 'id = $1', [id])
const refused = (status: number) => status >= 400 && status < 500

const CARD = [
  'auth0_client_id',
  'auth0_domain',
  'auth_provider',
  'id',
  'name',
  'public_key',
  'stripe_mode',
  'theme',
]
const PRIVATE = ['owner_user_id', 'stripe_account_id', 'stripe_account_id_test', 'auth0_client_secret', 'subscription_status',
  'subscription_tier', 'access_expires_at', 'day_pass_expires_at', 'allowed_origins', 'created_at'] // prettier-ignore

test('[A01] [S6-013] the public key gives access to the public columns of one row and nothing else, as either key', async () => {
  for (const key of [app.anonKey, A.publicKey]) {
    const { status, json } = await ask('GET', `/tenants?public_key=eq.${A.publicKey}&select=*`, { key })
    assert.equal(status, 200)
    assert.deepEqual(
      (json as object[]).map((one) => Object.keys(one).sort()),
      [CARD],
    )
  }
})

test('[A02] every private column is refused, whether by name, alias, cast, path, filter or order', async () => {
  for (const column of PRIVATE)
    for (const query of [
      `select=${column}`,
      `select=x:${column}`,
      `select=${column}::text`,
      `select=${column}->>a`,
      `select=id&${column}=not.is.null`,
      `select=id&order=${column}`,
    ]) {
      const { status } = await ask('GET', `/tenants?public_key=eq.${A.publicKey}&${query}`)
      assert.ok(refused(status), `${query}: ${status}`)
    }
})

test('[A03] only equality with one exact key returns a row; counts are 0', async () => {
  const guesses = Array.from({ length: 500 }, (_, i) => `pk_${String(i).padStart(24, '0')}`)
  const filters = ['', 'public_key=like.*', 'public_key=ilike.pk*', 'public_key=not.is.null', 'public_key=gt.a', `or=(public_key.eq.${A.publicKey},id.not.is.null)`,
    `public_key=in.(${A.publicKey})`, `public_key=in.(${guesses.join()})`, `public_key=neq.x`, `not.and=(public_key.eq.x)`, `id=eq.${A.tenant}`] // prettier-ignore
  for (const filter of filters)
    for (const count of ['exact', 'planned', 'estimated']) {
      const { status, json, headers } = await ask('GET', `/tenants?select=id&${filter}`, {
        prefer: `count=${count}`,
      })
      assert.deepEqual([status, json, headers.get('content-range')], [200, [], '*/0'], filter.slice(0, 60))
    }
})

test('[A07] [A10] creators cannot write plan, expiry, owner, key, account, secret or date of their own tenant', async () => {
  const before = await tenantOf(A.tenant)
  const future = '2999-01-01T00:00:00Z'
  const writes = { subscription_tier: 'day_pass', subscription_status: 'active', access_expires_at: future, day_pass_expires_at: future,
    owner_user_id: B.id, id: B.tenant, public_key: `pk_${'a'.repeat(24)}`, stripe_account_id: 'acct_x', stripe_account_id_test: 'acct_x',
    stripe_account_id_live: 'acct_x', auth0_client_secret: 'x', created_at: future } // prettier-ignore
  for (const [column, value] of Object.entries(writes)) {
    const { status } = await ask('PATCH', `/tenants?id=eq.${A.tenant}`, {
      token: A.token,
      body: { [column]: value },
    })
    assert.ok(refused(status), `${column}: ${status}`)
  }
  assert.deepEqual(await tenantOf(A.tenant), before)
  const access = await app.request('/functions/v1/access', {
    headers: { apikey: app.anonKey, authorization: `Bearer ${A.token}` },
  })
  assert.equal(((await access.json()) as { active: boolean }).active, false)
})

test('[A08] [S3-005] stripe_status connected is stored only if there is an account, on every attempt', async () => {
  const connect = (who: typeof A) =>
    ask('PATCH', `/tenants?id=eq.${who.tenant}`, { token: who.token, body: { stripe_status: 'connected' } })
  await connect(B)
  assert.equal((await tenantOf(B.tenant)).stripe_status, 'not_connected')
  for (let i = 0; i < 2; i++) assert.ok((await connect(A)).status < 300)
  assert.equal((await tenantOf(A.tenant)).stripe_status, 'connected')
})

test('[A09] [S4-020] status expired takes effect only when the database’s clock agrees', async () => {
  const expire = () =>
    ask('PATCH', `/tenants?id=eq.${A.tenant}`, { token: A.token, body: { status: 'expired' } })
  const pass = (until: string) =>
    app.owner.query(
      `update public.tenants set subscription_tier = 'day_pass', subscription_status = 'active', access_expires_at = now() + $2::interval where id = $1`,
      [A.tenant, until],
    )
  await pass('1 hour')
  await expire()
  assert.equal((await tenantOf(A.tenant)).status, 'active')
  await pass('-1 second')
  await Promise.all(Array.from({ length: 100 }, expire))
  assert.equal((await tenantOf(A.tenant)).status, 'expired')
})

test('[A11] another creator cannot change any row, with or without a filter', async () => {
  const before = await tenantOf(A.tenant)
  for (const [method, path] of [
    ['PATCH', `/tenants?id=eq.${A.tenant}`],
    ['DELETE', `/tenants?id=eq.${A.tenant}`],
    ['PATCH', '/tenants'],
    ['DELETE', '/tenants'],
  ] as const)
    await ask(method, path, { token: B.token, body: method === 'PATCH' ? { name: 'Taken' } : undefined })
  assert.deepEqual(await tenantOf(A.tenant), before)
})

test('[B01] [B02] [B03] [S4-026] a creator may only take the plan Free: active, for themselves and without dates', async () => {
  const upsert = (body: object, query = '') =>
    ask('POST', `/bolt_subscriptions?on_conflict=user_id${query}`, {
      token: B.token,
      body,
      prefer: 'resolution=merge-duplicates',
    })
  const own = { user_id: B.id, plan_id: 'free', status: 'active' }
  for (const wrong of [
    { plan_id: 'business' },
    { plan_id: 'pro' },
    { status: 'trialing' },
    { status: 'past_due' },
    { status: 'pending' },
    { trial_end: '2999-01-01' },
    { current_period_end: '2999-01-01' },
    { user_id: A.id },
  ])
    // prettier-ignore
    assert.ok(refused((await upsert({ ...own, ...wrong })).status), JSON.stringify(wrong))
  await upsert({ ...own, user_id: A.id }, `&user_id=eq.${B.id}`)
  assert.equal(await row('bolt_subscriptions', 'user_id in ($1, $2)', [A.id, B.id]), undefined)
  assert.ok((await upsert(own)).status < 300)
  await app.owner.query(`update public.bolt_subscriptions set plan_id = 'pro' where user_id = $1`, [B.id])
  await upsert(own)
  assert.equal(
    (await row('bolt_subscriptions', 'user_id = $1', [B.id])).plan_id,
    'pro',
    'a paid plan that lives stays',
  )
})

test('[B05] creators cannot write rows of payments, plans or customers', async () => {
  for (const table of ['subscriptions', 'bolt_plans', 'orders', 'profiles', 'payment_accounts'])
    for (const [method, path, body] of [
      ['POST', '', {}],
      ['PATCH', '?tenant_id=not.is.null', { id: A.tenant }],
      ['DELETE', '?id=not.is.null', undefined],
    ] as const) {
      const { status } = await ask(method, `/${table}${path}`, { token: A.token, body })
      assert.ok(refused(status), `${method} ${table}: ${status}`)
    }
})

test('[C04] [S6-007] blocks of another creator cannot be read, changed or deleted, nor given away', async () => {
  const free = { user_id: A.id, plan_id: 'free', status: 'active' }
  const prefer = 'resolution=merge-duplicates'
  await ask('POST', '/bolt_subscriptions', { token: A.token, body: free, prefer })
  const made = await ask('POST', '/bolt_blocks', {
    token: A.token,
    body: { title: CANARY.slice(0, 6), data: { secret: 1 } },
    prefer: 'return=representation',
  })
  const [block] = made.json as { id: string }[]
  const path = `/bolt_blocks?id=eq.${block!.id}`
  assert.deepEqual((await ask('GET', path, { token: B.token })).json, [])
  await ask('PATCH', path, { token: B.token, body: { title: 'Taken' } })
  await ask('DELETE', path, { token: B.token })
  assert.ok(refused((await ask('PATCH', path, { token: A.token, body: { user_id: B.id } })).status))
  const kept = await row('bolt_blocks', 'id = $1', [block!.id])
  assert.deepEqual([kept.title, kept.user_id], [CANARY.slice(0, 6), A.id])
})

test('[C09] an end user can only join as themselves, once, whatever the body says', async () => {
  const key = A.publicKey
  const token = visitor.access_token
  const own = { auth_user_id: visitor.user.id, tenant_id: A.tenant, email: visitor.user.email }
  for (const wrong of [
    { auth_user_id: B.id },
    { email: 'someone@else.test' },
    { tenant_id: B.tenant },
    { tenant_id: '00000000-0000-4000-8000-000000000000' },
  ])
    assert.ok(
      refused((await ask('POST', '/end_users', { key, token, body: { ...own, ...wrong } })).status),
      JSON.stringify(wrong),
    )
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => ask('POST', '/end_users', { key, token, body: own })),
  )
  assert.equal(answers.filter(({ status }) => status === 201).length, 1)
  const { rows } = await app.owner.query('select email from public.end_users where tenant_id = $1', [
    A.tenant,
  ])
  assert.deepEqual(rows, [{ email: visitor.user.email }])
})

test('[S6-026] a creator’s token is invalid for a tenant, and an end user’s for the platform', async () => {
  await makeItem(app.database, A.tenant)
  assert.equal((await ask('GET', '/items?select=id', { key: A.publicKey, token: A.token })).status, 401)
  assert.equal((await ask('GET', '/items?select=id', { token: visitor.access_token })).status, 401)
  assert.equal(
    (await ask('GET', '/items?select=id', { key: B.publicKey, token: visitor.access_token })).status,
    401,
  )
})

test('[S6-006] [S6-008] creators can only read their own tenants, profile and plans', async () => {
  for (const who of [A, B]) {
    await app.owner.query(
      `insert into public.subscriptions (user_id, status, unit_amount, currency, interval) values ($1, 'active', 1900, 'eur', 'month')`,
      [who.id],
    )
    for (const [table, columns] of [
      ['bolt_profiles', '(user_id, display_name)'],
      ['profiles', '(user_id, stripe_customer_id)'],
      ['bolt_subscriptions', "(user_id, plan_id, status) values ($1, 'free', 'active')"],
    ] as const)
      await app.owner.query(
        `insert into public.${table} ${columns.includes('values') ? columns : `${columns} values ($1, 'cus_1')`} on conflict do nothing`,
        [who.id],
      )
  }
  for (const [table, column] of [
    ['tenants', 'owner_user_id'],
    ['bolt_profiles', 'user_id'],
    ['bolt_subscriptions', 'user_id'],
    ['subscriptions', 'user_id'],
    ['profiles', 'user_id'],
  ] as const) {
    const owners = async (path: string) =>
      ((await ask('GET', path, { token: A.token })).json as Record<string, string>[]).map(
        (one) => one[column],
      )
    const all = await owners(`/${table}?select=${column}`)
    assert.deepEqual([...new Set(all)], [A.id], table)
    assert.deepEqual(await owners(`/${table}?select=${column}&${column}=eq.${B.id}`), [], table)
  }
})

test('[S6-022] the client key is an anonymous role that can only read the plans for sale', async () => {
  const [, body = ''] = app.anonKey.split('.')
  assert.equal(JSON.parse(Buffer.from(body, 'base64url').toString()).role, 'anon')
  const { rows } = await app.owner.query(
    "select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'm', 'p')",
  )
  assert.ok(rows.length > 10)
  for (const { relname } of rows) {
    const { status, json } = await ask('GET', `/${relname}?limit=5`)
    if (relname === 'bolt_plans') assert.equal((json as unknown[]).length, 3)
    else if (status < 300) assert.deepEqual(json, [], relname)
    else assert.ok([401, 403].includes(status), `${relname}: ${status}`)
  }
})
