// Changes of tenants' own tables, as the official client receives them (docs/decisions/070).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RealtimePostgresChangesPayload, SupabaseClient } from '@supabase/supabase-js'
import { eventually } from '#testing/eventually.ts'
import { AUTHOR, EVERYONE, MEMBERS, OPEN, tableBuilder } from '#testing/own-tables.ts'
import { inbox, realtimeApp } from '#testing/realtime-app.ts'
import { signUp } from '#testing/test-users.ts'

const app = await realtimeApp()
const second = await app.another()
const site = await tableBuilder(app)
const foreign = await tableBuilder(app)
const key = site.tenant.public_key
const staff = site.staff()

interface Row {
  id: string
  [column: string]: unknown
}
type Change = RealtimePostgresChangesPayload<Row>
interface Wanted {
  event?: 'INSERT' | 'UPDATE' | 'DELETE' | '*'
  table?: string
  filter?: string
}
let channels = 0

/** Watches a table through the given client, and waits until its changes are delivered. */
async function watch(client: SupabaseClient, { event = '*', ...wanted }: Wanted) {
  const received = inbox<Change>()
  const system = inbox<{ status: string; message: string }>()
  const channel = client
    .channel(`own ${++channels}`, { config: { postgres_changes_options: { wait: true, timeout: 0 } } })
    .on<Row>('postgres_changes', { event: event as '*', schema: 'public', ...wanted }, (change) =>
      received.put(change),
    )
    .on('system', {}, (message) => system.put(message as never))
  await new Promise<void>((resolve, reject) =>
    channel.subscribe((status, error) =>
      (status as string) === 'SUBSCRIBED' ? resolve() : reject(error ?? new Error(status)),
    ),
  )
  return Object.assign(received, { system })
}

type Given = Parameters<typeof app.visit>[1]
async function signedIn(publicKey: string, token: string, more: Given = {}) {
  const client = app.visit(publicKey, { token, ...more })
  await client.realtime.setAuth()
  return client
}
const ofTenant = (id: string) => ({ realtime: { params: { 'x-tenant': id } } })
const asStaff = (token = site.access_token, tenant = site.tenant.id) =>
  signedIn(app.anonKey, token, ofTenant(tenant))

/** Waits until everything before has been delivered in this process: changes arrive in the order of the commits. */
async function settled() {
  const last = await watch(app.visit(foreign.tenant.public_key), { table: 'the_end' })
  await foreign.staff().from('the_end').insert({ name: 'the end' })
  await last.next()
}
await foreign.create('The end', [{ title: 'Name', kind: 'text' }], { see: EVERYONE })

async function insert(table: string, values: object, client: SupabaseClient = staff) {
  const { data, error } = await client.from(table).insert(values).select().single()
  assert.equal(error, null, JSON.stringify(error))
  return data as Row
}

test('[S7-114] changes of an own table arrive by its name, shaped as the data API returns the row', async () => {
  await site.create(
    'Notes',
    [
      { title: 'Words', kind: 'text', unique: true },
      { title: 'Price', kind: 'money', currency: 'eur' },
      { title: 'Tags', kind: 'choices', choices: ['old', 'new'].map((value) => ({ value, title: value })) },
      { title: 'Done', kind: 'yes_no' },
      ...['A', 'B', 'C', 'D'].map((title) => ({ title, kind: 'date_time' as const })),
      { title: 'Text', kind: 'long_text' },
    ],
    { see: EVERYONE },
  )
  const here = await watch(app.visit(key), { table: 'notes' })
  const there = await watch(app.visit(key, { server: second }), { table: 'notes' })
  const times = { a: '2026-01-02T03:04:05.000Z', d: '2026-01-02T03:04:05.120Z' }
  const row = await insert('notes', { words: 'Über “x”', price: 1250, tags: ['new'], done: false, ...times })
  const { data: changed } = await staff
    .from('notes')
    .update({ price: null })
    .eq('id', row.id)
    .select()
    .single()
  await staff.from('notes').delete().eq('id', row.id)
  for (const received of [here, there]) {
    const [added, updated, deleted] = [await received.next(), await received.next(), await received.next()]
    assert.deepEqual(
      [added, updated, deleted].map(({ eventType, schema, table, errors }) => [
        eventType,
        schema,
        table,
        errors,
      ]),
      ['INSERT', 'UPDATE', 'DELETE'].map((type) => [type, 'public', 'notes', null]),
    )
    assert.deepEqual(added.new, row)
    assert.deepEqual(added.old, {})
    assert.deepEqual(updated.new, changed)
    assert.deepEqual(updated.old, { id: row.id })
    assert.deepEqual(deleted.new, {})
    assert.deepEqual(deleted.old, { id: row.id })
  }
})

