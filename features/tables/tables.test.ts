import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkRow } from '#kernel/records/check-row.ts'
import { insertRecord } from '#kernel/records/insert-record.ts'
import { openTablesCache } from '#kernel/records/tables-cache.ts'
import { givePlan, makeTenant } from '#testing/factories.ts'
import { functionCall } from '#testing/function-call.ts'
import { OPEN, tableBuilder } from '#testing/own-tables.ts'
import { testApp } from '#testing/test-app.ts'
import { signUp } from '#testing/test-users.ts'
import type { DataTable, GivenField, TableUsage } from './endpoints.ts'

const app = await testApp({ env: { AUTH_LIMIT_FACTOR: '1000' } })
const cache = openTablesCache(app.database)

/** A creator with a tenant and the calls about its tables. */
async function builder(plan?: 'pro' | 'business') {
  const { user, access_token } = await signUp(app, app.anonKey)
  const tenant = await makeTenant(app.database, { owner: user.id })
  if (plan) await givePlan(app.database, user.id, plan)
  const call = functionCall(app, app.anonKey, access_token)
  const path = `/data-tables/${tenant.id}/tables`
  return {
    tenant,
    owner: user.id,
    create: (body: object) => call('POST', path, body),
    list: () => call('GET', path),
    change: (table: DataTable, body: object) =>
      call('PUT', `${path}/${table.id}`, { revision: table.revision, ...body }),
    remove: (table: DataTable) => call('DELETE', `${path}/${table.id}`, {}),
    restore: (table: DataTable) => call('POST', `${path}/${table.id}/restore`, {}),
  }
}

/** The stored rows of a tenant, in the order of their making. */
const stored = async (tenantId: string): Promise<Record<string, unknown>[]> =>
  (
    await app.owner.query('select * from app.records where tenant_id = $1 order by created_at, id', [
      tenantId,
    ])
  ).rows

const guests: { title: string; fields: GivenField[] } = {
  title: 'Gäste',
  fields: [
    { title: 'Name', kind: 'text', required: true },
    { title: 'Email', kind: 'email', unique: true },
    { title: 'Visited', kind: 'date', default: 'now' },
    { title: 'Text', kind: 'long_text' },
  ],
}

/** Stores a row as a form does. */
async function store(tenantId: string, name: string, values: Record<string, unknown>): Promise<string> {
  const tables = await cache.reload(tenantId)
  const table = tables.tables.get(name)!
  const { row, faults } = checkRow(table, values)
  assert.ok(row, JSON.stringify(faults))
  return app.database.asService('test: store a row', (db) =>
    insertRecord(db, tables, table, row, { by: null, approved: true }),
  )
}

test('[peers D1] [peers D8] a table gets names, slots and ids, and is closed until its rights say otherwise', async () => {
  const { create, list, tenant } = await builder()
  const { status, body } = await create(guests)
  assert.equal(status, 200, JSON.stringify(body))
  const table = body as DataTable
  assert.equal(table.name, 'gaste')
  assert.deepEqual(
    table.fields.map(({ name, slot, unique_slot, indexed }) => [name, slot, unique_slot, indexed]),
    [
      ['name', 't1', undefined, true],
      ['email', 't2', 'u1', true],
      ['visited', 'd1', undefined, true],
      ['text', undefined, undefined, undefined],
    ],
  )
  assert.deepEqual(
    [table.see, table.add, table.change, table.delete, table.read_only],
    [null, null, null, null, null],
  )
  assert.deepEqual((await list()).body.tables, [table])
  const described = await cache.current(tenant.id)
  assert.equal(described.tables.get('gaste')!.fields.length, 4)
})

test('[peers D1] Free includes one table, also when several are created at once; the trash does not count', async () => {
  const free = await builder()
  const answers = await Promise.all(Array.from({ length: 8 }, (_, i) => free.create({ title: `Table ${i}` })))
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 402, 402, 402, 402, 402, 402, 402],
  )
  const [table] = (await free.list()).body.tables as DataTable[]
  assert.equal((await free.list()).body.may_add, false)
  assert.equal((await free.remove(table!)).status, 200)
  const second = await free.create({ title: 'Second' })
  assert.equal(second.status, 200)
  assert.equal((await free.restore(table!)).status, 402)
  await givePlan(app.database, free.owner, 'pro')
  assert.equal((await free.restore(table!)).status, 200)
})

