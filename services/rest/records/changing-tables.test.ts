import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OPEN, tableBuilder } from '#testing/own-tables.ts'
import { testApp } from '#testing/test-app.ts'

const app = await testApp({ env: { AUTH_LIMIT_FACTOR: '1000' } })
const site = await tableBuilder(app)
const visitor = site.visitor()
await site.create('Authors', [{ title: 'Name', kind: 'text', unique: true }], OPEN)

test('tables that change again and again while a request waits end in 503, with a time to try again', async () => {
  const { rows } = await app.owner.query<{ definition: string }>(
    `select pg_get_functiondef('app.check_tables(uuid, bigint)'::regprocedure) as definition`,
  )
  await app.owner
    .query(`create or replace function app.check_tables(p_tenant uuid, p_revision bigint) returns boolean
    language plpgsql stable security definer set search_path = '' as $$ begin raise exception 'changed' using errcode = 'BB001'; end $$`)
  const { status, error } = await visitor.from('authors').select()
  await app.owner.query(rows[0]!.definition)
  assert.deepEqual([status, error?.code], [503, 'PGRST003'])
  assert.ifError((await visitor.from('authors').select()).error)
})

test('a value that does not fit the type of an old description is read by the new one', async () => {
  const table = await site.create(
    'Casts',
    [
      { title: 'Name', kind: 'text' },
      ...Array.from({ length: 5 }, (_, at) => ({ title: `N${at}`, name: `n${at}`, kind: 'number' as const })),
    ],
    OPEN,
  )
  const field = table.fields.find(({ slot, name }) => !slot && name !== 'name')!
  assert.ok(field, 'a number without a slot')
  await visitor.from('casts').insert({ name: 'a', [field.name]: 1 })
  assert.ifError((await visitor.from('casts').select()).error)
  // Another process changes the field and its values.
  await app.owner.query(
    `update public.data_tables set fields = (select jsonb_agg(case when f ->> 'id' = $2 then f || '{"kind": "long_text"}' else f end)
       from jsonb_array_elements(fields) as f) where id = $1`,
    [table.id, field.id],
  )
  await app.owner.query('update app.data_schemas set revision = revision + 1 where tenant_id = $1', [
    site.tenant.id,
  ])
  await app.owner.query(
    `update app.records set extra = jsonb_build_object($2::text, 'words') where table_id = $1`,
    [table.id, field.id],
  )
  const { data, error } = await visitor.from('casts').select(`name, ${field.name}`).eq(field.name, 'words')
  assert.ifError(error)
  assert.deepEqual(data, [{ name: 'a', [field.name]: 'words' }])
})

test('requests that arrive together after a change are all planned again', async () => {
  let table = await site.create('Together', [{ title: 'Name', kind: 'text' }], OPEN)
  for (let round = 0; round < 8; round++) {
    assert.ifError((await visitor.from('together').select()).error)
    table = await site.change(table, { fields: [...table.fields, { title: `F${round}`, kind: 'text' }] })
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => visitor.from('together').select(`name, ${table.fields.at(-1)!.name}`)),
    )
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
  }
})
