import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { CURRENCIES } from '#kernel/browser/currencies.ts'
import { makeItem, makeTenant } from '#testing/factories.ts'
import { functionCall } from '#testing/function-call.ts'
import { signUp } from '#testing/test-users.ts'
import { testApp } from '#testing/test-app.ts'

const app = await testApp()
const [annSession, bobSession] = await Promise.all([signUp(app, app.anonKey), signUp(app, app.anonKey)])
const ann = functionCall(app, app.anonKey, annSession.access_token)
const bob = functionCall(app, app.anonKey, bobSession.access_token)
const shop = await makeTenant(app.database, { owner: annSession.user.id })
const bobs = await makeTenant(app.database, { owner: bobSession.user.id, name: 'Bob & Sons' })

const stored = async (id: string) =>
  (await app.owner.query('select * from public.items where id = $1', [id])).rows[0]

test('[S7-071] [S7-072] [S3-010] a creator lists the items, newest first, and adds one', async () => {
  const first = await ann('GET', `/tenant-items/${shop.id}/items`)
  assert.equal(first.status, 200)
  assert.deepEqual(
    first.body.map((item: { name: string }) => item.name),
    ['Sample product'],
  )
  const body = {
    name: '  Rye loaf ',
    description: ' Dark. ',
    price_cents: 450,
    currency: 'gbp',
    active: false,
  }
  const made = await ann('POST', `/tenant-items/${shop.id}/items`, body)
  assert.equal(made.status, 200)
  const { id, created_at, ...rest } = made.body
  assert.deepEqual(rest, {
    tenant_id: shop.id,
    name: 'Rye loaf',
    description: 'Dark.',
    price_cents: 450,
    currency: 'gbp',
    active: false,
    interval: null,
    per_seat: false,
    stock: null,
    held: 0,
    picture: null,
    audience_id: null,
    hidden_from_others: false,
    member_audience_id: null,
    member_price_cents: null,
  })
  assert.ok(Date.now() - Date.parse(created_at) < 60_000)
  const list = await ann('GET', `/tenant-items/${shop.id}/items`)
  assert.deepEqual(list.body[0], made.body)
  assert.equal((await stored(id)).price_cents, 450)
})

test('[S3-011] [S3-012] [S5-031] [S5-035] [S9-019] omitted fields get their defaults; an empty description is stored as null', async () => {
  for (const more of [{}, { description: '' }, { description: '   ' }, { description: null }]) {
    const { status, body } = await ann('POST', `/tenant-items/${shop.id}/items`, {
      name: 'Bun',
      price_cents: 0,
      ...more,
    })
    assert.equal(status, 200)
    assert.deepEqual([body.description, body.currency, body.active, body.price_cents], [null, 'eur', true, 0])
  }
})

test('[S7-074] [S7-075] [S5-034] [S5-033] a creator changes an item, in whole or in part, and deletes it', async () => {
  const id = await makeItem(app.database, shop.id, { name: 'Bun', price_cents: 200 })
  const body = {
    name: 'Bun!',
    description: ' Soft ',
    price_cents: 250,
    currency: 'usd',
    active: false,
    interval: 'month',
    stock: 12,
  }
  const changed = await ann('PUT', `/item-operations/${id}`, body)
  assert.equal(changed.status, 200)
  assert.deepEqual(
    { ...changed.body, created_at: '' },
    {
      ...body,
      id,
      tenant_id: shop.id,
      description: 'Soft',
      held: 0,
      per_seat: false,
      picture: null,
      audience_id: null,
      hidden_from_others: false,
      member_audience_id: null,
      member_price_cents: null,
      created_at: '',
    },
  )
  const part = await ann('PUT', `/item-operations/${id}`, { active: true, description: '' })
  assert.deepEqual([part.body.active, part.body.description, part.body.name], [true, null, 'Bun!'])
  const nothing = await ann('PUT', `/item-operations/${id}`, {})
  assert.deepEqual(nothing.body, part.body)
  assert.equal((await ann('DELETE', `/item-operations/${id}`)).status, 200)
  assert.equal(await stored(id), undefined)
  assert.equal((await ann('DELETE', `/item-operations/${id}`)).status, 404)
})

