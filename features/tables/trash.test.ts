import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { eventually } from '#testing/eventually.ts'
import { functionCall } from '#testing/function-call.ts'
import { AUTHOR, MEMBERS, OPEN, tableBuilder } from '#testing/own-tables.ts'
import { testApp } from '#testing/test-app.ts'
import type { RowChange } from './endpoints.ts'
import { planFields } from './plan-fields.ts'
import { clearRemovedFields, forgetRecords, tendTable } from './upkeep.ts'

const app = await testApp({ env: { AUTH_LIMIT_FACTOR: '1000' } })
const site = await tableBuilder(app)
const call = functionCall(app, app.anonKey, site.access_token)
const pathOf = (id: string) => `/data-tables/${site.tenant.id}/tables/${id}`

test('[peers D14] a deleted row is in the trash and comes back as it was, into the slots of now', async () => {
  const table = await site.create(
    'Guests',
    [
      { title: 'Name', kind: 'text', unique: true },
      { title: 'Old', kind: 'number' },
      { title: 'Note', kind: 'long_text' },
      { title: 'Done', kind: 'yes_no' },
    ],
    { see: MEMBERS, add: MEMBERS, change: AUTHOR, delete: AUTHOR },
  )
  const member = await site.member()
  const added = await member.client
    .from('guests')
    .insert({ name: 'Ann', old: 4, note: 'Hello', done: false })
    .select()
    .single()
  const row = added.data as Record<string, unknown>
  await member.client.from('guests').delete().eq('name', 'Ann')
  const changed = await site.change(table, {
    fields: [{ ...table.fields[2], name: 'words' }, table.fields[3], table.fields[0]],
  })
  const trash = await call('GET', `${pathOf(table.id)}/trash`)
  const [entry] = trash.body.rows as RowChange[]
  assert.deepEqual(
    [entry!.row_id, entry!.act, entry!.actor_kind, entry!.actor_id, entry!.before],
    [row.id, 'deleted', 'person', member.id, { words: 'Hello', done: false, name: 'Ann' }],
  )
  const restored = await call('POST', `${pathOf(table.id)}/trash/restore`, { rows: [row.id] })
  assert.deepEqual(restored.body, { restored: 1 })
  const back = await member.client.from('guests').select().single()
  const { updated_at: _, ...now } = back.data as Record<string, unknown>
  assert.deepEqual(now, {
    id: row.id,
    words: 'Hello',
    done: false,
    name: 'Ann',
    created_at: row.created_at,
    created_by: member.id,
    team_id: null,
    approved: true,
  })
  assert.equal((await call('GET', `${pathOf(table.id)}/trash`)).body.rows.length, 0)
  const again = await call('POST', `${pathOf(table.id)}/trash/restore`, { rows: [row.id] })
  assert.deepEqual(again.body, { restored: 0 })
  await member.client.from('guests').delete().eq('name', 'Ann')
  await member.client.from('guests').insert({ name: 'Ann' })
  const taken = await call('POST', `${pathOf(table.id)}/trash/restore`, { rows: [row.id] })
  assert.equal(taken.body.code, 'not_unique')
  assert.equal(changed.fields.length, 3)
})

test("a row that waits for approval still waits, and is its author's, when staff deleted and restored it", async () => {
  const table = await site.create('Queue', [{ title: 'Words', kind: 'text' }], {
    see: MEMBERS,
    add: MEMBERS,
    change: AUTHOR,
    delete: AUTHOR,
    approval: true,
  })
  const [author, other] = [await site.member(), await site.member()]
  const { data } = await author.client.from('queue').insert({ words: 'a' }).select().single()
  assert.ifError((await site.staff().from('queue').delete().eq('id', data!.id)).error)
  await call('POST', `${pathOf(table.id)}/trash/restore`, { rows: [data!.id] })
  assert.deepEqual((await other.client.from('queue').select()).data, [])
  const own = await author.client.from('queue').update({ words: 'b' }).eq('id', data!.id).select().single()
  assert.deepEqual(
    [own.data!.approved, own.data!.created_by, own.data!.created_at],
    [false, author.id, data!.created_at],
  )
})

test('the history has what a row was before, who changed it, and nothing for what no one sees', async () => {
  const table = await site.create('Notes', [{ title: 'Words', kind: 'text' }], OPEN)
  const { data } = await site.visitor().from('notes').insert({ words: 'one' }).select('id').single()
  await site.staff().from('notes').update({ words: 'two' }).eq('id', data!.id)
  await site.visitor().from('notes').update({ words: 'two' }).eq('id', data!.id)
  await site.visitor().from('notes').update({ words: 'three' }).eq('id', data!.id)
  await site.change(table, { fields: [...table.fields, { title: 'More', kind: 'number' }] })
  const { body } = await call('GET', `${pathOf(table.id)}/rows/${data!.id}/history`)
  assert.deepEqual(
    (body.changes as RowChange[]).map(({ act, actor_kind, before }) => [act, actor_kind, before.words]),
    [
      ['changed', 'visitor', 'two'],
      ['changed', 'staff', 'one'],
    ],
  )
})

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

