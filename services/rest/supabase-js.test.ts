import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { SERVICE } from '#kernel/db/claims.ts'
import { makeItem, makeTenant } from '#testing/factories.ts'
import { testApp } from '#testing/test-app.ts'

/** The unmodified official client against the whole server: every call of the data part of the protocol. */
const app = await testApp({ env: { AUTH_AUTOCONFIRM: 'true' } })
await app.owner.query(readFileSync(join(import.meta.dirname, 'fixture.sql'), 'utf8'))

async function creator() {
  const client = app.client()
  const email = `creator-${randomUUID()}@example.test`
  const { data, error } = await client.auth.signUp({ email, password: 'plum-otter-94-canal' })
  assert.equal(error, null)
  return { client, id: data.user!.id }
}

const ada = await creator()
const tenant = await makeTenant(app.database, { owner: ada.id, name: 'Hearth & Rye' })
await makeItem(app.database, tenant.id, { name: 'Hidden', active: false })
const visitor = app.client(tenant.public_key)
const anyone = app.client()

/** `data` of a response whose error must be null. */
// oxlint-disable-next-line typescript/no-explicit-any -- no database type is generated for the fixture
function rows({ data, error }: { data: unknown; error: unknown }): any {
  assert.equal(error, null)
  return data
}

describe('the calls of the product', () => {
  test('[S7-002] tenants: three columns of the own tenant, as a single row', async () => {
    const columns = 'subscription_status, subscription_tier, access_expires_at'
    const call = ada.client.from('tenants').select(columns).eq('owner_user_id', ada.id)
    const found = rows(await call.single())
    assert.deepEqual(found, { subscription_status: null, subscription_tier: null, access_expires_at: null })
  })

  test('[S7-005] tenants: select all returns the columns that the owner may read, newest first, without secrets', async () => {
    const call = ada.client.from('tenants').select('*').eq('owner_user_id', ada.id)
    const [found] = rows(await call.order('created_at', { ascending: false }))!
    assert.equal(found.name, 'Hearth & Rye')
    assert.equal('auth0_client_secret' in found, false)
    assert.equal(found.auth0_client_secret_set, false)
    assert.match(found.created_at, /^\d{4}-\d\d-\d\dT[\d:.]+\+00:00$/)
  })

  test('[S7-006] [S7-007] tenants: the newest own tenant', async () => {
    const columns = 'id, name, public_key, stripe_mode, day_pass_expires_at'
    const call = ada.client.from('tenants').select(columns).order('created_at', { ascending: false }).limit(1)
    const [found] = rows(await call)!
    assert.deepEqual(Object.keys(found), ['id', 'name', 'public_key', 'stripe_mode', 'day_pass_expires_at'])
    assert.equal(found.id, tenant.id)
  })

  test('[S7-008] tenants: a count includes only own rows', async () => {
    await makeTenant(app.database, { name: 'Another tenant' })
    const { count, data, error } = await ada.client
      .from('tenants')
      .select('*', { count: 'exact', head: true })
    assert.deepEqual([count, data, error], [1, null, null])
  })

  test('[S7-009] [A01] tenants: the public card by its exact key, with the anon key and with the public key', async () => {
    for (const client of [anyone, visitor]) {
      const card = rows(await client.from('tenants').select('*').eq('public_key', tenant.public_key).single())
      assert.deepEqual(Object.keys(card).toSorted(), [
        'auth0_client_id',
        'auth0_domain',
        'auth_provider',
        'id',
        'name',
        'public_key',
        'stripe_mode',
        'theme',
      ])
    }
    assert.deepEqual(rows(await anyone.from('tenants').select('*').like('public_key', 'pk_%')), [])
    assert.deepEqual(rows(await anyone.from('tenants').select('*').in('public_key', [tenant.public_key])), [])
  })

  test('[S7-010] tenants: the id by the key; no match is PGRST116, or null with maybeSingle', async () => {
    const call = (key: string) => anyone.from('tenants').select('id').eq('public_key', key)
    assert.deepEqual(rows(await call(tenant.public_key).single()), { id: tenant.id })
    const { error, status } = await call('pk_nobody').single()
    assert.deepEqual([status, error!.code, error!.details], [406, 'PGRST116', 'The result contains 0 rows'])
    assert.equal(rows(await call('pk_nobody').maybeSingle()), null)
  })

  test('[S7-011] tenants: update by id returns the row; a plan column is rejected', async () => {
    const update = (values: object) =>
      ada.client.from('tenants').update(values).eq('id', tenant.id).select().single()
    assert.equal(rows(await update({ name: 'Hearth' })).name, 'Hearth')
    const { error, status } = await update({ subscription_tier: 'business' })
    assert.deepEqual([status, error!.code], [403, '42501'])
  })

  test('[S7-012] tenants: only the three themes are accepted', async () => {
    const update = (variant: string) =>
      ada.client.from('tenants').update({ theme: { variant } }).eq('id', tenant.id).select('theme').single()
    for (const variant of ['retro', 'zen', 'clean']) {
      assert.deepEqual(rows(await update(variant)), { theme: { variant } })
    }
    assert.equal((await update('neon')).status, 400)
  })

  test('[S7-015] rpc create_tenant_autoprovision', async () => {
    const bo = await creator()
    const made = rows(await bo.client.rpc('create_tenant_autoprovision', { p_name: 'Yoga' }).single()) as {
      id: string
    }
    const items = rows(
      await bo.client.from('items').select('name, price_cents, currency').eq('tenant_id', made.id),
    )
    assert.deepEqual(items, [{ name: 'Sample product', price_cents: 1000, currency: 'eur' }])
    const { error } = await bo.client.rpc('create_tenant_autoprovision', { p_name: ' ' })
    assert.equal(error!.message, 'Tenant name is required')
    const refused = await visitor.rpc('create_tenant_autoprovision', { p_name: 'x' })
    assert(refused.status < 500 && refused.error)
  })

  test('a new tenant can have a description; a blank one is dropped, a long one is rejected with a message', async () => {
    const bo = await creator()
    const make = (p_description?: string) =>
      bo.client.rpc('create_tenant_autoprovision', { p_name: 'Yoga', p_description }).single<{ id: string }>()
    const described = async (words: string) => {
      const { id } = rows(await make(words)) as { id: string }
      return rows(await bo.client.from('tenants').select('description').eq('id', id).single()).description
    }
    assert.equal(
      await described('  Two classes a day,\nmats are here. '),
      'Two classes a day,\nmats are here.',
    )
    assert.equal(await described(' \n '), null)
    const { error } = await make('x'.repeat(501))
    assert.equal(error!.message, 'Description must be at most 500 characters')
    const bell = await make('ding\u0007')
    assert(bell.status < 500 && bell.error)
  })

  test('[S7-017] items: the active ones of a tenant, newest first, by the public key and by the exact id', async () => {
    for (const client of [visitor, anyone]) {
      const call = client.from('items').select('*').eq('tenant_id', tenant.id).eq('active', true)
      const found = rows(await call.order('created_at', { ascending: false }))!
      assert.deepEqual(
        found.map(({ name }: { name: string }) => name),
        ['Sample product'],
      )
    }
    assert.deepEqual(rows(await anyone.from('items').select('*')), [])
  })

  test('[S7-018] [S7-019] items: only the owner can switch and delete them, by id', async () => {
    const id = await makeItem(app.database, tenant.id, { name: 'Rye' })
    const eve = await creator()
    assert.deepEqual(rows(await eve.client.from('items').update({ active: false }).eq('id', id).select()), [])
    assert.deepEqual(rows(await eve.client.from('items').delete().eq('id', id).select()), [])
    const [off] = rows(
      await ada.client.from('items').update({ active: false }).eq('id', id).select('active'),
    )!
    assert.deepEqual(off, { active: false })
    const removed = await ada.client.from('items').delete().eq('id', id)
    assert.deepEqual([removed.status, removed.error], [204, null])
  })

  test('[S7-020] end_users: a signed-in visitor inserts their own row, and can repeat that', async () => {
    const client = app.client(tenant.public_key)
    const email = `visitor-${randomUUID()}@example.test`
    const { data } = await client.auth.signUp({ email, password: 'plum-otter-94-canal' })
    const row = { auth_user_id: data.user!.id, tenant_id: tenant.id, email }
    const on = { onConflict: 'tenant_id,auth_user_id', ignoreDuplicates: true }
    assert.equal((await client.from('end_users').upsert(row, on)).status, 201)
    assert.equal((await client.from('end_users').upsert(row, on)).status, 201)
    assert.equal((await client.from('end_users').insert(row)).status, 409)
    assert.equal((await client.from('end_users').insert({ ...row, email: 'other@example.test' })).status, 403)
    assert.equal(
      rows(await ada.client.from('end_users').select('email').eq('auth_user_id', row.auth_user_id))!.length,
      1,
    )
  })

  test('[S7-022] [S7-023] bolt_profiles: only the own row can be read and upserted', async () => {
    const profile = { user_id: ada.id, display_name: 'Ada', role: 'founder', onboarding_complete: true }
    const table = () => ada.client.from('bolt_profiles')
    assert.equal((await table().upsert(profile)).status, 201)
    assert.equal((await table().upsert({ ...profile, display_name: 'Ada L.' })).status, 200)
    const call = table().select('onboarding_complete, display_name').eq('user_id', ada.id)
    assert.deepEqual(rows(await call.single()), { onboarding_complete: true, display_name: 'Ada L.' })
    assert.equal((await table().upsert({ ...profile, user_id: randomUUID() })).status, 403)
  })

  test('[S7-024] [S7-025] [S7-026] bolt_subscriptions: the Free plan by upsert, the latest row, no paid plan', async () => {
    const row = { user_id: ada.id, plan_id: 'free', status: 'active', updated_at: new Date().toISOString() }
    const table = () => ada.client.from('bolt_subscriptions')
    assert.equal((await table().upsert(row, { onConflict: 'user_id' })).error, null)
    assert.equal((await table().upsert(row, { onConflict: 'user_id' })).error, null)
    const { status } = await table().upsert({ ...row, plan_id: 'business' }, { onConflict: 'user_id' })
    assert.equal(status, 403)
    const call = table()
      .select('status, plan_id, trial_end, current_period_end')
      .order('updated_at', { ascending: false })
    assert.deepEqual(rows(await call.limit(1).maybeSingle()), {
      status: 'active',
      plan_id: 'free',
      trial_end: null,
      current_period_end: null,
    })
  })

  test('[S7-021] [S7-028] subscriptions and profiles: only own rows', async () => {
    const insert = async (text: string) => app.database.once(SERVICE, { text, values: [ada.id] })
    await insert(
      `insert into public.subscriptions (user_id, status, unit_amount, currency, interval) values ($1, 'active', 1900, 'eur', 'month')`,
    )
    await insert(`insert into public.profiles (user_id, stripe_customer_id) values ($1, 'cus_1')`)
    const columns = 'status, unit_amount, currency, interval, current_period_end'
    const call = ada.client.from('subscriptions').select(columns).eq('user_id', ada.id).eq('status', 'active')
    assert.equal(
      rows(await call.order('created_at', { ascending: false }).limit(1).single()).unit_amount,
      1900,
    )
    const profile = (client: typeof anyone) =>
      client.from('profiles').select('stripe_customer_id').eq('user_id', ada.id)
    assert.deepEqual(rows(await profile(ada.client).single()), { stripe_customer_id: 'cus_1' })
    const { client } = await creator()
    assert.deepEqual(rows(await profile(client)), [])
  })

  test('[S7-027] bolt_plans: three rows by sort, for everyone', async () => {
    for (const client of [anyone, visitor, ada.client]) {
      const found = rows(await client.from('bolt_plans').select('*').order('sort'))!
      assert.deepEqual(
        found.map(({ id }: { id: string }) => id),
        ['free', 'pro', 'business'],
      )
    }
  })

  test('[S7-029] [S7-030] [S7-031] [S7-032] [S7-033] bolt_blocks: listed, inserted, updated, read, deleted', async () => {
    const free = { user_id: ada.id, plan_id: 'free', status: 'active' }
    rows(await ada.client.from('bolt_subscriptions').upsert(free))
    const table = () => ada.client.from('bolt_blocks')
    const made = rows(
      await table()
        .insert({ user_id: ada.id, title: 'Form', data: { a: [1.5, '2'] } })
        .select()
        .single(),
    )
    assert.deepEqual(made.data, { a: [1.5, '2'] })
    const change = { title: 'Forms', data: {}, updated_at: new Date().toISOString() }
    assert.equal((await table().update(change).eq('id', made.id).eq('user_id', ada.id)).status, 204)
    const listed = rows(
      await table().select('*').eq('user_id', ada.id).order('created_at', { ascending: false }),
    )!
    assert.equal(listed[0].title, 'Forms')
    const { client } = await creator()
    assert.deepEqual(rows(await client.from('bolt_blocks').select().eq('id', made.id)), [])
    assert.equal(
      rows(await table().select('title').eq('id', made.id).eq('user_id', ada.id).single()).title,
      'Forms',
    )
    assert.equal((await table().delete().eq('id', made.id)).status, 204)
    assert.equal(rows(await table().select('id').eq('id', made.id).maybeSingle()), null)
  })
})