test('[C02] [C03] [S7-077] another creator’s items respond like unknown ones and do not change', async () => {
  const id = await makeItem(app.database, shop.id, { name: 'Mine' })
  const before = await stored(id)
  const change = { name: 'Taken', price_cents: 1 }
  const attempts = [
    ['PUT', (x: string) => `/item-operations/${x}`, change, id],
    ['DELETE', (x: string) => `/item-operations/${x}`, undefined, id],
    ['GET', (x: string) => `/tenant-items/${x}/items`, undefined, shop.id],
    ['POST', (x: string) => `/tenant-items/${x}/items`, change, shop.id],
  ] as const
  for (const [method, path, body, target] of attempts) {
    const foreign = await bob(method, path(target), body)
    const unknown = await bob(method, path(randomUUID()), body)
    assert.equal(foreign.status, 404, `${method} ${path(target)}`)
    assert.deepEqual(foreign.body, unknown.body)
  }
  assert.deepEqual(await stored(id), before)
  assert.equal(
    (await ann('GET', `/tenant-items/${shop.id}/items`)).body.some(
      (i: { name: string }) => i.name === 'Taken',
    ),
    false,
  )
})

test('[C03] a body that names another tenant or ID than the path is refused', async () => {
  const body = { name: 'Smuggled', price_cents: 100 }
  const path = `/tenant-items/${bobs.id}/items`
  for (const more of [{ tenant_id: shop.id }, { tenantId: shop.id }, { id: randomUUID() }])
    assert.equal((await bob('POST', path, { ...body, ...more })).status, 400)
  const { rows } = await app.owner.query("select from public.items where name = 'Smuggled'")
  assert.equal(rows.length, 0)
})

test('[S7-076] item calls need a creator’s session and JSON', async () => {
  const path = `/tenant-items/${shop.id}/items`
  const visitor = await signUp(app, shop.public_key)
  for (const [key, token] of [
    [app.anonKey],
    [shop.public_key],
    [shop.public_key, visitor.access_token],
    [app.anonKey, visitor.access_token],
    [app.anonKey, 'e30.e30.e30'],
  ] as const) {
    const call = functionCall(app, key, token)
    assert.equal((await call('GET', path)).status, 401)
    assert.equal((await call('POST', path, { name: 'x', price_cents: 1 })).status, 401)
  }
  const plain = await app.request(`/functions/v1${path}`, {
    method: 'POST',
    headers: { apikey: app.serviceKey, 'content-type': 'text/plain' },
    body: '{"name":"x","price_cents":1}',
  })
  assert.equal(plain.status, 401, 'the service key is not a creator')
})