test('rows do not come back into a table that the plan made read-only', async () => {
  const free = await tableBuilder(app)
  await free.create('First', [{ title: 'Words', kind: 'text' }], OPEN)
  const table = await free.create('Second', [{ title: 'Words', kind: 'text' }], OPEN)
  const { data } = await free.visitor().from('second').insert({ words: 'a' }).select('id').single()
  await free.visitor().from('second').delete().eq('id', data!.id)
  await app.owner.query('delete from public.bolt_subscriptions where user_id = $1', [free.owner])
  const restored = await functionCall(app, app.anonKey, free.access_token)(
    'POST',
    `/data-tables/${free.tenant.id}/tables/${table.id}/trash/restore`,
    { rows: [data!.id] },
  )
  assert.deepEqual([restored.status, restored.body.code], [402, 'upgrade_required'])
  assert.deepEqual((await storedOf(table.id)).slice(0, 2), [0, 1], 'it stays in the trash')
})

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

test('[peers M12] erasing a member leaves nothing of them in rows, fields and history; their export names the fields', async () => {
  await site.create(
    'Diary',
    [
      { title: 'Words', kind: 'text' },
      { title: 'Friend', kind: 'person' },
    ],
    OPEN,
  )
  const [ann, bob] = [await site.member(), await site.member()]
  await ann.client.from('diary').insert([{ words: 'canary of Ann' }, { words: 'deleted canary of Ann' }])
  await ann.client.from('diary').delete().eq('words', 'deleted canary of Ann')
  await bob.client.from('diary').insert({ words: 'by Bob', friend: ann.id })
  await bob.client.from('diary').update({ words: 'by Bob again' }).eq('words', 'by Bob')
  const letters = await site.create(
    'Letters',
    [
      { title: 'From', kind: 'email' },
      { title: 'Reply', kind: 'email' },
      { title: 'About', kind: 'text' },
    ],
    OPEN,
  )
  const { rows: users } = await app.owner.query(
    `update auth.users set email_confirmed_at = now() where id = $1 returning email`,
    [ann.id],
  )
  const address = users[0].email as string
  const sent = await site
    .visitor()
    .from('letters')
    .insert([
      { from: address.toUpperCase(), reply: address },
      { from: 'other@example.com' },
      { from: address },
      { from: 'first-canary@example.com', about: 'changed' },
    ])
    .select('id')
  assert.ifError(sent.error)
  await site.visitor().from('letters').delete().eq('id', sent.data[2]!.id)
  await site.visitor().from('letters').update({ from: address }).eq('id', sent.data[3]!.id)
  // What the staff typed stays: it is the builder's own record of a customer.
  const typed = await site.staff().from('letters').insert({ from: address, about: 'typed by the staff' })
  assert.ifError(typed.error)
  // Not every row is in the index yet.
  await app.owner.query(`update app.records set indexed = 0 where id = $1`, [sent.data[0]!.id])
  await app.owner.query(
    `update public.data_tables set fields = jsonb_set(jsonb_set(fields, '{0,indexed}', 'false'), '{1,indexed}', 'false') where id = $1`,
    [letters.id],
  )
  const exported = await app.owner.query(`select part, content from app.person_export($1, $2)`, [
    site.tenant.id,
    ann.id,
  ])
  const rows = exported.rows.find(({ part }) => part === 'app.records').content
  assert.deepEqual(
    rows.map((row: { table: string; values: object }) => [row.table, row.values]),
    [
      ['Diary', { words: 'canary of Ann' }],
      ['Letters', { from: address, reply: address }],
    ],
    'an address that was put into another row proves nothing',
  )
  await app.owner.query('select app.erase_person($1, $2, $3)', [site.tenant.id, ann.id, address])
  const { rows: left } = await app.owner.query(
    `select to_jsonb(r)::text as text from app.records r where tenant_id = $1
     union all select to_jsonb(h)::text from app.record_history h where tenant_id = $1`,
    [site.tenant.id],
  )
  const texts = left.map(({ text }) => text as string).filter((text) => !text.includes('typed by the staff'))
  assert.equal(left.length - texts.length, 1)
  assert.deepEqual(
    texts.filter(
      (text) =>
        text.includes(ann.id) || text.includes('canary of Ann') || text.toLowerCase().includes(address),
    ),
    [],
  )
  for (const kept of ['by Bob again', 'other@example.com', 'changed'])
    assert.ok(
      texts.some((text) => text.includes(kept)),
      kept,
    )
})
