import assert from 'node:assert/strict'
import { test } from 'node:test'
import { functionCall } from '#testing/function-call.ts'
import { AUTHOR, MEMBERS, OPEN, tableBuilder } from '#testing/own-tables.ts'
import { testApp } from '#testing/test-app.ts'
import type { RowChange } from './endpoints.ts'

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

test('visitors cannot add a row with the id of a deleted one, which comes back; a repeated request adds nothing', async () => {
  const table = await site.create('Ids', [{ title: 'Words', kind: 'text' }], OPEN)
  const id = '0190a5c8-0000-7000-8000-00000000abcd'
  const add = (client: ReturnType<typeof site.visitor>) => client.from('ids').insert({ id, words: 'new' })
  assert.ifError((await add(site.visitor())).error)
  assert.equal((await add(site.visitor())).error!.code, '23505')
  assert.ifError((await site.visitor().from('ids').upsert({ id, words: 'one' })).error)
  assert.ifError((await site.visitor().from('ids').delete().eq('id', id)).error)
  const member = await site.member()
  for (const client of [site.visitor(), member.client]) {
    assert.equal((await add(client)).error!.code, '23505')
    assert.equal((await client.from('ids').upsert({ id, words: 'new' })).error!.code, '23505')
  }
  const { body } = await call('POST', `${pathOf(table.id)}/trash/restore`, { rows: [id] })
  assert.deepEqual(body, { restored: 1 })
  const back = await site.visitor().from('ids').select('words').single()
  assert.deepEqual(back.data, { words: 'one' })
  assert.ifError((await site.visitor().from('ids').upsert({ id, words: 'two' })).error)
})

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
  const { rows } = await app.owner.query(
    `select (select count(*)::int from app.records where table_id = $1) as rows,
       (select count(*)::int from app.record_history where table_id = $1) as changes`,
    [table.id],
  )
  assert.deepEqual(rows, [{ rows: 0, changes: 1 }], 'it stays in the trash')
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
