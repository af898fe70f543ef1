import assert from 'node:assert/strict'
import { test } from 'node:test'
import { functionCall } from '#testing/function-call.ts'
import { AUTHOR, MEMBERS, OPEN, tableBuilder } from '#testing/own-tables.ts'
import { testApp } from '#testing/test-app.ts'
import type { RowChange } from './endpoints.ts'
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

test('a table that the job is deleting for good cannot be restored any more', async () => {
  const table = await site.create('Too late', [{ title: 'Words', kind: 'text' }], OPEN)
  await site.visitor().from('too_late').insert({ words: 'a' })
  await site.remove(table)
  await app.owner.query(`alter table public.data_tables disable trigger place`)
  await app.owner.query(
    `update public.data_tables set deleted_at = now() - interval '30 days' + interval '1 second' where id = $1`,
    [table.id],
  )
  await app.owner.query(`alter table public.data_tables enable trigger place`)
  await app.owner.query('select pg_sleep(1.1)')
  const late = await call('POST', `${pathOf(table.id)}/restore`)
  assert.equal(late.status, 404, JSON.stringify(late.body))
  await forgetRecords(app.kernel)
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
  await app.owner.query(`alter table public.data_tables disable trigger place`)
  await app.owner.query(
    `update public.data_tables set deleted_at = now() - interval '31 days' where id = $1`,
    [table.id],
  )
  await app.owner.query(`alter table public.data_tables enable trigger place`)
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
  await site.create('Letters', [{ title: 'From', kind: 'email' }], OPEN)
  const { rows: users } = await app.owner.query(
    `update auth.users set email_confirmed_at = now() where id = $1 returning email`,
    [ann.id],
  )
  const address = users[0].email as string
  const sent = await site
    .visitor()
    .from('letters')
    .insert([{ from: address.toUpperCase() }, { from: 'other@example.com' }, { from: address }])
    .select('id')
  assert.ifError(sent.error)
  await site.visitor().from('letters').delete().eq('id', sent.data[2]!.id)
  const exported = await app.owner.query(`select part, content from app.person_export($1, $2)`, [
    site.tenant.id,
    ann.id,
  ])
  const rows = exported.rows.find(({ part }) => part === 'app.records').content
  assert.deepEqual(
    rows.map((row: { table: string; values: object }) => [row.table, row.values]),
    [
      ['Diary', { words: 'canary of Ann' }],
      ['Letters', { from: address }],
    ],
  )
  await app.owner.query('select app.erase_person($1, $2, $3)', [site.tenant.id, ann.id, address])
  const { rows: left } = await app.owner.query(
    `select to_jsonb(r)::text as text from app.records r where tenant_id = $1
     union all select to_jsonb(h)::text from app.record_history h where tenant_id = $1`,
    [site.tenant.id],
  )
  const texts = left.map(({ text }) => text as string)
  assert.deepEqual(
    texts.filter(
      (text) => text.includes(ann.id) || /canary of Ann/.test(text) || text.toLowerCase().includes(address),
    ),
    [],
  )
  for (const kept of ['by Bob again', 'other@example.com'])
    assert.ok(
      texts.some((text) => text.includes(kept)),
      kept,
    )
})
