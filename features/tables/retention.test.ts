import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { eventually } from '#testing/eventually.ts'
import { functionCall } from '#testing/function-call.ts'
import { OPEN, tableBuilder } from '#testing/own-tables.ts'
import { testApp } from '#testing/test-app.ts'
import { forgetRecords } from './upkeep.ts'

const app = await testApp({ env: { AUTH_LIMIT_FACTOR: '1000' } })
const site = await tableBuilder(app)
const call = functionCall(app, app.anonKey, site.access_token)
const pathOf = (id: string) => `/data-tables/${site.tenant.id}/tables/${id}`

/** Makes it so many days since a table was deleted. */
async function setDeletedAt(tableId: string, days: number) {
  await app.owner.query('alter table public.data_tables disable trigger place')
  await app.owner.query(
    `update public.data_tables set deleted_at = now() - make_interval(days => $2) where id = $1`,
    [tableId, days],
  )
  await app.owner.query('alter table public.data_tables enable trigger place')
}

/** Rows of a table that are stored, and of its history. */
async function storedOf(tableId: string) {
  const { rows } = await app.owner.query(
    `select (select count(*)::int from app.records where table_id = $1) as rows,
       (select count(*)::int from app.record_history where table_id = $1) as changes,
       (select count(*)::int from app.forgotten_tables where table_id = $1) as forgotten`,
    [tableId],
  )
  return [rows[0].rows, rows[0].changes, rows[0].forgotten]
}

/** Adds rows that a request would take long for. */
const fill = (tableId: string, count: number) =>
  app.owner.query(
    `insert into app.records (tenant_id, table_id, indexed, t1) select $1, $2, 1, 'row ' || n from generate_series(1, $3) as n`,
    [site.tenant.id, tableId, count],
  )

/** Waits until a transaction waits for the lock of the tables. */
const someoneWaits = () =>
  eventually('a transaction waits for the tables', async () => {
    const { rows } = await app.owner.query(
      `select from pg_locks where locktype = 'advisory' and not granted
         and database = (select oid from pg_database where datname = current_database())`,
    )
    return rows.length > 0
  })

/** Runs a call while another transaction has the lock of the tenant's tables, and then does something more. */
async function whileLocked<T>(
  call: () => Promise<T>,
  then: (tableId: string) => ReturnType<typeof sql>,
  tableId: string,
) {
  let answer: Promise<T> | undefined
  await app.database.asService('test: another change of the tables', async (db) => {
    await sql`select pg_advisory_xact_lock(app.tables_lock(${site.tenant.id}))`.execute(db)
    answer = call()
    await someoneWaits()
    await then(tableId).execute(db)
  })
  return answer!
}

test('deleting a table waits for a change of it, instead of locking in another order', async () => {
  const table = await site.create('Contested', [{ title: 'Words', kind: 'text' }], OPEN)
  const lockRow = (id: string) => sql`select from public.data_tables where id = ${id} for update`
  const deleted = await whileLocked(() => site.remove(table), lockRow, table.id)
  assert.equal(deleted.status, 200, JSON.stringify(deleted.body))
  const restored = await whileLocked(() => call('POST', `${pathOf(table.id)}/restore`), lockRow, table.id)
  assert.equal(restored.status, 200, JSON.stringify(restored.body))
  await site.remove(table)
  await setDeletedAt(table.id, 31)
  await whileLocked(() => forgetRecords(app.kernel), lockRow, table.id)
  assert.equal((await call('POST', `${pathOf(table.id)}/restore`)).status, 404)
})

test('a table that is restored while the job waits keeps its rows, and one that the job deletes is gone for a restore', async () => {
  const table = await site.create('Close call', [{ title: 'Words', kind: 'text' }], OPEN)
  await fill(table.id, 3)
  await site.remove(table)
  await setDeletedAt(table.id, 31)
  await whileLocked(
    () => forgetRecords(app.kernel),
    (id) => sql`update public.data_tables set deleted_at = null where id = ${id}`,
    table.id,
  )
  assert.equal((await site.visitor().from('close_call').select('id')).data!.length, 3)
  await site.remove(table)
  await setDeletedAt(table.id, 31)
  const late = await whileLocked(
    () => call('POST', `${pathOf(table.id)}/restore`),
    (id) => sql`select app.forget_table(${site.tenant.id}, ${id})`,
    table.id,
  )
  assert.equal(late.status, 404, JSON.stringify(late.body))
  assert.deepEqual(await storedOf(table.id), [0, 0, 0])
})