test('when a plan ends, all tables but the first are read-only and nothing is deleted', async () => {
  const pro = await builder('pro')
  const [first, second] = [
    await pro.create({ ...guests, title: 'First' }),
    await pro.create({ ...guests, title: 'Second' }),
  ]
  assert.deepEqual([first.status, second.status], [200, 200])
  await store(pro.tenant.id, 'second', { name: 'Ann' })
  await app.owner.query('delete from public.bolt_subscriptions where user_id = $1', [pro.owner])
  await store(pro.tenant.id, 'first', { name: 'Ann' })
  await assert.rejects(store(pro.tenant.id, 'second', { name: 'Bob' }), /read-only/)
  const { tables } = (await pro.list()).body as { tables: DataTable[] }
  assert.deepEqual(
    tables.map(({ name, read_only }) => [name, read_only]),
    [
      ['first', null],
      ['second', 'pro'],
    ],
  )
})

test('a rule becomes the tenant’s audience with the same rule, which stays while a table uses it', async () => {
  const { create, change, tenant } = await builder()
  const everyone = { any: [{ kind: 'everyone' }] }
  const made = await create({ ...guests, see: everyone, add: everyone, change: { any: [{ kind: 'owner' }] } })
  const table = made.body as DataTable
  assert.equal(made.status, 200, JSON.stringify(made.body))
  assert.equal(table.see, table.add)
  assert.notEqual(table.change, table.see)
  await assert.rejects(
    app.owner.query('delete from public.audiences where tenant_id = $1 and id = $2', [tenant.id, table.see]),
    /The table “Gäste” uses this audience/,
  )
  assert.equal(
    (await change(table, { see: '00000000-0000-7000-8000-000000000000' })).body.code,
    'audience_not_found',
  )
  assert.equal((await change(table, { see: { any: [{ kind: 'unknown kind' }] } })).status, 400)
  assert.equal((await change(table, { see: null })).body.see, null)
})

test('a changed description keeps values by the field’s id, and has one next revision', async () => {
  const { create, change, tenant } = await builder()
  const table = (await create(guests)).body as DataTable
  await store(tenant.id, 'gaste', { name: 'Ann', email: 'ann@example.test', text: 'Hello' })
  const [name, email, , text] = table.fields
  const renamed = await change(table, {
    fields: [
      { ...name, name: 'guest', title: 'Guest', slot: 't6' },
      text,
      { title: 'Stars', kind: 'rating' },
    ],
  })
  assert.equal(renamed.status, 200, JSON.stringify(renamed.body))
  const next = renamed.body as DataTable
  assert.deepEqual(
    next.fields.map((field) => [field.name, field.slot, field.indexed]),
    [
      ['guest', 't1', true],
      ['text', undefined, undefined],
      ['stars', 'n1', true],
    ],
  )
  assert.equal(
    (await change(table, { title: 'Late' })).body.code,
    'table_changed',
    'it was made from the old one',
  )
  const { rows } = await app.owner.query('select t1, indexed, extra from app.records where tenant_id = $1', [
    tenant.id,
  ])
  assert.deepEqual(
    [rows[0].t1, rows[0].indexed & 64],
    ['Ann', 64],
    'the row is in the index of the new field',
  )
  const back = await change(next, { fields: [...next.fields, email] })
  assert.equal(back.status, 200, JSON.stringify(back.body))
  const restored = await stored(tenant.id)
  assert.deepEqual([restored[0]!.t2, restored[0]!.u1], ['ann@example.test', 'ann@example.test'])
  assert.equal(
    (await change(back.body as DataTable, { fields: [{ ...email, id: 'zzzzzzzz' }] })).body.code,
    'bad_field',
    'an id that the table never had',
  )
})