test('[H10] [S5-025] [S5-028] [S5-032] prices, names and descriptions outside their bounds are a 400 with a readable message', async () => {
  const path = `/tenant-items/${shop.id}/items`
  const base = { name: 'Edge', price_cents: 100 }
  const wrong = [
    ...[-1, 10.5, 2_147_483_648, 100_000_000, '100', null, [1], {}, true].map((price_cents) => ({
      price_cents,
    })),
    ...['', '   ', 'x'.repeat(61), 'a\u0007b', 'a\u202eb', 5, null].map((name) => ({ name })),
    ...['x'.repeat(501), 5, ['x']].map((description) => ({ description })),
    ...['isk', 'ugx', 'xau', 'EUR', '', null, 5].map((currency) => ({ currency })),
    ...['yes', 1, null].map((active) => ({ active })),
    ...[-1, 1.5, 1_000_000, '5', true].map((stock) => ({ stock })),
    { held: 1 },
    { surprise: 1 },
    { description: 'a\u0000b' },
  ]
  for (const change of wrong) {
    const { status, body } = await ann('POST', path, { ...base, ...change })
    assert.equal(status, 400, JSON.stringify(change))
    assert.ok(body.error.length > 5 && typeof body.code === 'string', JSON.stringify(body))
  }
  const raw = await app.request(`/functions/v1${path}`, {
    method: 'POST',
    headers: {
      apikey: app.anonKey,
      authorization: `Bearer ${annSession.access_token}`,
      'content-type': 'application/json',
    },
    body: '{"name":"Edge","price_cents":1e309}',
  })
  assert.equal(raw.status, 400)
  const errorFor = async (change: object) => (await ann('POST', path, { ...base, ...change })).body.error
  assert.equal(await errorFor({ name: ' ' }), 'name: must not be empty')
  assert.equal(await errorFor({ name: 'x'.repeat(61) }), 'name: must have at most 60 characters')
  assert.equal(await errorFor({ price_cents: -1 }), 'price_cents: must be 0 or more')
  const most = await ann('POST', path, {
    name: 'x'.repeat(60),
    price_cents: 99_999_999,
    description: 'd'.repeat(500),
  })
  assert.equal(most.status, 200)
  assert.equal((await stored(most.body.id)).price_cents, 99_999_999)
  assert.equal((await ann('PUT', '/item-operations/not-a-uuid', base)).status, 400)
})

test('a product can have each currency of the list, and the database allows the same ones', async () => {
  const path = `/tenant-items/${shop.id}/items`
  for (const currency of ['chf', 'jpy', 'kwd', 'huf']) {
    const { status, body } = await ann('POST', path, { name: 'Abroad', price_cents: 1230, currency })
    assert.deepEqual([status, body.currency, body.price_cents], [200, currency, 1230])
  }
  const { rows } = await app.owner.query(
    "select pg_get_constraintdef(oid) as text from pg_constraint where conname = 'items_currency_check'",
  )
  const allowed = [...(rows[0].text as string).matchAll(/'([a-z]{3})'/g)].map(([, code]) => code)
  assert.deepEqual(allowed, [...CURRENCIES])
})

test('a price with three decimals ends with 0, also when only the price or only the currency changes', async () => {
  const path = `/tenant-items/${shop.id}/items`
  const fields = { name: 'Dinar', price_cents: 1235, currency: 'kwd' }
  const refused = await ann('POST', path, fields)
  assert.deepEqual([refused.status, refused.body.code], [400, 'price_not_chargeable'])
  const { body: item } = await ann('POST', path, { ...fields, price_cents: 1230 })
  for (const [id, change] of [
    [item.id, { price_cents: 1235 }],
    [await makeItem(app.database, shop.id, { price_cents: 1235 }), { currency: 'kwd' }],
  ]) {
    const { status, body } = await ann('PUT', `/item-operations/${id}`, change)
    assert.deepEqual([status, body.code], [400, 'price_not_chargeable'])
  }
  assert.equal((await stored(item.id)).price_cents, 1230)
})

test('the sample product comes back only if there is none, once for requests at the same time', async () => {
  const { id } = await makeTenant(app.database, { owner: annSession.user.id })
  const start = () => ann('POST', `/tenant-items/${id}/starter`)
  assert.deepEqual((await start()).body, { created: false })
  await app.owner.query('delete from public.items where tenant_id = $1', [id])
  const created = await Promise.all(Array.from({ length: 8 }, start))
  assert.deepEqual(
    created.map(({ body }) => body.created).toSorted((a, b) => Number(a) - Number(b)),
    [...Array.from({ length: 7 }, () => false), true],
  )
  const { rows } = await app.owner.query(
    'select name, price_cents, currency, active from public.items where tenant_id = $1',
    [id],
  )
  assert.deepEqual(rows, [{ name: 'Sample product', price_cents: 1000, currency: 'eur', active: true }])
  assert.equal((await bob('POST', `/tenant-items/${id}/starter`)).status, 404)
})
