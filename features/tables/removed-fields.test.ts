import assert from 'node:assert/strict'
import { test } from 'node:test'
import { functionCall } from '#testing/function-call.ts'
import { OPEN, tableBuilder } from '#testing/own-tables.ts'
import { testApp } from '#testing/test-app.ts'
import { planFields } from './plan-fields.ts'
import { clearRemovedFields, tendTable } from './upkeep.ts'

const app = await testApp({ env: { AUTH_LIMIT_FACTOR: '1000' } })
const site = await tableBuilder(app)
const call = functionCall(app, app.anonKey, site.access_token)
const pathOf = (id: string) => `/data-tables/${site.tenant.id}/tables/${id}`

test('a row comes back without values of fields that are about to be cleared', async () => {
  const table = await site.create(
    'Worn',
    [
      { title: 'Words', kind: 'text' },
      { title: 'Old', kind: 'text' },
    ],
    OPEN,
  )
  const add = { words: 'a', old: 'x' }
  const { data } = await site.visitor().from('worn').insert([add, add]).select('id')
  // A table without rows drops a removed field at once.
  await site.visitor().from('worn').insert({ words: 'stays' })
  await site.visitor().from('worn').delete().eq('words', 'a')
  await site.change(table, { fields: [table.fields[0]] })
  const values = async (row: { id: string }) => {
    await call('POST', `${pathOf(table.id)}/trash/restore`, { rows: [row.id] })
    return (await app.owner.query('select t1, t2 from app.records where id = $1', [row.id])).rows[0]
  }
  await setRemovedAt(table.id, 29)
  assert.deepEqual(await values(data![0]!), { t1: 'a', t2: 'x' })
  // app.tend_table may free the slot while a restore runs.
  await setRemovedAt(table.id, 30)
  assert.deepEqual(await values(data![1]!), { t1: 'a', t2: null })
})

/** Makes it so many days since the fields of a table were removed. */
const setRemovedAt = async (tableId: string, days: number) => {
  await app.owner.query(
    `update public.data_tables set removed_fields = (select jsonb_agg(f || jsonb_build_object('removed_at',
       now() - make_interval(days => $2))) from jsonb_array_elements(removed_fields) as f) where id = $1`,
    [tableId, days],
  )
}

test('a removed field comes back with its values for 30 days, also those of rows that were deleted meanwhile', async () => {
  const table = await site.create(
    'Back again',
    [
      { title: 'Words', kind: 'text' },
      { title: 'Code', kind: 'text', unique: true },
    ],
    OPEN,
  )
  const visitor = site.visitor()
  await visitor.from('back_again').insert([
    { words: 'a', code: 'A' },
    { words: 'b', code: 'B' },
  ])
  const without = await site.change(table, { fields: [table.fields[0]] })
  await tendTable(app.kernel, { tenant: site.tenant.id, table: table.id })
  const gone = await visitor.from('back_again').select('id').eq('words', 'b').single()
  await visitor.from('back_again').delete().eq('words', 'b')
  await visitor.from('back_again').insert({ words: 'c' })
  assert.equal(without.fields.length, 1)
  const { rows: now } = await app.owner.query('select revision::int from public.data_tables where id = $1', [
    table.id,
  ])
  await site.change({ ...without, revision: now[0].revision }, { fields: [table.fields[0], table.fields[1]] })
  await call('POST', `${pathOf(table.id)}/trash/restore`, { rows: [gone.data!.id] })
  const { data } = await visitor.from('back_again').select('words, code').order('words')
  assert.deepEqual(data, [
    { words: 'a', code: 'A' },
    { words: 'b', code: 'B' },
    { words: 'c', code: null },
  ])
  assert.equal((await visitor.from('back_again').insert({ words: 'd', code: 'A' })).error!.code, '23505')
  // In a large table the job has still to put rows into the index of the field that came back.
  const indexed = async () =>
    (
      await app.owner.query(
        `select fields -> 1 ->> 'indexed' as ready from public.data_tables where id = $1`,
        [table.id],
      )
    ).rows[0].ready
  assert.equal(await indexed(), 'true', 'at once in a small table')
  const { fields } = planFields(
    [table.fields[0]!, table.fields[1]!],
    {
      fields: [table.fields[0]!],
      removed_fields: [{ ...table.fields[1]!, removed_at: new Date().toISOString() }],
    },
    false,
  )
  assert.equal(fields[1]!.indexed, false)
})

