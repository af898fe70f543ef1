import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { makeTenant } from '#testing/factories.ts'
import { functionCall } from '#testing/function-call.ts'
import { PASSWORD, authCall, newEmail, newPhone, signUp } from '#testing/test-users.ts'
import { testApp } from '#testing/test-app.ts'
import type { Customer } from './endpoints.ts'

const app = await testApp({ env: { AUTH_LIMIT_FACTOR: '1000' } })
const [ann, bob] = await Promise.all([signUp(app, app.anonKey), signUp(app, app.anonKey)])
const asAnn = functionCall(app, app.anonKey, ann.access_token)
const asBob = functionCall(app, app.anonKey, bob.access_token)

/** Creates a tenant of Ann's, with calls about its customers. */
async function shop() {
  const tenant = await makeTenant(app.database, { owner: ann.user.id })
  const base = `/tenant-customers/${tenant.id}/customers`
  const list = (query: Record<string, string> = {}) => asAnn('GET', `${base}?${new URLSearchParams(query)}`)
  return {
    ...tenant,
    base,
    list,
    async names(query: Record<string, string> = {}): Promise<string[]> {
      const { status, body } = await list(query)
      assert.equal(status, 200, JSON.stringify(body))
      return body.customers.map(({ email, phone }: Customer) => email || phone || 'guest')
    },
  }
}
type Shop = Awaited<ReturnType<typeof shop>>

/** Inserts a user of a tenant as the auth service stores them. */
async function person(of: { id: string }, more: Record<string, unknown> = {}): Promise<string> {
  const values = { pool_id: of.id, email: newEmail(), email_confirmed_at: '2026-05-01', ...more }
  const names = Object.keys(values)
  const { rows } = await app.owner.query(
    `insert into auth.users (${names.join(', ')}) values (${names.map((_, n) => `$${n + 1}`).join(', ')})
     returning id`,
    Object.values(values),
  )
  return rows[0].id as string
}
async function order(of: { id: string }, buyer: string, more: Record<string, unknown> = {}): Promise<string> {
  const values = {
    tenant_id: of.id,
    auth_user_id: buyer,
    mode: 'test',
    status: 'paid',
    seller: 'pay',
    source_id: randomUUID(),
    name: 'Rye loaf',
    amount_total: 1250,
    currency: 'eur',
    stripe_account_id: 'acct_1',
    state_hash: Buffer.from(randomUUID()),
    receipt_hash: Buffer.from(randomUUID()),
    paid_at: '2026-05-01T12:00:00Z',
    ...more,
  }
  const names = Object.keys(values)
  const { rows } = await app.owner.query(
    `insert into public.orders (${names.join(', ')}) values (${names.map((_, n) => `$${n + 1}`).join(', ')})
     returning id`,
    Object.values(values),
  )
  return rows[0].id as string
}
const one = (of: Shop, id: string, act = '') => `${of.base}/${id}${act ? `/${act}` : ''}`
const signIn = (key: string, email: string) =>
  authCall(app, key)('POST', '/token?grant_type=password', { body: { email, password: PASSWORD } })

test('[S3-025] [S3-026] users who sign up are listed with sign-in methods, sessions and second factors', async () => {
  const of = await shop()
  const session = await signUp(app, of.public_key)
  for (const field of ['user', 'access_token', 'refresh_token', 'expires_at'])
    assert.ok(field in session, `a session has ${field}`)
  const user = await authCall(app, of.public_key)('GET', '/user', { token: session.access_token })
  assert.deepEqual(
    user.body.identities.map(({ provider }: { provider: string }) => provider),
    ['email'],
  )
  await app.owner.query(
    `insert into auth.mfa_factors (pool_id, user_id, factor_type, status, secret_sealed)
     values ($1, $2, 'totp', 'verified', 'sealed-canary')`,
    [of.id, session.user.id],
  )
  const factors = await authCall(app, of.public_key)('GET', '/user', { token: session.access_token })
  assert.equal(factors.body.factors?.length, 1, JSON.stringify(factors.body))

  const { body } = await of.list()
  assert.equal(body.total, 1)
  assert.equal(body.next, null)
  const [shown] = body.customers as Customer[]
  assert.deepEqual(
    [shown!.id, shown!.email, shown!.email_confirmed, shown!.providers, shown!.guest, shown!.banned_until],
    [session.user.id, session.user.email, true, ['email'], false, null],
  )
  assert.deepEqual([shown!.purchases, shown!.spent], [0, []])
  assert.ok(shown!.last_sign_in_at)
  const { status, body: detail } = await asAnn('GET', one(of, session.user.id))
  assert.equal(status, 200, JSON.stringify(detail))
  assert.deepEqual(detail.factors, ['totp'])
  assert.equal(detail.identities[0].address, session.user.email)
  assert.equal(detail.sessions.length, 1)
  assert.doesNotMatch(JSON.stringify(detail), /canary|argon2|refresh_counter/)
})