test('[M02] each subscriber receives only rows and fields that it may read', async () => {
  await site.create(
    'Reports',
    [
      { title: 'Words', kind: 'text' },
      { title: 'Secret', kind: 'text', audience: await audienceOfNoOne() },
    ],
    { see: AUTHOR, add: MEMBERS, change: AUTHOR },
  )
  await foreign.create('Reports', [{ title: 'Words', kind: 'text' }], OPEN)
  const ann = await signUp(app, key)
  const bob = await signUp(app, key)
  const asAnn = await signedIn(key, ann.access_token)
  const watching = {
    visitor: await watch(app.visit(key), { table: 'reports' }),
    ann: await watch(asAnn, { table: 'reports' }),
    bob: await watch(await signedIn(key, bob.access_token), { table: 'reports' }),
    staff: await watch(await asStaff(), { table: 'reports' }),
    service: await watch(app.visit(app.serviceKey, ofTenant(site.tenant.id)), { table: 'reports' }),
    'another tenant': await watch(app.visit(foreign.tenant.public_key), { table: 'reports' }),
  }
  const written = await app
    .client(key, {
      global: { fetch: app.fetch, headers: { Authorization: `Bearer ${ann.access_token}` } },
    })
    .from('reports')
    .insert({ words: 'Mine' })
    .select()
    .single()
  assert.equal(written.error, null)
  const row = written.data as Row
  await staff.from('reports').update({ secret: 'canary' }).eq('id', row.id)
  await insert('reports', { words: 'Of the staff' })
  await insert('reports', { words: 'Theirs' }, foreign.staff())
  await eventually(
    'the staff see all changes',
    async () =>
      watching.staff.all.length >= 3 && watching.ann.all.length >= 2 && watching.service.all.length >= 3,
  )
  await settled()
  const words = (who: keyof typeof watching) => watching[who].all.map((change) => (change.new as Row).words)
  assert.deepEqual(words('visitor'), [])
  assert.deepEqual(words('bob'), [])
  assert.deepEqual(words('ann'), ['Mine', 'Mine'])
  assert.deepEqual(words('staff'), ['Mine', 'Mine', 'Of the staff'])
  assert.deepEqual(words('service'), words('staff'))
  assert.deepEqual(words('another tenant'), ['Theirs'])
  assert.ok(!JSON.stringify(watching.ann.all).includes('secret'))
  assert.ok(!JSON.stringify(watching.ann.all).includes('canary'))
  assert.equal((watching.staff.all[1]!.new as Row).secret, 'canary')
  await assert.rejects(
    watch(asAnn, { table: 'reports', filter: 'secret=eq.canary' }),
    /invalid column for filter secret/,
  )
  await watch(await asStaff(), { table: 'reports', filter: 'secret=eq.canary' })
})

test('rows that wait for approval reach their author and the staff, and others once they are approved', async () => {
  await site.create('Guests', [{ title: 'Words', kind: 'text' }], {
    see: EVERYONE,
    add: EVERYONE,
    approval: true,
  })
  const visitor = await watch(app.visit(key), { table: 'guests' })
  const owner = await watch(await asStaff(), { table: 'guests' })
  await site.visitor().from('guests').insert({ words: 'Hello' })
  const waiting = (await owner.next()).new as Row
  assert.equal(waiting.approved, false)
  await staff.from('guests').update({ approved: true }).eq('id', waiting.id)
  const shown = await visitor.next()
  assert.deepEqual([shown.eventType, (shown.new as Row).words], ['UPDATE', 'Hello'])
  assert.equal(visitor.all.length, 1)
})

test('[M02] a table that the caller cannot name does not exist: other tenants, staff without the right, closed tables', async () => {
  await site.create('Closed', [{ title: 'Words', kind: 'text' }])
  const refused = /Please check Realtime is enabled for the given connect parameters/
  await assert.rejects(watch(app.visit(key), { table: 'closed' }), refused)
  await assert.rejects(watch(app.visit(foreign.tenant.public_key), { table: 'closed' }), refused)
  await assert.rejects(watch(app.visit(app.anonKey), { table: 'closed' }), refused)
  // The tenant is not among those of this creator.
  await assert.rejects(watch(await asStaff(foreign.access_token), { table: 'closed' }))
  await assert.rejects(watch(await signedIn(app.anonKey, site.access_token), { table: 'closed' }), refused)
  await assert.rejects(watch(await asStaff(), { table: 'data_records' }), refused)
  const owner = await watch(await asStaff(), { table: 'closed' })
  const row = await insert('closed', { words: 'Mine' })
  assert.deepEqual((await owner.next()).new, row)
})