describe('filters and modifiers', () => {
  const notes = (columns = 'id') => anyone.from('notes').select(columns).order('id')
  type Call = ReturnType<typeof notes>
  const cases: [string, (call: Call) => PromiseLike<{ data: unknown; error: unknown }>, number[]][] = [
    ['eq', (c) => c.eq('id', 1), [1]],
    ['neq', (c) => c.neq('id', 1), [2, 3]],
    ['gt', (c) => c.gt('score', 10), [2]],
    ['gte', (c) => c.gte('score', 10), [1, 2]],
    ['lt', (c) => c.lt('price', 2), [1]],
    ['lte', (c) => c.lte('price', 2), [1, 2]],
    ['like', (c) => c.like('title', '%note'), [1, 2]],
    ['likeAllOf', (c) => c.likeAllOf('title', ['F%', '%note']), [1]],
    ['likeAnyOf', (c) => c.likeAnyOf('title', ['F%', 'S%']), [1, 2]],
    ['ilike', (c) => c.ilike('title', 'first%'), [1]],
    ['is null', (c) => c.is('done', null), [3]],
    ['is true', (c) => c.is('done', true), [1]],
    ['in', (c) => c.in('title', ['First note', 'Third, (odd)']), [1, 3]],
    ['contains, array', (c) => c.contains('tags', ['b']), [1, 2]],
    ['contains, json', (c) => c.contains('data', { size: 5 }), [2]],
    ['containedBy', (c) => c.containedBy('tags', ['a', 'b']), [1, 3]],
    ['overlaps', (c) => c.overlaps('tags', ['a', 'c']), [1, 2]],
    ['rangeGt', (c) => c.rangeGt('span', '[0,3)'), [2]],
    ['rangeAdjacent', (c) => c.rangeAdjacent('span', '[9,12)'), [2]],
    ['textSearch', (c) => c.textSearch('words', 'notes', { type: 'websearch', config: 'english' }), [1, 2]],
    ['match', (c) => c.match({ id: 2, mood: 'glad' }), [2]],
    ['not', (c) => c.not('tags', 'cs', '{a}'), [2, 3]],
    ['or', (c) => c.or('id.eq.1,and(score.gt.15,mood.eq.glad)'), [1, 2]],
    ['filter', (c) => c.filter('data->deep->>name', 'eq', 'x y'), [1]],
    ['JSON index', (c) => c.eq('data->deep->list->1', 20), [1]],
    ['limit', (c) => c.limit(2), [1, 2]],
    ['range', (c) => c.range(1, 2), [2, 3]],
  ]
  for (const [name, call, expected] of cases) {
    test(name, async () => {
      const found = rows(await call(notes())) as { id: number }[]
      assert.deepEqual(
        found.map(({ id }) => id),
        expected,
      )
    })
  }

  test('orders with nulls, by a JSON path', async () => {
    const ids = async (call: PromiseLike<{ data: unknown; error: unknown }>) =>
      (rows(await call) as { id: number }[]).map(({ id }) => id)
    const all = () => anyone.from('notes').select('id')
    assert.deepEqual(await ids(all().order('score', { ascending: false, nullsFirst: false })), [2, 1, 3])
    assert.deepEqual(await ids(all().order('score', { nullsFirst: true })), [3, 1, 2])
    assert.deepEqual(await ids(all().order('data->size', { ascending: false })), [2, 1, 3])
  })

  test('aliases, casts and JSON paths in select', async () => {
    const found = rows(
      await anyone
        .from('notes')
        .select('n:id::text, data->deep->>name, deep:data->deep, "Odd name-1"')
        .eq('id', 1)
        .single(),
    )
    assert.deepEqual(found, {
      n: '1',
      name: 'x y',
      deep: { list: [10, 20], name: 'x y' },
      'Odd name-1': 'odd',
    })
  })

  test('counts are returned with the page', async () => {
    const page = await anyone.from('notes').select('id', { count: 'exact' }).range(0, 1)
    assert.deepEqual([page.status, page.count, page.data!.length], [206, 3, 2])
    const beyond = await anyone.from('notes').select('id', { count: 'exact' }).range(10, 11)
    assert.deepEqual([beyond.status, beyond.error!.code], [416, 'PGRST103'])
  })

  test('returns CSV, and rows without nulls', async () => {
    const csv = rows(await notes('id,title,price').csv())
    assert.equal(csv, 'id,title,price\n1,"First note",1.50\n2,"Second note",2.00\n3,"Third, (odd)",')
    const stripped = rows(await anyone.from('notes').select('id,price').eq('id', 3).stripNulls())
    assert.deepEqual(stripped, [{ id: 3 }])
  })

  test('an unknown relationship is rejected with a message', async () => {
    const { error, status } = await anyone.from('notes').select('id, items(*)')
    assert.deepEqual([status, error!.code], [400, 'PGRST200'])
  })

  test('an unknown table, column and schema', async () => {
    assert.equal((await anyone.from('nothing').select()).error!.code, 'PGRST205')
    assert.equal((await anyone.from('notes').select('nope')).error!.code, '42703')
    assert.equal(
      (
        await anyone
          .schema('auth' as 'public')
          .from('users')
          .select()
      ).error!.code,
      'PGRST106',
    )
  })
})