test('pages list each customer once, newest first, even if users sign up in between', async () => {
  const of = await shop()
  const made: string[] = []
  // Some have the same time, to the microsecond.
  for (let n = 0; n < 23; n++)
    made.push(await person(of, { created_at: `2026-05-01T12:00:${10 + (n >> 1)}.123456Z` }))
  const seen: string[] = []
  let cursor: string | null = null
  do {
    const { body } = await of.list({ limit: '5', ...(cursor ? { cursor } : {}) })
    seen.push(...body.customers.map(({ id }: Customer) => id))
    assert.equal(body.total === null, cursor !== null)
    cursor = body.next
    await person(of, { created_at: '2026-06-01T12:00:00Z' })
  } while (cursor)
  assert.equal(seen.length, 23)
  assert.deepEqual(seen.toSorted(), made.toSorted())
  for (const wrong of ['x', Buffer.from('2026 x').toString('base64url'), 'a'.repeat(300)])
    assert.equal((await of.list({ cursor: wrong })).status, 400, wrong)
  for (const limit of ['0', '101', '-1', '1.5', 'ten'])
    assert.equal((await of.list({ limit })).status, 400, limit)
})

test('customers are sorted by sign-up, last sign-in and email, page by page', async () => {
  const { list, ...tenant } = await shop()
  const given = [
    { email: 'b@sort.test', created_at: '2026-05-02', last_sign_in_at: '2026-06-01' },
    { email: 'a@sort.test', created_at: '2026-05-03', last_sign_in_at: null },
    { email: 'c@sort.test', created_at: '2026-05-01', last_sign_in_at: '2026-07-01' },
  ]
  for (const one of given) await person(tenant, one)
  const paged = async (sort: string) => {
    let [seen, cursor] = ['', null as string | null]
    do {
      const { status, body } = await list({ sort, limit: '1', ...(cursor ? { cursor } : {}) })
      assert.equal(status, 200, JSON.stringify(body))
      seen += body.customers[0].email[0]
      cursor = body.next
    } while (cursor)
    return seen
  }
  assert.equal(await paged('-created'), 'abc')
  assert.equal(await paged('created'), 'cba')
  assert.equal(await paged('-last-sign-in'), 'cba')
  assert.equal(await paged('last-sign-in'), 'abc', 'those who never signed in come first')
  assert.equal(await paged('email'), 'abc')
  assert.equal(await paged('-email'), 'cba')
  for (const sort of ['spent', '--email', 'email desc'])
    assert.equal((await list({ sort })).status, 400, sort)
})

test('search matches substrings of emails, phone numbers and names, and whole ids; LIKE wildcards are literal', async () => {
  const of = await shop()
  const phone = newPhone()
  const ada = await person(of, {
    email: 'ada_l@example.test',
    raw_user_meta_data: JSON.stringify({ name: 'Ada 50% Lovelace' }),
  })
  await person(of, { email: null, phone, phone_confirmed_at: '2026-05-01' })
  await person(of, { email: 'adal@example.test', raw_user_meta_data: '{"full_name": {"no": "text"}}' })
  assert.deepEqual(await of.names({ q: 'ADA_' }), ['ada_l@example.test'])
  assert.deepEqual(await of.names({ q: '50% love' }), ['ada_l@example.test'])
  assert.deepEqual(await of.names({ q: ada }), ['ada_l@example.test'])
  assert.deepEqual(await of.names({ q: `+${phone.slice(0, 4)} (${phone.slice(4)})` }), [phone])
  assert.deepEqual(await of.names({ q: '\\' }), [])
  assert.deepEqual(await of.names({ q: "' or 1=1 --" }), [])
  assert.equal((await of.names({ q: '  ' })).length, 3)
  assert.equal((await of.list({ q: 'x'.repeat(201) })).status, 400)
  assert.equal((await of.list({ q: '\0' })).status < 500, true)
})