test('[peers D1] another kind converts the values that it can have, and empties the others', async () => {
  const { create, change, tenant } = await builder()
  const given: GivenField[] = [
    { title: 'Code', kind: 'text', unique: true },
    { title: 'Amount', kind: 'text' },
    { title: 'Note', kind: 'long_text' },
  ]
  const table = (await create({ title: 'Kinds', fields: given })).body as DataTable
  for (const [code, amount, note] of [
    ['1', '12.50', 'yes'],
    ['2', 'a lot', 'perhaps'],
  ])
    await store(tenant.id, 'kinds', { code, amount, note })
  const [code, amount, note] = table.fields
  const changed = await change(table, {
    fields: [
      { ...code, kind: 'number' },
      { ...amount, kind: 'money', currency: 'eur' },
      { ...note, kind: 'yes_no' },
    ],
  })
  assert.equal(changed.status, 200, JSON.stringify(changed.body))
  const next = changed.body as DataTable
  assert.deepEqual(
    next.fields.map(({ id, slot, unique_slot, indexed }) => [id, slot, unique_slot, indexed]),
    [
      [code!.id, 'n1', 'u1', true],
      [amount!.id, 'n2', undefined, true],
      [note!.id, undefined, undefined, undefined],
    ],
  )
  assert.deepEqual(
    (await stored(tenant.id)).map((row) => [row.t1, row.t2, row.n1, row.u1, row.n2, row.extra]),
    [
      [null, null, 1, '1', 1250, { [note!.id]: true }],
      [null, null, 2, '2', null, {}],
    ],
  )
  // The two slots of text are exchanged with those of numbers again, in one change.
  const again = await change(next, {
    fields: [
      { ...amount, title: 'Amount', kind: 'text' },
      { ...code, kind: 'text' },
      note && { ...note, kind: 'text' },
    ],
  })
  assert.equal(again.status, 200, JSON.stringify(again.body))
  assert.deepEqual(
    (await stored(tenant.id)).map((row) => [row.t1, row.t2, row.t3, row.u1, row.n1, row.n2]),
    [
      ['12.50', '1', 'Yes', '1', null, null],
      [null, '2', null, '2', null, null],
    ],
  )
})

test('a field becomes unique only if its values are', async () => {
  const { create, change, tenant } = await builder()
  const table = (await create({ title: 'Codes', fields: [{ title: 'Code', kind: 'number' }] }))
    .body as DataTable
  await store(tenant.id, 'codes', { code: 1 })
  await store(tenant.id, 'codes', { code: 1 })
  const unique = { fields: [{ id: table.fields[0]!.id, title: 'Code', kind: 'number', unique: true }] }
  assert.equal((await change(table, unique)).body.code, 'not_unique')
  await app.owner.query(
    'delete from app.records where id = (select min(id::text)::uuid from app.records where tenant_id = $1)',
    [tenant.id],
  )
  assert.equal((await change(table, unique)).status, 200)
  await assert.rejects(store(tenant.id, 'codes', { code: 1 }), /records_u1/)
})

test('a removed unique field leaves its place to a new one, and is unique again when it comes back', async () => {
  const { create, change, tenant } = await builder()
  const made = await create({
    title: 'Places',
    fields: [
      { title: 'First', kind: 'text', unique: true },
      { title: 'Second', kind: 'number', unique: true },
      { title: 'Third', kind: 'text' },
    ],
  })
  const [first, second, third] = (made.body as DataTable).fields
  await store(tenant.id, 'places', { first: 'a', second: 1, third: 'b' })
  await store(tenant.id, 'places', { first: 'b', second: 2, third: 'a' })
  const copies = async () => (await stored(tenant.id)).map(({ u1, u2 }) => [u1, u2])
  const removed = await change(made.body as DataTable, { fields: [second, third] })
  const next = await change(removed.body as DataTable, { fields: [second, { ...third, unique: true }] })
  assert.equal(next.status, 200, JSON.stringify(next.body))
  assert.deepEqual(await copies(), [
    ['b', '1'],
    ['a', '2'],
  ])
  await assert.rejects(store(tenant.id, 'places', { second: 3, third: 'a' }), /records_u1/)
  const tooMany = await change(next.body as DataTable, {
    fields: [first, second, { ...third, unique: true }],
  })
  assert.equal(tooMany.body.code, 'bad_field')
  const back = await change(next.body as DataTable, { fields: [first, { ...third, unique: true }] })
  assert.equal(back.status, 200, JSON.stringify(back.body))
  assert.deepEqual(await copies(), [
    ['b', 'a'],
    ['a', 'b'],
  ])
  assert.deepEqual(
    (await stored(tenant.id)).map(({ n1 }) => n1),
    [1, 2],
    'the removed field keeps its values',
  )
})

test('refuses fields and names that could not work', async () => {
  const { create } = await builder()
  const refused = async (body: object) => (await create({ title: 'T', ...body })).body.code as string
  assert.equal(await refused({ name: 'tenants' }), 'name_taken')
  assert.equal(await refused({ name: 'rpc' }), 'name_taken')
  assert.equal(await refused({ name: 'Robert"; drop' }), 'invalid_input')
  const fields: object[] = [
    { title: 'A', name: 'created_at', kind: 'text' },
    { title: 'A', kind: 'choice' },
    { title: 'A', kind: 'relation', table: '00000000-0000-7000-8000-000000000000' },
    { title: 'A', kind: 'text', id: 'aaaaaaaa' },
  ]
  for (const each of fields)
    assert.equal(await refused({ fields: [each] }), 'bad_field', JSON.stringify(each))
  assert.equal(
    await refused({
      fields: [
        { title: 'A', kind: 'text', name: 'a' },
        { title: 'B', kind: 'text', name: 'a' },
      ],
    }),
    'bad_field',
  )
  assert.equal(await refused({ team_scoped: true }), 'upgrade_required')
})