test('a large table goes in steps, and one that cannot be deleted keeps neither others nor the history', async () => {
  const [large, stuck, history] = [
    await site.create('Large trash', [{ title: 'Words', kind: 'text' }], OPEN),
    await site.create('Stuck', [{ title: 'Words', kind: 'text' }], OPEN),
    await site.create('Old history', [{ title: 'Words', kind: 'text' }], OPEN),
  ]
  await fill(large.id, 2500)
  await fill(stuck.id, 2)
  await fill(history.id, 700)
  await app.owner.query('delete from app.records where table_id = $1', [history.id])
  await app.owner.query(`update app.record_history set at = now() - interval '31 days' where table_id = $1`, [
    history.id,
  ])
  for (const table of [stuck, large]) {
    await site.remove(table)
    await setDeletedAt(table.id, table === stuck ? 32 : 31)
  }
  // At once, so that a deletion within a request stays short; the rest is for the job.
  await app.database.asService('test: delete a large table', (db) =>
    sql`select app.forget_table(${site.tenant.id}, ${large.id})`.execute(db),
  )
  assert.deepEqual(await storedOf(large.id), [1500, 0, 1])
  await app.owner.query(`create function public.refuse() returns trigger language plpgsql as $$
    begin if old.id = '${stuck.id}' then raise 'stuck'; end if; return old; end $$`)
  await app.owner.query(
    'create trigger refuse before delete on public.data_tables for each row execute function public.refuse()',
  )
  await assert.rejects(forgetRecords(app.kernel, 100), AggregateError)
  assert.deepEqual(
    [await storedOf(large.id), await storedOf(stuck.id), await storedOf(history.id)],
    [
      [0, 0, 0],
      [2, 0, 0],
      [0, 0, 0],
    ],
  )
  await app.owner.query('drop function public.refuse() cascade')
  await forgetRecords(app.kernel)
  assert.deepEqual(await storedOf(stuck.id), [0, 0, 0])
})

test('rows of large tables of a deleted site go in steps, and no one reaches them meanwhile', async () => {
  const other = await tableBuilder(app)
  const table = await other.create('Guests', [{ title: 'Words', kind: 'text' }], OPEN)
  const { rows } = await app.owner.query('select name from public.tenants where id = $1', [other.tenant.id])
  const key = other.tenant.id
  await app.owner.query(
    `insert into app.records (tenant_id, table_id, indexed, t1) select $1, $2, 1, 'row ' || n from generate_series(1, 2500) as n`,
    [key, table.id],
  )
  const asOwner = functionCall(app, app.anonKey, other.access_token)
  const deleted = await asOwner('POST', '/delete-tenant', { tenant_id: key, name: rows[0].name })
  assert.equal(deleted.status, 200, JSON.stringify(deleted.body))
  assert.deepEqual(await storedOf(table.id), [1500, 0, 1])
  assert.ok((await other.visitor().from('guests').select('id')).error)
  assert.ok((await other.staff().from('guests').select('id')).error)
  const queued = await app.owner.query(
    `select from pgboss.job where name = 'trash-retention' and state = 'created'`,
  )
  assert.ok(queued.rows.length > 0, 'the deletion starts the job')
  await forgetRecords(app.kernel, 500)
  assert.deepEqual(await storedOf(table.id), [0, 0, 0])
})

test('the trash is emptied after 30 days, of rows and of tables', async () => {
  const table = await site.create('Old', [{ title: 'Words', kind: 'text' }], OPEN)
  await site
    .visitor()
    .from('old')
    .insert([{ words: 'a' }, { words: 'b' }])
  await site.visitor().from('old').delete().eq('words', 'a')
  const count = async (from: string) =>
    Number(
      (await app.owner.query(`select count(*) as n from ${from} where table_id = $1`, [table.id])).rows[0].n,
    )
  await forgetRecords(app.kernel)
  assert.equal(await count('app.record_history'), 1)
  await app.owner.query(`update app.record_history set at = now() - interval '31 days' where table_id = $1`, [
    table.id,
  ])
  await forgetRecords(app.kernel)
  assert.deepEqual([await count('app.record_history'), await count('app.records')], [0, 1])
  await site.remove(table)
  await forgetRecords(app.kernel)
  assert.equal(await count('app.records'), 1, 'a table in the trash keeps its rows')
  await setDeletedAt(table.id, 31)
  await forgetRecords(app.kernel)
  assert.deepEqual([await count('app.record_history'), await count('app.records')], [0, 0])
})