test('filters compare fields of every kind, on rows that were deleted too', async () => {
  await site.create(
    'Offers',
    [
      { title: 'Name', kind: 'text' },
      { title: 'Price', kind: 'number' },
      { title: 'Day', kind: 'date' },
      { title: 'Open', kind: 'yes_no' },
      { title: 'Text', kind: 'long_text' },
    ],
    { see: EVERYONE },
  )
  const client = app.visit(key)
  const found = {
    'price=gt.9': 2,
    'price=in.(5,10)': 2,
    'name=eq.b,price=gte.10': 1,
    'name=not.eq.a': 2,
    'day=lt.2026-02-01': 1,
    'open=is.true': 1,
    'text=like.*on*': 0,
    'text=like.%on%': 1,
  }
  const watching = new Map<string, Awaited<ReturnType<typeof watch>>>()
  for (const filter of Object.keys(found))
    watching.set(filter, await watch(client, { table: 'offers', filter }))
  for (const filter of ['price=gt.cheap', 'nothing=eq.1', 'extra=eq.1', 't1=eq.1', 'tenant_id=eq.1'])
    await assert.rejects(watch(client, { table: 'offers', filter }), /An exception happened/, filter)
  await insert('offers', { name: 'a', price: 5, day: '2026-01-31', open: true, text: 'once upon' })
  await insert('offers', { name: 'b', price: 10, day: '2026-02-01' })
  await insert('offers', { name: 'c', price: 11, open: false })
  await eventually('every filter finds its rows', async () =>
    Object.entries(found).every(([filter, count]) => watching.get(filter)!.all.length >= count),
  )
  await settled()
  for (const [filter, count] of Object.entries(found))
    assert.equal(watching.get(filter)!.all.length, count, filter)
  await staff.from('offers').delete().eq('name', 'b')
  const deleted = await watching.get('name=eq.b,price=gte.10')!.next()
  assert.equal(deleted.eventType, 'INSERT')
  assert.equal((await watching.get('name=eq.b,price=gte.10')!.next()).eventType, 'DELETE')
})

test('[M02] a field that is hidden, renamed or removed is gone with the next change, and its filters with it', async () => {
  const table = await site.create(
    'Prices',
    [
      { title: 'Name', kind: 'text' },
      { title: 'Cost', kind: 'number' },
    ],
    { see: EVERYONE },
  )
  const visitor = await watch(app.visit(key), { table: 'prices' })
  const filtered = await watch(app.visit(key), { table: 'prices', filter: 'cost=gt.1' })
  await insert('prices', { name: 'a', cost: 5 })
  assert.equal(((await visitor.next()).new as Row).cost, 5)
  await filtered.next()
  const [name, cost] = table.fields
  const hidden = await site.change(table, { fields: [name, { ...cost, audience: await audienceOfNoOne() }] })
  await insert('prices', { name: 'b', cost: 6 })
  const { new: row } = await visitor.next()
  assert.deepEqual([(row as Row).name, 'cost' in row], ['b', false])
  await eventually('the filter’s end', async () =>
    filtered.system.all.some(({ message }) => message.includes('invalid column for filter cost')),
  )
  assert.equal(filtered.all.length, 1)
  const renamed = await site.change(hidden, { name: 'costs' })
  await insert('costs', { name: 'c' })
  await eventually('the name’s end', async () =>
    visitor.system.all.some(({ message }) => message.includes('Please check Realtime')),
  )
  const again = await watch(app.visit(key), { table: 'costs' })
  await site.remove(renamed)
  await eventually('the table’s end', async () => again.system.all.some(({ status }) => status === 'error'))
  assert.deepEqual([visitor.all.length, again.all.length], [2, 0])
})

test('all tables include own ones, also those that are made later', async () => {
  const all = await watch(app.visit(key), {})
  await site.create('Later', [{ title: 'Name', kind: 'text' }], { see: EVERYONE })
  // A notification adds the new table to the subscription.
  const again = setInterval(() => void insert('later', { name: 'x' }), 50)
  const found = await all.next()
  clearInterval(again)
  assert.equal(found.table, 'later')
})

test('a table that no one watches stores no changes, and neither do changes that no one sees', async () => {
  await site.create('Watched', [{ title: 'Name', kind: 'text' }], { see: EVERYONE })
  await site.create('Unwatched', [{ title: 'Name', kind: 'text' }], { see: EVERYONE })
  await watch(app.visit(key), { table: 'watched' })
  const count = async () =>
    Number(
      (await app.owner.query('select count(*) from realtime.changes where part is not null')).rows[0].count,
    )
  const before = await count()
  await insert('unwatched', { name: 'x' })
  assert.equal(await count(), before)
  const row = await insert('watched', { name: 'x' })
  assert.equal(await count(), before + 1)
  await app.owner.query('update app.records set indexed = 0 where id = $1', [row.id])
  assert.equal(await count(), before + 1)
  const { rows } = await app.owner.query<{ record: Record<string, unknown> }>(
    'select record from realtime.changes where part is not null order by xact desc, seq desc limit 1',
  )
  assert.deepEqual(
    Object.keys(rows[0]!.record).filter((column) => /^[tndzru]\d$/.test(column)),
    [],
  )
})

/** An audience of the site that has no member. */
async function audienceOfNoOne(): Promise<string> {
  const rule = { any: [] }
  const { rows } = await app.owner.query<{ id: string }>(
    `insert into public.audiences (tenant_id, name, rule) values ($1, 'No one ' || gen_random_uuid(), $2) returning id`,
    [site.tenant.id, JSON.stringify(rule)],
  )
  return rows[0]!.id
}