describe('writes', () => {
  const stock = () => ada.client.from('stock')

  test('inserts one row and many, with and without returning them', async () => {
    const quiet = await stock().insert({ shop: 'w', sku: '1' })
    assert.deepEqual([quiet.status, quiet.data, quiet.error], [201, null, null])
    const one = rows(await stock().insert({ shop: 'w', sku: '2' }).select('sku, quantity').single())
    assert.deepEqual(one, { sku: '2', quantity: 1 })
    const many: { shop: string; sku: string; quantity?: number }[] = [
      { shop: 'w', sku: '3' },
      { shop: 'w', sku: '4', quantity: 4 },
    ]
    // A row of a list that lacks a column of another row gets null there, unless defaults are requested.
    assert.equal((await stock().insert(many)).error!.code, '23502')
    assert.deepEqual(rows(await stock().insert(many, { defaultToNull: false }).select('sku, quantity')), [
      { sku: '3', quantity: 1 },
      { sku: '4', quantity: 4 },
    ])
    assert.equal((await stock().insert(many[0]!)).status, 409)
    assert.equal((await stock().insert([], { count: 'exact' })).count, 0)
  })

  test('updates and deletes without rows, with rows, and with a count', async () => {
    rows(await stock().insert(['1', '2', '3'].map((sku) => ({ shop: 'ud', sku }))))
    const own = (sku: string) => ({ shop: 'ud', sku })
    assert.equal((await stock().update({ quantity: 2 }).match(own('1'))).status, 204)
    const changed = await stock().update({ quantity: 3 }, { count: 'exact' }).eq('shop', 'ud').select('sku')
    assert.deepEqual([changed.status, changed.count, changed.data!.length], [200, 3, 3])
    assert.equal((await stock().update({ quantity: -1 }).match(own('1'))).error!.code, '23514')
    assert.deepEqual(rows(await stock().update({}).match(own('1')).select()), [])
    const removed = await stock().delete({ count: 'exact' }).in('sku', ['2', '3']).eq('shop', 'ud')
    assert.deepEqual([removed.status, removed.count], [204, 2])
    assert.equal(rows(await stock().delete().match(own('1')).select('sku').single()).sku, '1')
    assert.equal((await stock().delete().match(own('1')).select().single()).error!.code, 'PGRST116')
  })

  test('upserts by the key, by another unique column, ignoring duplicates, and reports what is new', async () => {
    const row = { shop: 'up', sku: '1', quantity: 1 }
    assert.equal((await stock().upsert(row)).status, 201)
    const again = await stock()
      .upsert({ ...row, quantity: 5 })
      .select('quantity')
    assert.deepEqual([again.status, again.data], [200, [{ quantity: 5 }]])
    const ignored = await stock()
      .upsert({ ...row, quantity: 9 }, { ignoreDuplicates: true })
      .select()
    assert.deepEqual([ignored.status, ignored.data], [201, []])
    const mixed = await stock()
      .upsert([
        { ...row, quantity: 6 },
        { ...row, sku: '2' },
      ])
      .select('sku, quantity')
    assert.equal(mixed.status, 201)
    assert.deepEqual(mixed.data, [
      { sku: '1', quantity: 6 },
      { sku: '2', quantity: 1 },
    ])
    rows(await stock().insert({ shop: 'up', sku: '3', code: 'UP' }))
    const byCode = await stock().upsert(
      { shop: 'up', sku: '3', code: 'UP', quantity: 8 },
      { onConflict: 'code' },
    )
    assert.equal(byCode.error!.code, '42501', 'the key is not the conflict here, and may not be changed')
  })

  test('max-affected and rollback', async () => {
    rows(await stock().insert(['1', '2'].map((sku) => ({ shop: 'mr', sku }))))
    // Its type expects the server version in a generated database type.
    const bounded = stock().delete().eq('shop', 'mr').maxAffected(1) as unknown
    const { error } = (await bounded) as { error: { code: string } }
    assert.equal(error.code, 'PGRST124')
    const undone = await stock().delete().eq('shop', 'mr').select('sku').rollback()
    assert.equal(undone.data!.length, 2)
    assert.equal((await stock().select('*', { count: 'exact', head: true }).eq('shop', 'mr')).count, 2)
  })
})

