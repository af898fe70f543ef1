// Events of rows in tenants' own tables (docs/decisions/070).
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { EVERYONE, MEMBERS, OPEN, tableBuilder } from '#testing/own-tables.ts'
import { testApp } from '#testing/test-app.ts'

const app = await testApp({ env: { AUTH_LIMIT_FACTOR: '1000' } })
const site = await tableBuilder(app)
const foreign = await tableBuilder(app)
const ROW_EVENTS = ['record.created', 'record.updated', 'record.deleted', 'records.changed']

const listen = (tenantId: string, events: string[]) =>
  app.owner.query(
    `insert into app.webhook_endpoints (tenant_id, mode, place, url, events, secret_sealed)
     values ($1, (select stripe_mode from public.tenants where id = $1), 1, 'https://hooks.example.test/', $2, 'x')`,
    [tenantId, events],
  )
await listen(site.tenant.id, ROW_EVENTS)

interface Sent {
  record: Record<string, unknown>
  omitted?: string[]
}

/** The events of the site since the last call, in their order. */
async function events(tenantId = site.tenant.id) {
  const { rows } = await app.owner.query<{ type: string; object_id: string; data: Sent }>(
    'with gone as (delete from app.webhook_messages where tenant_id = $1 returning *) select type, object_id, data from gone order by seq',
    [tenantId],
  )
  return rows
}
await site.create(
  'Notes',
  [
    { title: 'Words', kind: 'text' },
    { title: 'Price', kind: 'money', currency: 'eur' },
    { title: 'Text', kind: 'long_text' },
    ...['A', 'B', 'C', 'D'].map((title) => ({ title, kind: 'date_time' as const })),
    { title: 'Hidden', kind: 'text', audience: await audienceOfNoOne() },
  ],
  OPEN,
)
const staff = site.staff()

test('[peers D15] a row that is added, changed and deleted is an event each, with the row of the data API', async () => {
  const { data: row, error } = await staff
    .from('notes')
    .insert({
      words: 'Über',
      price: 1250,
      hidden: 'Canary',
      a: '2026-01-02T03:04:05Z',
      d: '2026-01-02T03:04:05.12Z',
    })
    .select()
    .single()
  assert.equal(error, null)
  const { data: changed } = await staff
    .from('notes')
    .update({ price: 5, text: 'x' })
    .eq('id', row.id)
    .select()
    .single()
  await staff.from('notes').update({ price: 5 }).eq('id', row.id) // no change, so no event
  await staff.from('notes').delete().eq('id', row.id)
  assert.deepEqual(await events(), [
    { type: 'record.created', object_id: row.id, data: { table: 'notes', record: row } },
    {
      type: 'record.updated',
      object_id: row.id,
      data: { table: 'notes', record: changed, changed: ['price', 'text'] },
    },
    { type: 'record.deleted', object_id: row.id, data: { table: 'notes', record: { id: row.id } } },
  ])
})

test('rows of visitors, members and the service send events too, and other tenants none', async () => {
  await foreign.create('Notes', [{ title: 'Words', kind: 'text' }], { see: EVERYONE, add: MEMBERS })
  await listen(foreign.tenant.id, ROW_EVENTS)
  await site.visitor().from('notes').insert({ words: 'visitor' })
  const member = await site.member()
  await member.client.from('notes').insert({ words: 'member' })
  await site.service().from('notes').insert({ words: 'service' })
  const sent = await events()
  assert.deepEqual(
    sent.map(({ type, data }) => [type, data.record.words, data.record.created_by]),
    [
      ['record.created', 'visitor', null],
      ['record.created', 'member', member.id],
      ['record.created', 'service', null],
    ],
  )
  assert.deepEqual(await events(foreign.tenant.id), [])
})

test('more than 20 rows of one request are one event with their number', async () => {
  const rows = (count: number) => Array.from({ length: count }, (_, at) => ({ words: `many ${at}` }))
  await staff.from('notes').insert(rows(20))
  assert.deepEqual(
    (await events()).map(({ type, data }) => [type, data.record.words]),
    rows(20).map(({ words }) => ['record.created', words]),
  )
  await staff.from('notes').insert(rows(500))
  await staff.from('notes').update({ price: 7 }).like('words', 'many*')
  await staff.from('notes').delete().like('words', 'many*')
  assert.deepEqual(
    (await events()).map(({ type, data }) => [type, data]),
    [
      ['records.changed', { table: 'notes', change: 'created', count: 500 }],
      ['records.changed', { table: 'notes', change: 'updated', count: 520 }],
      ['records.changed', { table: 'notes', change: 'deleted', count: 520 }],
    ],
  )
})

test('a long row is stored, and its event names the values that it leaves out', async () => {
  const { error } = await staff.from('notes').insert({ words: 'short', text: 'ü'.repeat(19_000) })
  assert.equal(error, null)
  const [sent] = await events()
  assert.equal(sent!.data.record.words, 'short')
  assert.deepEqual([sent!.data.omitted, 'text' in sent!.data.record], [['text'], false])
})

test('a table without subscribers stores nothing, and neither do changes that are no change of the row', async () => {
  const silent = await tableBuilder(app)
  await silent.create('Notes', [{ title: 'Words', kind: 'text' }], OPEN)
  await listen(silent.tenant.id, ['order.paid'])
  await silent.staff().from('notes').insert({ words: 'x' })
  assert.deepEqual(await events(silent.tenant.id), [])
  await app.owner.query('update app.records set indexed = 0 where tenant_id = $1', [site.tenant.id])
  assert.deepEqual(await events(), [])
})

test('an erasure empties what was sent about rows of a member, or with their address', async () => {
  const member = await site.member()
  await member.client.from('notes').insert({ words: 'canary of the member' })
  await staff.from('notes').insert({ words: 'ann@canary.test' })
  await staff.from('notes').insert({ words: 'joann@canary.test' })
  await app.owner.query('select app.erase_webhooks_of_records($1, $2, $3)', [
    site.tenant.id,
    member.id,
    'Ann@canary.test',
  ])
  const sent = await events()
  assert.deepEqual(
    sent.map(({ data }) => (data as Partial<Sent>).record?.words),
    [undefined, undefined, 'joann@canary.test'],
  )
})

test('an erasure also empties what was sent about its rows when they had another address', async () => {
  await site.create('Letters', [{ title: 'Email', kind: 'email' }], OPEN)
  const add = async (email: string) => {
    const { data, error } = await site.visitor().from('letters').insert({ email }).select().single()
    assert.equal(error, null)
    return (data as { id: string }).id
  }
  const [erased, deleted] = [await add('old@canary.test'), await add('trash@other.test')]
  await add('other@other.test')
  await staff.from('letters').update({ email: 'new@canary.test' }).eq('id', erased)
  await staff.from('letters').delete().eq('id', deleted)
  await app.owner.query('select app.erase_person($1, $2, $3)', [
    site.tenant.id,
    randomUUID(),
    'new@canary.test',
  ])
  const sent = (await events()).filter(({ type }) => type !== 'record.deleted')
  assert.deepEqual(
    sent.map(({ data }) => (data as Partial<Sent>).record?.email),
    [undefined, 'trash@other.test', 'other@other.test', undefined],
  )
})

/** An audience of the site that has no member. */
async function audienceOfNoOne(): Promise<string> {
  const { rows } = await app.owner.query<{ id: string }>(
    `insert into public.audiences (tenant_id, name, rule) values ($1, 'No one', '{"any": []}') returning id`,
    [site.tenant.id],
  )
  return rows[0]!.id
}