test('filters select buyers, unconfirmed users, banned users, guests or those with a role; deleted users are in none', async () => {
  const of = await shop()
  const buyer = await person(of, { email: 'buyer@example.test' })
  await order(of, buyer)
  const other = await person(of, { email: 'live@example.test' })
  await order(of, other, { mode: 'live' })
  await order(of, await person(of, { email: 'left@example.test' }), { status: 'expired', paid_at: null })
  await person(of, { email: 'new@example.test', email_confirmed_at: null })
  await person(of, { email: 'out@example.test', banned_until: '2999-01-01' })
  await person(of, { email: 'was-out@example.test', banned_until: '2020-01-01' })
  await person(of, { email: null, email_confirmed_at: null, is_anonymous: true })
  await person(of, { email: 'gone@example.test', deleted_at: '2026-05-01' })
  const found = async (filter: string, more = {}) => (await of.names({ filter, ...more })).toSorted()
  assert.equal((await found('all')).length, 7)
  assert.deepEqual(await found('buyers'), ['buyer@example.test'])
  assert.deepEqual(await found('buyers', { mode: 'live' }), ['live@example.test'])
  assert.deepEqual(await found('unconfirmed'), ['new@example.test'])
  assert.deepEqual(await found('banned'), ['out@example.test'])
  assert.deepEqual(await found('guests'), ['guest'])
  assert.equal((await of.list({ filter: 'banned' })).body.total, 1)
  for (const role of ['Reader', 'Writer'])
    await app.owner.query('insert into public.roles (tenant_id, name) values ($1, $2)', [of.id, role])
  for (const id of [buyer, other])
    await app.owner.query(
      "insert into public.role_members (tenant_id, role, auth_user_id) values ($1, 'Reader', $2)",
      [of.id, id],
    )
  assert.deepEqual(await found('all', { role: 'Reader' }), ['buyer@example.test', 'live@example.test'])
  assert.deepEqual(await found('buyers', { role: 'Reader' }), ['buyer@example.test'])
  assert.deepEqual(await found('all', { role: 'Writer' }), [])
  assert.equal((await of.list({ role: 'Reader' })).body.total, 2)
  const file = (await asAnn('GET', `${of.base}.csv?role=Reader`)).body as string
  assert.equal(file.trim().split('\r\n').length, 3)
  const wrongs: Record<string, string>[] = [{ filter: 'x' }, { mode: 'prod' }, { other: '1' }]
  for (const wrong of wrongs) assert.equal((await of.list(wrong)).status, 400, JSON.stringify(wrong))
})

test('a customer’s spending is shown per currency and for one mode at a time', async () => {
  const of = await shop()
  const buyer = await person(of)
  await order(of, buyer, { amount_refunded: 250 })
  await order(of, buyer, { currency: 'usd', amount_total: 300 })
  await order(of, buyer, { name: 'Left', status: 'expired', paid_at: null })
  await order(of, buyer, { name: 'Live one', mode: 'live', amount_total: 99_999_999 })
  await order(of, await person(of))
  const { body } = await asAnn('GET', one(of, buyer))
  assert.equal(body.purchases, 2)
  assert.deepEqual(body.spent, [
    { amount: 1000, currency: 'eur' },
    { amount: 300, currency: 'usd' },
  ])
  assert.deepEqual(
    body.orders.map(({ name }: { name: string }) => name),
    ['Rye loaf', 'Rye loaf'],
  )
  const live = await asAnn('GET', `${one(of, buyer)}?mode=live`)
  assert.deepEqual(live.body.spent, [{ amount: 99_999_999, currency: 'eur' }])
  assert.deepEqual(
    (await of.list()).body.customers.find(({ id }: Customer) => id === buyer).spent,
    body.spent,
  )
})