describe('rpc', () => {
  test('returns a value, rows or nothing: by POST, GET and HEAD', async () => {
    assert.equal(rows(await anyone.rpc('add', { a: 1, b: 2 })), 3)
    assert.equal(rows(await anyone.rpc('add', { a: 1 }, { get: true })), 2)
    assert.deepEqual(rows(await anyone.rpc('numbers', { count: 3 })), [1, 2, 3])
    const counted = await anyone.rpc('numbers', { count: 7 }, { head: true, count: 'exact' })
    assert.deepEqual([counted.count, counted.data, counted.error], [7, null, null])
    const nothing = await anyone.rpc('nothing')
    assert.deepEqual([nothing.status, nothing.data, nothing.error], [204, null, null])
  })

  test('result rows can be selected, filtered, ordered and limited like a table', async () => {
    const call = anyone
      .rpc('pairs', { count: 6 })
      .select('n')
      .gt('square', 4)
      .order('n', { ascending: false })
      .limit(2)
    assert.deepEqual(rows(await call), [{ n: 6 }, { n: 5 }])
    const own = rows(await anyone.rpc('notes_above', { low: 15 }).select('*').single())
    assert.deepEqual([own.id, 'secret' in own], [2, false])
    assert.equal((await anyone.rpc('pairs', { count: 2 }).select().single()).error!.code, 'PGRST116')
  })

  test('accepts one row, a list of arguments, or the whole body', async () => {
    assert.equal((rows(await anyone.rpc('one_note', { wanted: 1 })) as { title: string }).title, 'First note')
    assert.equal(rows(await anyone.rpc('all_of', { parts: ['a', 'b'] })), 'a|b')
    assert.deepEqual(rows(await anyone.rpc('whole', [1, { a: 2 }])), { got: [1, { a: 2 }] })
  })

  test('a function that raises, does not exist, or is not granted', async () => {
    const raised = await anyone.rpc('fail', { state: 'P0001', words: 'Sold out' })
    assert.deepEqual([raised.status, raised.error!.message, raised.error!.hint], [400, 'Sold out', 'a hint'])
    for (const name of ['nope', 'hidden']) {
      const { status, error } = await anyone.rpc(name)
      assert.deepEqual([status, error!.code], [404, 'PGRST202'])
    }
    assert.equal((await anyone.rpc('twice', { a: 1 })).error!.code, 'PGRST203')
  })

  test('a function can read the request, but none of its credentials', async () => {
    const seen = rows(await ada.client.rpc('seen', {}, { get: true }))
    assert.deepEqual([seen.method, seen.path, seen.role], ['GET', '/rpc/seen', 'authenticated'])
    assert.match(seen.headers['x-client-info'], /supabase-js/)
    assert.doesNotMatch(JSON.stringify(seen.headers), /authorization|apikey|cookie/i)
  })
})