test('a statement made from an old description is refused, and writers end before a description changes', async () => {
  const { create, change, tenant } = await builder()
  const table = (await create(guests)).body as DataTable
  const old = await cache.reload(tenant.id)
  await change(table, { title: 'New' })
  const described = old.tables.get('gaste')!
  const { row } = checkRow(described, { name: 'Ann' })
  assert.ok(row)
  await assert.rejects(
    app.database.asService('test: store a row', (db) =>
      insertRecord(db, old, described, row, { by: null, approved: true }),
    ),
    { code: 'BB001' },
  )
})

test('[peers D16] rows and bytes are limited by plan, under parallel writers; deleting makes room', async () => {
  const own = await tableBuilder(app, 'pro')
  await own.create('Full', [{ title: 'Words', kind: 'long_text' }], OPEN)
  const call = functionCall(app, app.anonKey, own.access_token)
  const usage = async () =>
    (await call('GET', `/data-tables/${own.tenant.id}/tables`)).body.usage as TableUsage
  assert.deepEqual(await usage(), { rows: 0, bytes: 0, most_rows: 100_000, most_bytes: 5 * 1024 ** 3 })
  await app.owner.query(`insert into app.record_usage (tenant_id, rows) values ($1, 99995)`, [own.tenant.id])
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, at) =>
      own
        .visitor()
        .from('full')
        .insert({ words: `w${at}` }),
    ),
  )
  const refused = answers.flatMap(({ error }) => error ?? [])
  assert.equal(refused.length, 7)
  for (const { code, message, details } of refused)
    assert.deepEqual([code, message, details], ['42501', 'The tables are full', 'Pro includes 100,000 rows.'])
  assert.equal((await usage()).rows, 100_000)
  assert.ok((await usage()).bytes > 5 * 100)
  await own
    .visitor()
    .from('full')
    .delete()
    .eq('words', answers[0]!.error ? 'none' : 'w0')
  await own.staff().from('full').delete().neq('words', 'none')
  const after = await usage()
  assert.deepEqual([after.rows, after.bytes], [99_995, 0])
  assert.equal((await own.visitor().from('full').insert({ words: 'again' })).error, null)
  await app.owner.query(`update app.record_usage set bytes = 6e9 where tenant_id = $1`, [own.tenant.id])
  const large = await own
    .visitor()
    .from('full')
    .update({ words: 'x'.repeat(1000) })
    .eq('words', 'again')
  assert.equal(large.error!.details, 'Pro includes 5,120 MB of rows.')
  await app.owner.query('delete from public.tenants where id = $1', [own.tenant.id])
})

test('[peers D16] rows are limited by the plan that the owner has now, whatever became of the subscription', async () => {
  const own = await tableBuilder(app, 'pro')
  await own.create('Notes', [{ title: 'Words', kind: 'text' }], OPEN)
  await app.owner.query('insert into app.record_usage (tenant_id, rows) values ($1, 1000)', [own.tenant.id])
  const insertAt = async (status: string) => {
    await app.owner.query('update public.bolt_subscriptions set status = $2 where user_id = $1', [
      own.owner,
      status,
    ])
    const { rows } = await app.owner.query('select app.plan_of($1) as plan', [own.owner])
    const { error } = await own.visitor().from('notes').insert({ words: status })
    return [rows[0].plan, error?.details]
  }
  for (const status of ['active', 'trialing', 'past_due'])
    assert.deepEqual(await insertAt(status), ['pro', undefined], status)
  for (const status of ['canceled', 'unpaid', 'paused', 'incomplete', 'incomplete_expired'])
    assert.deepEqual(await insertAt(status), ['free', 'Free includes 1,000 rows.'], status)
  await app.owner.query('delete from public.tenants where id = $1', [own.tenant.id])
})