test('a banned customer is signed out immediately and can sign in again only after the ban is lifted', async () => {
  const of = await shop()
  const session = await signUp(app, of.public_key)
  const email = session.user.email!
  const own = authCall(app, of.public_key)
  assert.equal((await own('GET', '/user', { token: session.access_token })).status, 200)
  const { status, body } = await asAnn('POST', one(of, session.user.id, 'ban'), { hours: 24 })
  assert.equal(status, 200, JSON.stringify(body))
  const left = Date.parse(body.banned_until) - Date.now()
  assert.ok(left > 23 * 3_600_000 && left <= 24 * 3_600_000 + 60_000)
  assert.equal((await own('GET', '/user', { token: session.access_token })).status, 403)
  const refused = await signIn(of.public_key, email)
  assert.deepEqual([refused.status, refused.body.code], [400, 'user_banned'])
  assert.equal((await asAnn('POST', one(of, session.user.id, 'ban'))).status, 200)
  assert.deepEqual(await of.names({ filter: 'banned' }), [email])

  const again = await asAnn('POST', one(of, session.user.id, 'unban'))
  assert.deepEqual([again.status, again.body.banned_until], [200, null])
  assert.equal((await signIn(of.public_key, email)).status, 200)
  for (const hours of [0, -1, 1.5, 87_601, '24', null])
    assert.equal((await asAnn('POST', one(of, session.user.id, 'ban'), { hours })).status, 400, String(hours))
})

test('signing a customer out ends one or all sessions; they can sign in again', async () => {
  const of = await shop()
  const session = await signUp(app, of.public_key)
  const email = session.user.email!
  const second = (await signIn(of.public_key, email)).body
  const own = authCall(app, of.public_key)
  const alive = async (token: string) => (await own('GET', '/user', { token })).status === 200
  const { body } = await asAnn('GET', one(of, session.user.id))
  assert.equal(body.sessions.length, 2)
  const last = body.sessions[0].id as string
  const ended = await asAnn('POST', one(of, session.user.id, 'sign-out'), { session_id: last })
  assert.deepEqual([ended.status, ended.body], [200, { ended: 1 }])
  assert.deepEqual([await alive(session.access_token), await alive(second.access_token)], [true, false])
  assert.deepEqual((await asAnn('POST', one(of, session.user.id, 'sign-out'), {})).body, { ended: 1 })
  assert.equal(await alive(session.access_token), false)
  const refresh = await own('POST', '/token?grant_type=refresh_token', {
    body: { refresh_token: session.refresh_token },
  })
  assert.equal(refresh.status, 400)
  assert.equal((await signIn(of.public_key, email)).status, 200)
  const foreign = await asAnn('POST', one(of, session.user.id, 'sign-out'), { session_id: randomUUID() })
  assert.deepEqual(foreign.body, { ended: 0 })
})

test('deleting a customer deletes their data but keeps orders; a customer who is still charged cannot be deleted', async () => {
  const of = await shop()
  const session = await signUp(app, of.public_key)
  const id = session.user.id
  const member = app.client(of.public_key, { accessToken: async () => session.access_token })
  const joined = await member
    .from('end_users')
    .insert({ auth_user_id: id, tenant_id: of.id, email: session.user.email })
  assert.equal(joined.error, null)
  const bought = await order(of, id)
  const club = await order(of, id, { interval: 'month', subscription_status: 'past_due' })
  const charged = await asAnn('DELETE', one(of, id))
  assert.deepEqual([charged.status, charged.body.code], [409, 'subscription_lives'])
  assert.deepEqual(await of.names(), [session.user.email])
  await app.owner.query("update public.orders set subscription_status = 'canceled' where id = $1", [club])
  const { status, body } = await asAnn('DELETE', one(of, id))
  assert.deepEqual([status, body], [200, { deleted: true }])
  assert.equal(
    (await authCall(app, of.public_key)('GET', '/user', { token: session.access_token })).status,
    403,
  )
  const count = async (table: string, column: string) =>
    Number((await app.owner.query(`select count(*) n from ${table} where ${column} = $1`, [id])).rows[0].n)
  assert.deepEqual(
    [
      await count('auth.users', 'id'),
      await count('auth.sessions', 'user_id'),
      await count('auth.identities', 'user_id'),
      await count('public.end_users', 'auth_user_id'),
    ],
    [0, 0, 0, 0],
  )
  assert.equal((await asAnn('GET', `/order-operations/${bought}`)).status, 200, 'the order still exists')
  assert.equal((await asAnn('DELETE', one(of, id))).status, 404)
  assert.equal((await signIn(of.public_key, session.user.email!)).status, 400)
})