describe('the catalogue', () => {
  test('a new table is available after NOTIFY pgrst', async () => {
    await app.owner.query(
      `create table public.fresh (id integer primary key); select app.protect('public.fresh')`,
    )
    await app.owner.query(
      'grant select on public.fresh to anon; create policy all_read on public.fresh using (true)',
    )
    assert.equal((await anyone.from('fresh').select()).error!.code, 'PGRST205')
    const notified = new Promise<void>((resolve) => void app.kernel.database.listen('pgrst', () => resolve()))
    await app.kernel.database.listen('pgrst', () => undefined)
    await app.owner.query(`notify pgrst, 'reload schema'`)
    await notified
    assert.deepEqual(rows(await anyone.from('fresh').select()), [])
  })
})

describe('through the whole server', () => {
  const ask = (headers: Record<string, string>, init: RequestInit = {}) =>
    app.request('/rest/v1/bolt_plans?select=id', {
      ...init,
      headers: { ...headers, ...(init.headers as Record<string, string>) },
    })

  test('a missing key, a wrong key or a wrong token is 401 in this service’s format', async () => {
    const cases: [Record<string, string>, string | undefined][] = [
      [{}, 'missing_api_key'],
      [{ apikey: 'pk_000000000000000000000000' }, 'invalid_api_key'],
      [{ apikey: app.anonKey, authorization: 'Bearer a.b.c' }, 'PGRST301'],
    ]
    for (const [headers, code] of cases) {
      const response = await ask(headers)
      const body = await response.json()
      assert.deepEqual([response.status, body.code], [401, code])
      assert.deepEqual(Object.keys(body), ['code', 'message', 'details', 'hint'])
    }
    assert.equal((await app.request(`/rest/v1/bolt_plans?apikey=${tenant.public_key}`)).status, 200)
  })

  test('a page of another site may read the relevant headers', async () => {
    const response = await ask({ apikey: app.anonKey, origin: 'https://shop.example' })
    const exposed = response.headers.get('access-control-expose-headers')?.toLowerCase() ?? ''
    for (const name of ['content-range', 'preference-applied', 'location']) {
      assert(exposed.includes(name), `${name} of ${exposed}`)
    }
  })

  test('[G16] 2 MB are rejected in this service’s format', async () => {
    const init = {
      method: 'POST',
      body: ' '.repeat(2_000_000),
      headers: { 'content-type': 'application/json' },
    }
    const response = await ask({ apikey: app.anonKey }, init)
    const body = await response.json()
    assert.deepEqual([response.status, Object.keys(body)], [413, ['code', 'message', 'details', 'hint']])
  })
})
