import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { eventually } from '#testing/eventually.ts'
import { functionCall } from '#testing/function-call.ts'
import { OPEN, tableBuilder } from '#testing/own-tables.ts'
import { testApp } from '#testing/test-app.ts'

const app = await testApp({ worker: true, env: { AUTH_LIMIT_FACTOR: '1000' } })
const site = await tableBuilder(app)
const other = await tableBuilder(app)

test('with the jobs running, a removed field keeps its values, and a deleted site leaves no row of a large table', async () => {
  const table = await site.create(
    'Guests',
    [
      { title: 'Words', kind: 'text' },
      { title: 'Code', kind: 'text', unique: true },
    ],
    OPEN,
  )
  await site.visitor().from('guests').insert({ words: 'a', code: 'A' })
  await site.change(table, { fields: [table.fields[0]] })
  await eventually('the job has tended the table', async () => {
    const { rows } = await app.owner.query(`select state from pgboss.job where name = 'tend-table'`)
    return rows.length > 0 && rows.every(({ state }) => state === 'completed')
  })
  const { rows } = await app.owner.query(
    `select r.t2, r.u1, t.revision::int as revision, jsonb_array_length(t.removed_fields) as removed
     from app.records r join public.data_tables t on t.id = r.table_id where t.id = $1`,
    [table.id],
  )
  assert.deepEqual([rows[0].t2, rows[0].u1, rows[0].removed], ['A', 'A', 1])
  await site.change({ ...table, revision: rows[0].revision }, { fields: table.fields })
  assert.deepEqual((await site.visitor().from('guests').select('words, code')).data, [
    { words: 'a', code: 'A' },
  ])

  await app.owner.query(
    `insert into app.records (tenant_id, table_id, indexed, t1) select $1, $2, 1, 'row ' || n from generate_series(1, 2500) as n`,
    [site.tenant.id, table.id],
  )
  const { rows: named } = await app.owner.query('select name from public.tenants where id = $1', [
    site.tenant.id,
  ])
  const asOwner = functionCall(app, app.anonKey, site.access_token)
  const deleted = await asOwner('POST', '/delete-tenant', { tenant_id: site.tenant.id, name: named[0].name })
  assert.equal(deleted.status, 200, JSON.stringify(deleted.body))
  await eventually('the job has deleted the rows', async () => {
    const left = await app.owner.query(
      `select from app.records where tenant_id = $1 union all select from app.forgotten_tables where tenant_id = $1`,
      [site.tenant.id],
    )
    return left.rows.length === 0
  })
})

test('rows are checked without the lock of writers, and again when the fields changed meanwhile', async () => {
  const table = await other.create('Pages', [{ title: 'Words', kind: 'text' }], OPEN)
  const ids = [other.tenant.id, table.id]
  await app.owner.query(
    `insert into app.records (tenant_id, table_id, indexed, t1) values ($1, $2, 0, 'behind')`,
    ids,
  )
  await app.owner.query(
    `update public.data_tables set fields = jsonb_set(fields, '{0,indexed}', 'false') where tenant_id = $1 and id = $2`,
    ids,
  )
  const isBehind = () =>
    app.database.asService('test: tend a table', async (db) => {
      const { rows } = await sql<{
        behind: boolean
      }>`select app.tend_table(${ids[0]}, ${ids[1]}) as behind`.execute(db)
      return rows[0]!.behind
    })
  const writer = app.owner
  try {
    await writer.query('begin')
    await writer.query('select pg_advisory_xact_lock_shared(app.tables_lock($1))', [ids[0]])
    assert.equal(await isBehind(), true, 'it does not wait for a writer')
    await writer.query('commit')
    await app.owner.query('select app.tend_rows($1, $2, null, 10)', ids)
    await writer.query('begin')
    await writer.query('select pg_advisory_xact_lock(app.tables_lock($1))', [ids[0]])
    const checked = isBehind()
    await eventually('it waits for the lock', async () => {
      const { rows } = await app.owner.query(
        `select from pg_locks where locktype = 'advisory' and not granted
           and database = (select d.oid from pg_database d where d.datname = current_database())`,
      )
      return rows.length === 1
    })
    await writer.query(`update public.data_tables set title = 'Leaves' where tenant_id = $1 and id = $2`, ids)
    await writer.query('commit')
    assert.equal(await checked, true, 'the fields may be others')
  } finally {
    await writer.query('rollback')
  }
  assert.equal(await isBehind(), false)
  const { rows } = await app.owner.query(
    'select fields from public.data_tables where tenant_id = $1 and id = $2',
    ids,
  )
  assert.equal(rows[0].fields[0].indexed, true)
})