test('[C06] no one reaches customers of another tenant, not even the owner of both through the wrong one', async () => {
  const [of, second] = [await shop(), await shop()]
  const session = await signUp(app, of.public_key)
  const id = session.user.id
  const visitor = functionCall(app, of.public_key, session.access_token)
  const acts: [string, string, object?][] = [
    ['GET', ''],
    ['POST', 'ban', {}],
    ['POST', 'unban', {}],
    ['POST', 'sign-out', {}],
    ['DELETE', ''],
  ]
  for (const [method, act, input] of acts) {
    const wrong = await asAnn(method, one(second, id, act), input)
    assert.deepEqual([wrong.status, wrong.body.code], [404, 'customer_not_found'], `${method} ${act}`)
    const foreign = await asBob(method, one(of, id, act), input)
    assert.deepEqual([foreign.status, foreign.body.code], [404, 'tenant_not_found'], `${method} ${act}`)
    for (const by of [visitor, functionCall(app, of.public_key), functionCall(app, app.anonKey)])
      assert.ok([401, 403].includes((await by(method, one(of, id, act), input)).status), `${method} ${act}`)
  }
  const creator = await asAnn('GET', one(of, ann.user.id))
  assert.equal(creator.status, 404, 'creators are not customers of any tenant')
  assert.equal((await asAnn('GET', one(of, 'no-id'))).status, 400)
  assert.deepEqual(await of.names(), [session.user.email])
})

test('[A15] names cannot reverse the text direction; a name without visible characters counts as empty', async () => {
  const of = await shop()
  const named = (about: object) => person(of, { raw_user_meta_data: JSON.stringify(about) })
  const turned = await named({ name: 'Ada \u202eecalevoL\u0007' })
  const hidden = await named({ name: '\u200b\u3164' })
  const second = await named({ name: '\u202e', full_name: 'Grace Hopper' })
  const { body } = await of.list()
  const listed = new Map(body.customers.map(({ id, name }: Customer) => [id, name]))
  assert.deepEqual(
    [turned, hidden, second].map((id) => listed.get(id)),
    ['Ada ecalevoL', '', 'Grace Hopper'],
  )
  const one = await asAnn('GET', `${of.base}/${turned}`)
  assert.equal(one.body.name, 'Ada ecalevoL')
  assert.equal((await of.names({ q: 'grace' })).length, 1)
})

test('[O02] the CSV file has the customers of the list, and no name executes in a spreadsheet', async () => {
  const of = await shop()
  const evil = '=HYPERLINK("http://evil.example","x")'
  const buyer = await person(of, {
    email: '+1@example.test',
    raw_user_meta_data: JSON.stringify({ name: evil }),
    phone: newPhone(),
  })
  await order(of, buyer)
  await order(of, buyer, { currency: 'jpy', amount_total: 500 })
  await person(of, {
    email: 'quiet@example.test',
    raw_user_meta_data: '{"name": "Comma, \\"quote\\"\\nline"}',
  })
  const { status, headers, body } = await asAnn('GET', `${of.base}.csv`)
  assert.equal(status, 200)
  assert.match(headers.get('content-disposition')!, /filename="customers.csv"/)
  const text = body as string
  assert.match(text.replace(/^\ufeff/, ''), /^Customer,Email,Confirmed,Phone,Name,/)
  assert.ok(text.includes(`"'=HYPERLINK(""http://evil.example"",""x"")"`), text)
  assert.ok(text.includes(`"'+1@example.test"`))
  assert.ok(text.includes('"Comma, ""quote"" line"'))
  assert.ok(text.includes(',2,12.50 EUR + 500 JPY\r\n'), text)
  const found = await asAnn('GET', `${of.base}.csv?filter=buyers`)
  assert.equal((found.body as string).trim().split('\r\n').length, 2)
})

test('ids get the names of customers and of who owns the tenant, and no one else', async () => {
  const [own, other] = [await shop(), await shop()]
  const named = await person(own, { raw_user_meta_data: JSON.stringify({ name: 'Cleo' }) })
  const email = newEmail()
  const plain = await person(own, { email })
  const foreign = await person(other)
  const ids = [named, plain, foreign, ann.user.id, bob.user.id, randomUUID()]
  const { body } = await asAnn('POST', `/tenant-customers/${own.id}/names`, { ids })
  assert.deepEqual(
    new Map(body.names.map(({ id, name }: { id: string; name: string }) => [id, name])),
    new Map([
      [named, 'Cleo'],
      [plain, email],
      [ann.user.id, ann.user.email],
    ]),
  )
  assert.equal((await asBob('POST', `/tenant-customers/${own.id}/names`, { ids })).status, 404)
})