test('[peers D16] writers far from the limits do not wait for each other, and those of many rows do not pass them together', async () => {
  const own = await tableBuilder(app, 'pro')
  const table = await own.create('Busy', [{ title: 'Words', kind: 'text' }], OPEN)
  const rows = async () =>
    Number(
      (
        await app.owner.query('select sum(rows) as n from app.record_usage where tenant_id = $1', [
          own.tenant.id,
        ])
      ).rows[0].n,
    )
  await app.owner.query('begin')
  try {
    const add = `insert into app.records (tenant_id, table_id, indexed, t1) values ($1, $2, 1, 'open')`
    await app.owner.query(add, [own.tenant.id, table.id])
    // Each would wait until the statement timeout for the transaction that is open.
    for (let at = 0; at < 3; at++)
      assert.ifError(
        (
          await own
            .visitor()
            .from('busy')
            .insert({ words: `w${at}` })
        ).error,
      )
    assert.ifError((await own.visitor().from('busy').update({ words: 'changed' }).eq('words', 'w0')).error)
    assert.ifError((await own.visitor().from('busy').delete().eq('words', 'w1')).error)
  } finally {
    await app.owner.query('commit')
  }
  assert.equal(await rows(), 3)
  const { rows: places } = await app.owner.query('select from app.record_usage where tenant_id = $1', [
    own.tenant.id,
  ])
  assert.equal(places.length, 2, 'one for each writer at a time')

  await app.owner.query(
    'update app.record_usage set rows = 98000 where tenant_id = $1 and place = (select min(place) from app.record_usage where tenant_id = $1)',
    [own.tenant.id],
  )
  await app.owner.query(
    'update app.record_usage set rows = 0 where tenant_id = $1 and place <> (select min(place) from app.record_usage where tenant_id = $1)',
    [own.tenant.id],
  )
  const many = Array.from({ length: 300 }, (_, at) => ({ words: `m${at}` }))
  const answers = await Promise.all(Array.from({ length: 9 }, () => own.visitor().from('busy').insert(many)))
  assert.equal(answers.filter(({ error }) => !error).length, 6)
  assert.equal(await rows(), 99_800)
})

test('requests that ask for the tables again share queries, and see what was changed before they asked', async () => {
  const own = await tableBuilder(app)
  await own.create('First', [], OPEN)
  let queries = 0
  const counted = openTablesCache({
    ...app.database,
    asService: (reason, work) => {
      queries++
      return app.database.asService(reason, work)
    },
  })
  const older = counted.current(own.tenant.id)
  await own.create('Second', [], OPEN)
  const fresh = await Promise.all(Array.from({ length: 50 }, () => counted.reload(own.tenant.id)))
  for (const { tables } of fresh) assert.deepEqual([...tables.keys()], ['first', 'second'])
  await older
  assert.ok(queries <= 3, `${queries} queries`)
})

test('what long texts take is given back in full, though the database compresses them', async () => {
  const own = await tableBuilder(app)
  const table = await own.create('Articles', [{ title: 'Words', kind: 'long_text' }], OPEN)
  for (let at = 0; at < 3; at++)
    await own
      .visitor()
      .from('articles')
      .insert({ words: 'a'.repeat(20_000) })
  for (let at = 0; at < 60; at++)
    await own
      .visitor()
      .from('articles')
      .update({ words: `${at}`.repeat(9000) })
      .neq('words', 'none')
  const stored = async () =>
    (
      await app.owner.query(
        `select sum(u.rows)::int as rows, sum(u.bytes)::int as bytes, sum(u.history_bytes)::int as history_bytes,
           (select count(*)::int from app.record_history where table_id = $2) as entries
         from app.record_usage u where tenant_id = $1`,
        [own.tenant.id, table.id],
      )
    ).rows[0]
  const filled = await stored()
  assert.equal(filled.entries, 150, 'the newest 50 changes of each row')
  assert.ok(filled.bytes > 54_000 && filled.history_bytes > 1_000_000, JSON.stringify(filled))
  await own.visitor().from('articles').delete().neq('words', 'none')
  await app.owner.query('delete from app.record_history where table_id = $1', [table.id])
  assert.deepEqual(await stored(), { rows: 0, bytes: 0, history_bytes: 0, entries: 0 })
  await app.owner.query(`update app.record_usage set history_bytes = 1e15 where tenant_id = $1`, [
    own.tenant.id,
  ])
  const { error } = await own.visitor().from('articles').insert({ words: 'one more' })
  assert.equal(error!.message, 'The history of the tables is full')
  assert.ifError((await own.staff().from('articles').insert({ words: 'of the staff' })).error)
  assert.ifError(
    (await own.staff().from('articles').update({ words: 'and changed' }).neq('words', 'none')).error,
  )
})