test('unique numbers have one spelling, from the server and from the database', async () => {
  const numbers = [1e-7, 0.0001, 0.000012, 12.5, -3, 1e14, 123456789012345, 1e15, 1.5e300]
  const table = await site.create('Numbers', [{ title: 'Amount', kind: 'number', unique: true }], OPEN)
  const visitor = site.visitor()
  const added = await visitor
    .from('numbers')
    .insert(numbers.map((amount) => ({ amount })))
    .select('id')
  assert.ifError(added.error)
  await visitor.from('numbers').delete().in('amount', numbers)
  const ids = added.data.map(({ id }) => id as string)
  const restored = await call('POST', `${pathOf(table.id)}/trash/restore`, { rows: ids })
  assert.deepEqual(restored.body, { restored: numbers.length })
  for (const amount of numbers)
    assert.equal((await visitor.from('numbers').insert({ amount })).error?.code, '23505', String(amount))
})

test('rows come back only where the plan lets them be written, and with the indexes of the present fields', async () => {
  const table = await site.create('Late', [{ title: 'Words', kind: 'text' }], OPEN)
  const visitor = site.visitor()
  const { data } = await visitor.from('late').insert({ words: 'a' }).select('id').single()
  await visitor.from('late').delete().eq('words', 'a')
  await site.change(table, { fields: [...table.fields, { title: 'Day', kind: 'date' }] })
  await call('POST', `${pathOf(table.id)}/trash/restore`, { rows: [data!.id] })
  assert.equal((await visitor.from('late').select('id').is('day', null).order('day')).data!.length, 1)
  const { rows } = await app.owner.query(`select indexed from app.records where id = $1`, [data!.id])
  assert.equal(rows[0].indexed, 1 + 1024)
})

test('a large table gets its rows into new indexes, and values of removed fields are cleared', async () => {
  const table = await site.create(
    'Large',
    [
      { title: 'Words', kind: 'text' },
      { title: 'Gone', kind: 'number' },
    ],
    OPEN,
  )
  await site
    .visitor()
    .from('large')
    .insert(Array.from({ length: 30 }, (_, i) => ({ words: `w${i}`, gone: i })))
  await site.change(table, { fields: [table.fields[0], { title: 'Added', kind: 'date' }] })
  // As if the table had been too large to bring up to date at once.
  await app.owner.query(`update app.records set indexed = 1 where table_id = $1`, [table.id])
  await app.owner.query(
    `update public.data_tables set fields = jsonb_set(fields, '{1,indexed}', 'false') where id = $1`,
    [table.id],
  )
  const list = () => site.visitor().from('large').select('words, added').order('added').order('words')
  assert.equal((await list()).data!.length, 30, 'complete while the index is not')
  const tend = () => tendTable(app.kernel, { tenant: site.tenant.id, table: table.id })
  await tend()
  const stored = async () =>
    (
      await app.owner.query(`select revision, removed_fields from public.data_tables where id = $1`, [
        table.id,
      ])
    ).rows[0]
  const before = await stored()
  assert.equal(before.removed_fields[0].name, 'gone')
  const { rows: kept } = await app.owner.query(
    `select count(n1)::int as n from app.records where table_id = $1`,
    [table.id],
  )
  assert.equal(kept[0].n, 30, 'values of a removed field stay for 30 days')
  await tend()
  assert.equal((await stored()).revision, before.revision, 'nothing to do makes no new revision')
  await setRemovedAt(table.id, 31)
  await clearRemovedFields(app.kernel)
  const { rows } = await app.owner.query(
    `select distinct r.indexed, r.n1, t.fields -> 1 ->> 'indexed' as ready, t.removed_fields
     from app.records r join public.data_tables t on t.id = r.table_id where table_id = $1`,
    [table.id],
  )
  assert.deepEqual(rows, [{ indexed: 1 + 1024, n1: null, ready: 'true', removed_fields: [] }])
  assert.equal((await list()).data!.length, 30)
})