test('[peers D16] one statement counts for each tenant, and one row by whatever part of the plan is used most', async () => {
  const [own, other] = [await tableBuilder(app, 'pro'), await tableBuilder(app)]
  const tables = [await own.create('Ours', NOTES, OPEN), await other.create('Theirs', NOTES, OPEN)]
  const tenants = [own.tenant.id, other.tenant.id]
  await app.owner.query('delete from public.bolt_subscriptions where user_id = $1', [other.owner])
  await app.owner.query(
    `insert into app.records (tenant_id, table_id, indexed, t1)
     select t.tenant_id, t.id, 1, 'n' || n from public.data_tables t, generate_series(1, 3) n
     where t.id = any ($1) and (n < 3 or t.tenant_id = $2)`,
    [tables.map(({ id }) => id), own.tenant.id],
  )
  const counted = async () =>
    (
      await app.owner.query(
        `select sum(rows)::int as rows, sum(bytes)::float8 as bytes from app.record_usage where tenant_id = any ($1)
         group by tenant_id order by rows desc`,
        [tenants],
      )
    ).rows
  const size = 120 + '{}'.length + 'n1'.length
  assert.deepEqual(await counted(), [
    { rows: 3, bytes: 3 * size },
    { rows: 2, bytes: 2 * size },
  ])
  // No part is nearly full; together they are more than the plan, in two places.
  await app.owner.query(
    `insert into app.record_usage (tenant_id, place, rows, bytes) values ($1, 1001, 80000, 0), ($1, 1002, 0, 4e9)`,
    [own.tenant.id],
  )
  const insert = async ({ visitor }: typeof own, into: string) =>
    (await visitor().from(into).insert({ words: 'n4' })).error
  assert.ifError(await insert(own, 'ours'))
  assert.equal((await counted())[0]!.rows, 80_004)
  await app.owner.query('update app.record_usage set bytes = 6e9 where place = 1002 and tenant_id = $1', [
    own.tenant.id,
  ])
  assert.equal((await insert(own, 'ours'))!.details, 'Pro includes 5,120 MB of rows.')
  const most = async (rows: number) =>
    app.owner.query(`update public.bolt_plans set own_rows = $1 where id = 'free'`, [rows])
  await most(0)
  try {
    await app.owner.query('delete from app.records where tenant_id = $1', [other.tenant.id])
    assert.equal((await insert(other, 'theirs'))!.details, 'Free includes 0 rows.')
  } finally {
    await most(1000)
  }
  assert.ifError(await insert(other, 'theirs'))
})

test('a value that is an object of any form must be a file, and a text with braces is a text', async () => {
  const own = await tableBuilder(app)
  const table = await own.create('Braces', [{ title: 'Words', kind: 'long_text' }], OPEN)
  const { id } = table.fields[0]!
  const add = (value: unknown) =>
    app.owner.query('insert into app.records (tenant_id, table_id, extra) values ($1, $2, $3)', [
      own.tenant.id,
      table.id,
      JSON.stringify({ [id]: value }),
    ])
  for (const words of ['{', 'a {"id": {}} b', '{}{'])
    assert.ifError((await own.visitor().from('braces').insert({ words })).error)
  await add('{"id": "none"}')
  for (const value of [{}, { name: 'none' }, { id: crypto.randomUUID() }])
    await assert.rejects(add(value), { column: id }, JSON.stringify(value))
})

test('row-level security itself lets a visitor add rows that wait, and approved ones where none must wait', async () => {
  const own = await tableBuilder(app)
  const tables = {
    waits: await own.create('Waits', NOTES, { ...OPEN, approval: true }),
    open: await own.create('Open', NOTES, OPEN),
    closed: await own.create('Closed', NOTES),
  }
  const claims = { role: 'anon', pool: own.tenant.id, tenant: own.tenant.id } as const
  const add = (table: keyof typeof tables, approved: boolean) =>
    app.database.once(claims, {
      text: 'insert into app.records (tenant_id, table_id, approved) values ($1, $2, $3)',
      values: [own.tenant.id, tables[table].id, approved],
    })
  for (const [table, approved] of [
    ['waits', false],
    ['open', false],
    ['open', true],
  ] as const)
    await add(table, approved)
  for (const [table, approved] of [
    ['waits', true],
    ['closed', false],
    ['closed', true],
  ] as const)
    await assert.rejects(add(table, approved), { code: '42501' }, `${table} ${approved}`)
})

const NOTES: GivenField[] = [{ title: 'Words', kind: 'text' }]
