import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { decodeJwt } from 'jose'
import type { Claims } from '#kernel/db/claims.ts'
import { AUTHOR, EVERYONE, MEMBERS, OPEN, tableBuilder } from '#testing/own-tables.ts'
import { testApp } from '#testing/test-app.ts'

const app = await testApp({ env: { AUTH_LIMIT_FACTOR: '1000', REST_AGGREGATES: 'true' } })
const site = await tableBuilder(app)
const visitor = site.visitor()

const authors = await site.create('Authors', [{ title: 'Name', kind: 'text', unique: true }], OPEN)
await site.create(
  'Books',
  [
    { title: 'Title', kind: 'text', required: true, max: 40 },
    { title: 'Author', kind: 'relation', table: authors.id },
    { title: 'Price', kind: 'money', currency: 'eur', default: 100 },
    { title: 'Stars', kind: 'rating' },
    { title: 'In print', name: 'in_print', kind: 'yes_no', default: true },
    {
      title: 'Tags',
      kind: 'choices',
      choices: [
        { value: 'old', title: 'Old' },
        { value: 'new', title: 'New' },
      ],
    },
    { title: 'Published', kind: 'date' },
    { title: 'Blurb', kind: 'long_text' },
    { title: 'Code', kind: 'text', unique: true },
  ],
  OPEN,
)
const { data: people } = await visitor
  .from('authors')
  .insert([{ name: 'Ann' }, { name: 'Bob' }])
  .select('id, name')
const [ann, bob] = people as { id: string; name: string }[]
await visitor.from('books').insert([
  {
    title: 'Bread',
    author: ann!.id,
    price: 1200,
    stars: 5,
    tags: ['old'],
    published: '2024-02-29',
    blurb: 'On bread',
    code: 'b1',
  },
  {
    title: 'Cake',
    author: ann!.id,
    price: 900,
    stars: 3,
    tags: ['old', 'new'],
    published: '2025-01-01',
    blurb: null,
    code: 'b2',
  },
  {
    title: 'Salt',
    author: bob!.id,
    price: 1500,
    stars: null,
    tags: null,
    published: null,
    blurb: 'On salt',
    code: 'b3',
  },
])

const titles = (rows: unknown) => (rows as { title: string }[]).map(({ title }) => title)

test('[peers D16] the official client reads own tables with filters, order, paging and count', async () => {
  const all = await visitor
    .from('books')
    .select('title, price, in_print')
    .order('price', { ascending: false })
  assert.deepEqual(all.data, [
    { title: 'Salt', price: 1500, in_print: true },
    { title: 'Bread', price: 1200, in_print: true },
    { title: 'Cake', price: 900, in_print: true },
  ])
  const page = await visitor.from('books').select('title', { count: 'exact' }).order('title').range(1, 1)
  assert.deepEqual([page.data, page.count, page.status], [[{ title: 'Cake' }], 3, 206])
  const filtered = async (filter: (query: ReturnType<typeof from>) => unknown) =>
    titles(((await filter(from())) as { data: unknown }).data)
  const from = () => visitor.from('books').select('title').order('title')
  assert.deepEqual(await filtered((q) => q.gte('price', 1200)), ['Bread', 'Salt'])
  assert.deepEqual(await filtered((q) => q.is('stars', null)), ['Salt'])
  assert.deepEqual(await filtered((q) => q.contains('tags', ['new'])), ['Cake'])
  assert.deepEqual(await filtered((q) => q.ilike('blurb', '%BREAD%')), ['Bread'])
  assert.deepEqual(await filtered((q) => q.gt('published', '2024-12-31')), ['Cake'])
  assert.deepEqual(await filtered((q) => q.or('title.eq.Salt,stars.lt.4')), ['Cake', 'Salt'])
  assert.deepEqual(await filtered((q) => q.eq('in_print', true).neq('title', 'Cake')), ['Bread', 'Salt'])
  assert.deepEqual(await filtered((q) => q.in('author', [bob!.id])), ['Salt'])
  assert.deepEqual(await filtered((q) => q.not('published', 'is', null)), ['Bread', 'Cake'])
  const star = await visitor.from('books').select().eq('code', 'b3').single()
  assert.deepEqual(Object.keys(star.data as object), [
    'id',
    'title',
    'author',
    'price',
    'stars',
    'in_print',
    'tags',
    'published',
    'blurb',
    'code',
    'created_at',
    'updated_at',
    'created_by',
    'team_id',
    'approved',
  ])
  const sum = await visitor.from('books').select('price.sum()')
  assert.deepEqual(sum.data, [{ sum: 3600 }])
})

test('rows are embedded along relation fields, both ways', async () => {
  const forward = await visitor.from('books').select('title, authors(name)').order('title')
  assert.deepEqual(forward.data, [
    { title: 'Bread', authors: { name: 'Ann' } },
    { title: 'Cake', authors: { name: 'Ann' } },
    { title: 'Salt', authors: { name: 'Bob' } },
  ])
  const byField = await visitor.from('books').select('title, by:author(name)').eq('code', 'b3')
  assert.deepEqual(byField.data, [{ title: 'Salt', by: { name: 'Bob' } }])
  const back = await visitor
    .from('authors')
    .select('name, books(title)')
    .order('name')
    .order('title', { referencedTable: 'books', ascending: false })
    .gt('books.price', 1000)
  assert.deepEqual(back.data, [
    { name: 'Ann', books: [{ title: 'Bread' }] },
    { name: 'Bob', books: [{ title: 'Salt' }] },
  ])
  const inner = await visitor.from('authors').select('name, books!inner(title)').eq('books.title', 'Salt')
  assert.deepEqual(inner.data, [{ name: 'Bob', books: [{ title: 'Salt' }] }])
  const spread = await visitor
    .from('books')
    .select('title, ...authors(writer:name)')
    .order('authors(name)', { ascending: false })
    .limit(1)
  assert.deepEqual(spread.data, [{ title: 'Salt', writer: 'Bob' }])
  const counts = await visitor.from('authors').select('name, books(count)').order('name')
  assert.deepEqual(counts.data![0], { name: 'Ann', books: [{ count: 2 }] })
  const none = await visitor.from('books').select('*, tenants(*)')
  assert.equal(none.error!.code, 'PGRST200')
})

test('rows are ordered by embedded rows of which the response shows nothing', async () => {
  const { data, error } = await visitor
    .from('books')
    .select('title, authors()')
    .order('authors(name)', { ascending: false })
    .order('title')
  assert.ifError(error)
  assert.deepEqual(
    data.map(({ title }) => title),
    await titlesByAuthor(),
  )
})

const titlesByAuthor = async () =>
  (
    await visitor
      .from('books')
      .select('title, authors(name)')
      .order('authors(name)', { ascending: false })
      .order('title')
  ).data!.map(({ title }) => title)

test('a value that equals an id or the revision of the tables is compared as a text', async () => {
  const { rows } = await app.owner.query<{ value: string }>(
    `select revision::text as value from app.data_schemas where tenant_id = $1
     union all select $1::text union all select $2::text`,
    [site.tenant.id, authors.id],
  )
  for (const { value } of rows) {
    assert.deepEqual((await visitor.from('authors').select('name').eq('name', value)).data, [])
    assert.deepEqual(
      (await visitor.from('authors').update({ name: 'x' }).like('name', value).select()).data,
      [],
    )
  }
})

test('insert, upsert, update and delete write own tables and return rows', async () => {
  const id = randomUUID()
  const added = await visitor
    .from('books')
    .insert({ id, title: 'Soup', code: 's1' })
    .select('id, title, price, in_print, authors(name)')
    .single()
  assert.deepEqual(added.data, { id, title: 'Soup', price: 100, in_print: true, authors: null })
  const none = await visitor
    .from('books')
    .insert({ title: 'Stew', price: null, code: 's2' })
    .select('price')
    .single()
  assert.deepEqual(none.data, { price: null }, 'null is a value, not the default')
  const merged = await visitor
    .from('books')
    .upsert(
      [
        { title: 'Soup II', code: 's1', blurb: 'New' },
        { title: 'Pie', code: 's3', blurb: null },
      ],
      { onConflict: 'code' },
    )
    .select('title, code, price, blurb, in_print')
  assert.deepEqual(merged.data, [
    { title: 'Soup II', code: 's1', price: 100, blurb: 'New', in_print: true },
    { title: 'Pie', code: 's3', price: 100, blurb: null, in_print: true },
  ])
  const ignored = await visitor
    .from('books')
    .upsert({ title: 'X', code: 's1' }, { onConflict: 'code', ignoreDuplicates: true })
    .select('title')
  assert.deepEqual([ignored.data, ignored.error], [[], null])
  const changed = await visitor
    .from('books')
    .update({ in_print: false, stars: 4, blurb: null, author: bob!.id })
    .eq('id', id)
    .select('in_print, stars, blurb, title, author')
  assert.deepEqual(changed.data, [
    { in_print: false, stars: 4, blurb: null, title: 'Soup II', author: bob!.id },
  ])
  const [row] = (await app.owner.query('select extra from app.records where id = $1', [id])).rows
  assert.equal(Object.values(row.extra).includes(null), false)
  const byValue = await visitor.from('books').update({ stars: 1 }).eq('in_print', false).select('title')
  assert.deepEqual(byValue.data, [{ title: 'Soup II' }])
  const removed = await visitor
    .from('books')
    .delete()
    .in('code', ['s1', 's2', 's3'])
    .select('code')
    .order('code')
  assert.deepEqual(removed.data, [{ code: 's1' }, { code: 's2' }, { code: 's3' }])
  assert.equal((await visitor.from('books').delete().eq('code', 's1')).status, 204)
  const empty = await visitor.from('books').update({}).eq('code', 'b1').select()
  assert.deepEqual(empty.data, [])
})

test('errors are those of PostgREST, with the names of the tenant', async () => {
  const insert = async (row: object) => {
    const { error, status } = await visitor.from('books').insert(row)
    return [status, error?.code, error?.message, error?.details]
  }
  assert.deepEqual(await insert({ price: 1 }), [
    400,
    '23502',
    'null value in column "title" of relation "books" violates not-null constraint',
    null,
  ])
  assert.deepEqual(await insert({ title: null }), [
    400,
    '23502',
    'null value in column "title" of relation "books" violates not-null constraint',
    null,
  ])
  assert.deepEqual(await insert({ title: 'x', price: 'many' }), [
    400,
    '22P02',
    'invalid input syntax for type double precision: "many"',
    null,
  ])
  assert.deepEqual(await insert({ title: 'x', published: '2023-02-29' }), [
    400,
    '22008',
    'date/time field value out of range: "2023-02-29"',
    null,
  ])
  assert.deepEqual(await insert({ title: 'x'.repeat(41) }), [
    400,
    '23514',
    'new row for relation "books" violates check constraint "books_title_check"',
    'Title must have at most 40 characters',
  ])
  assert.deepEqual(await insert({ title: 'x', tags: ['blue'] }), [
    400,
    '23514',
    'new row for relation "books" violates check constraint "books_tags_check"',
    'Tags must be one of the choices',
  ])
  assert.deepEqual(await insert({ title: 'x', code: 'b1' }), [
    409,
    '23505',
    'duplicate key value violates unique constraint "books_code_key"',
    null,
  ])
  const missing = randomUUID()
  assert.deepEqual(await insert({ title: 'x', author: missing }), [
    409,
    '23503',
    'insert or update on table "books" violates foreign key constraint "books_author_fkey"',
    `Key (author)=(${missing}) is not present.`,
  ])
  assert.deepEqual((await insert({ title: 'x', nothing: 1 })).slice(0, 2), [400, 'PGRST204'])
  assert.deepEqual((await insert({ title: 'x', created_at: '2020-01-01' })).slice(0, 2), [400, '428C9'])
  assert.equal((await visitor.from('books').select('nothing')).error!.code, '42703')
  assert.equal((await visitor.from('books').select().eq('price', 'x')).error!.code, '22P02')
  assert.equal(
    (await visitor.from('books').upsert({ title: 'x' }, { onConflict: 'title' })).error!.code,
    '42P10',
  )
  assert.equal(
    (await visitor.from('bookz').select()).error!.hint,
    "Perhaps you meant the table 'public.books'",
  )
  assert.equal((await visitor.from('books').update({ stars: 1 })).error!.code, '21000')
  const before = await visitor.from('books').select('*', { count: 'exact', head: true })
  assert.equal(before.count, 3, 'what was refused left nothing')
})

test('a stale description is read again: new fields, renamed fields and new tables work at once', async () => {
  const own = await tableBuilder(app)
  const client = own.visitor()
  assert.equal((await client.from('notes').select()).error!.code, 'PGRST205')
  let notes = await own.create('Notes', [{ title: 'Words', kind: 'text' }], OPEN)
  assert.equal((await client.from('notes').insert({ words: 'a' })).error, null)
  notes = await own.change(notes, {
    fields: [
      { ...notes.fields[0], name: 'text' },
      { title: 'Number', kind: 'number' },
    ],
  })
  assert.deepEqual((await client.from('notes').select('text, number')).data, [{ text: 'a', number: null }])
  assert.equal((await client.from('notes').select('words')).error!.code, '42703')
  assert.equal((await client.from('notes').insert({ text: 'b', number: 2 })).error, null)
  notes = await own.change(notes, { see: null })
  assert.deepEqual((await client.from('notes').select('text')).data, [])
  await own.remove(notes)
  assert.equal((await client.from('notes').select()).error!.code, 'PGRST205')
})

test('staff and the service key name the tenant with a header, and creators of other tenants are refused', async () => {
  const other = await tableBuilder(app)
  await other.create('Secrets', [{ title: 'Words', kind: 'text' }])
  assert.equal((await other.staff().from('secrets').insert({ words: 'mine', approved: false })).error, null)
  assert.deepEqual((await other.staff().from('secrets').select('words, approved')).data, [
    { words: 'mine', approved: false },
  ])
  assert.deepEqual((await other.service().from('secrets').select('words')).data, [{ words: 'mine' }])
  const stranger = await other.staff(site.access_token).from('secrets').select()
  assert.deepEqual([stranger.status, stranger.error!.code], [403, '42501'])
  assert.equal(
    (await other.visitor().from('secrets').select()).error!.code,
    'PGRST205',
    'no one has a right, so it does not exist',
  )
  assert.equal((await other.visitor().from('secrets').insert({ words: 'x' })).error!.code, 'PGRST205')
  assert.equal((await app.client().from('secrets').select()).error!.code, 'PGRST205')
  const odd = await app.request('/rest/v1/secrets', {
    headers: { apikey: app.serviceKey, 'x-tenant': "' or 1=1" },
  })
  assert.equal(odd.status, 400)
  const mine = await site.visitor().from('secrets').select()
  assert.equal(mine.error!.code, 'PGRST205', 'of another tenant')
})

test('[peers D7] members see, change and delete their own rows, and no others', async () => {
  const own = await tableBuilder(app)
  await own.create('Ads', [{ title: 'Words', kind: 'text' }], {
    see: AUTHOR,
    add: MEMBERS,
    change: AUTHOR,
    delete: AUTHOR,
  })
  const [one, two] = [await own.member(), await own.member()]
  assert.equal((await own.visitor().from('ads').insert({ words: 'x' })).error!.code, '42501')
  const added = await one.client.from('ads').insert({ words: 'mine' }).select('words, created_by').single()
  assert.deepEqual(added.data, { words: 'mine', created_by: one.id })
  assert.deepEqual((await two.client.from('ads').select()).data, [])
  assert.equal((await two.client.from('ads').select('*', { count: 'exact', head: true })).count, 0)
  assert.deepEqual(
    (await two.client.from('ads').update({ words: 'x' }).eq('words', 'mine').select()).data,
    [],
  )
  assert.deepEqual((await two.client.from('ads').delete().eq('words', 'mine').select()).data, [])
  const { data } = await one.client.from('ads').select('id').single()
  assert.equal((await two.client.from('ads').upsert({ id: data!.id, words: 'x' })).error!.code, '42501')
  assert.deepEqual(
    (await one.client.from('ads').update({ words: 'changed' }).eq('id', data!.id).select('words')).data,
    [{ words: 'changed' }],
  )
  assert.equal(
    (await one.client.from('ads').update({ created_by: two.id }).eq('id', data!.id)).error!.code,
    '428C9',
  )
  assert.deepEqual((await one.client.from('ads').delete().eq('id', data!.id).select('words')).data, [
    { words: 'changed' },
  ])
})

test('[peers D11] a hidden field does not exist for those outside its audience, whatever they try', async () => {
  const own = await tableBuilder(app)
  const list = await own.create('People', [{ title: 'Name', kind: 'text' }], OPEN)
  const { rows } = await app.owner.query<{ id: string }>(
    `insert into public.audiences (tenant_id, name, rule) values ($1, 'Members', $2) returning id`,
    [own.tenant.id, JSON.stringify(MEMBERS)],
  )
  const audience = rows[0]!.id
  const people = await own.change(list, {
    fields: [
      list.fields[0],
      { title: 'Phone', kind: 'phone', audience, unique: true, required: true, default: '0000' },
      { title: 'Boss', kind: 'relation', table: list.id, audience },
    ],
  })
  assert.equal(people.fields.length, 3)
  const [member, stranger] = [await own.member(), own.visitor()]
  const made = await member.client
    .from('people')
    .insert({ name: 'Ann', phone: '+491234' })
    .select('id')
    .single()
  await member.client.from('people').insert({ name: 'Bob', phone: '+495678', boss: made.data!.id })
  assert.deepEqual((await member.client.from('people').select('phone').order('name')).data, [
    { phone: '+491234' },
    { phone: '+495678' },
  ])
  const refused = async (
    query: PromiseLike<{ error: { code: string; message: string; details: string } | null }>,
  ) => {
    const { error } = await query
    assert.ok(error)
    assert.doesNotMatch(error.message + error.details, /491234|\bPhone\b/)
    return error.code
  }
  const from = () => stranger.from('people')
  assert.equal(await refused(from().select('phone')), '42703')
  assert.equal(await refused(from().select('name').eq('phone', '+491234')), '42703')
  assert.equal(await refused(from().select('name').or('phone.eq.1,name.eq.Ann')), '42703')
  assert.equal(await refused(from().select('name').order('phone')), '42703')
  assert.equal(await refused(from().select('name, people!boss(name)')), 'PGRST200')
  assert.equal(await refused(from().select('name, boss(name)')), 'PGRST200')
  assert.equal(await refused(from().insert({ name: 'x', phone: '1234' })), 'PGRST204')
  assert.equal(await refused(from().update({ phone: '1234' }).eq('name', 'Ann')), 'PGRST204')
  assert.equal(await refused(from().update({ name: 'x' }).eq('phone', '+491234')), '42703')
  assert.equal(await refused(from().delete().eq('phone', '+491234')), '42703')
  assert.equal(await refused(from().upsert({ name: 'x' }, { onConflict: 'phone' })), '42703')
  assert.equal((await from().insert({ name: 'Cem' })).error, null)
  assert.equal(
    await refused(from().insert({ name: 'Dan' })),
    '23505',
    'the default exists already; its value is not named',
  )
  for (const row of (await from().select()).data as object[])
    assert.deepEqual(
      Object.keys(row).filter((name) => /phone|boss/.test(name)),
      [],
    )
  const csv = await app.request('/rest/v1/people', {
    headers: { apikey: own.tenant.public_key, accept: 'text/csv' },
  })
  assert.doesNotMatch(await csv.text(), /phone|491234/)
})

test('rows that wait for approval are seen by their author and the staff alone', async () => {
  const own = await tableBuilder(app)
  await own.create('Guests', [{ title: 'Words', kind: 'text' }], {
    see: EVERYONE,
    add: EVERYONE,
    change: AUTHOR,
    approval: true,
  })
  const member = await own.member()
  assert.equal((await own.visitor().from('guests').insert({ words: 'by a visitor' })).error, null)
  await member.client.from('guests').insert({ words: 'by a member' })
  assert.deepEqual((await own.visitor().from('guests').select('words')).data, [])
  assert.deepEqual((await member.client.from('guests').select('words')).data, [{ words: 'by a member' }])
  assert.equal(
    (await member.client.from('guests').update({ approved: true }).eq('words', 'by a member')).error!.code,
    '42501',
  )
  assert.equal(
    (await own.staff().from('guests').update({ approved: true }).not('id', 'is', null).select()).data!.length,
    2,
  )
  assert.equal((await own.visitor().from('guests').select('words')).data!.length, 2)
  await member.client.from('guests').update({ words: 'changed' }).eq('words', 'by a member')
  assert.deepEqual(
    (await own.visitor().from('guests').select('words')).data,
    [{ words: 'by a visitor' }],
    'a change waits again',
  )
  const mixed = [{ words: 'by staff' }, { words: 'by staff, waiting', approved: false }]
  assert.equal((await own.staff().from('guests').insert(mixed, { defaultToNull: false })).error, null)
  assert.deepEqual((await own.visitor().from('guests').select('words').like('words', 'by staff%')).data, [
    { words: 'by staff' },
  ])
})

test('[peers D10] rows of a team are seen by its members alone', async () => {
  const own = await tableBuilder(app)
  const rule = { any: [{ kind: 'team' }] }
  await own.create('Plans', [{ title: 'Words', kind: 'text' }], {
    see: rule,
    add: rule,
    change: rule,
    delete: rule,
    team_scoped: true,
  })
  const [one, two, three] = [await own.member(), await own.member(), await own.member()]
  for (const [name, who] of [
    ['Oak', [one, two]],
    ['Elm', [three]],
  ] as const) {
    const { rows } = await app.owner.query<{ id: string }>(
      'insert into public.teams (tenant_id, name) values ($1, $2) returning id',
      [own.tenant.id, name],
    )
    for (const { id } of who)
      await app.owner.query(
        'insert into public.team_members (tenant_id, team_id, auth_user_id, is_active) values ($1, $2, $3, true)',
        [own.tenant.id, rows[0]!.id, id],
      )
  }
  const added = await one.client.from('plans').insert({ words: 'of Oak' }).select('team_id').single()
  assert.ok(added.data!.team_id, JSON.stringify(added))
  assert.deepEqual((await two.client.from('plans').select('words')).data, [{ words: 'of Oak' }])
  assert.deepEqual((await three.client.from('plans').select('words')).data, [])
  assert.deepEqual(
    (await three.client.from('plans').update({ words: 'x' }).eq('words', 'of Oak').select()).data,
    [],
  )
  assert.equal((await own.visitor().from('plans').insert({ words: 'x' })).error!.code, '42501')
  assert.equal((await two.client.from('plans').delete().eq('words', 'of Oak').select()).data!.length, 1)
})

test('embedding and counting show no row that its own table does not open', async () => {
  const own = await tableBuilder(app)
  const rooms = await own.create('Rooms', [{ title: 'Name', kind: 'text' }], { see: EVERYONE })
  await own.create(
    'Guests',
    [
      { title: 'Name', kind: 'text' },
      { title: 'Room', kind: 'relation', table: rooms.id },
    ],
    { see: AUTHOR, add: MEMBERS },
  )
  const room = await own.staff().from('rooms').insert({ name: 'Red' }).select('id').single()
  const [one, two] = [await own.member(), await own.member()]
  for (const { client } of [one, two])
    assert.equal((await client.from('guests').insert({ name: 'Me', room: room.data!.id })).error, null)
  const counted = async (client: typeof one.client) =>
    (await client.from('rooms').select('guests(count)').single()).data
  assert.deepEqual(await counted(one.client), { guests: [{ count: 1 }] })
  assert.deepEqual(await counted(own.visitor()), { guests: [{ count: 0 }] })
  const inner = await own.visitor().from('rooms').select('name, guests!inner(name)')
  assert.deepEqual(inner.data, [])
  const hidden = await own.create('Hidden', [
    { title: 'Name', kind: 'text' },
    { title: 'Room', kind: 'relation', table: rooms.id },
  ])
  assert.equal(hidden.see, null)
  assert.equal((await own.visitor().from('rooms').select('hidden(name)')).error!.code, 'PGRST200')
})

test('an application that acts for the owner reaches no own table', async () => {
  const { client_id: _, ...claims } = decodeJwt(site.access_token) as Claims
  const token = await app.kernel.tokens.mintSession({ ...claims, client_id: randomUUID() }, 600)
  assert.equal((await site.staff().from('books').select('id')).status, 200)
  const application = site.staff(token)
  for (const { status, error } of [
    await application.from('books').select('id'),
    await application.from('books').insert({ title: 'Planted' }),
  ])
    assert.deepEqual([status, error?.code], [403, '42501'])
  const tenants = await application.from('tenants').select('id').eq('id', site.tenant.id)
  assert.equal(tenants.data?.length, 1)
})

test('a relation names only rows that its writer sees', async () => {
  const own = await tableBuilder(app)
  const secret = await own.create('Rooms', [{ title: 'Name', kind: 'text' }], { see: MEMBERS })
  await own.create('Notes', [{ title: 'Room', kind: 'relation', table: secret.id }], OPEN)
  const room = await own.staff().from('rooms').insert({ name: 'Red' }).select('id').single()
  const { error } = await own.visitor().from('notes').insert({ room: room.data!.id })
  assert.equal(error!.code, '23503', 'the same as for a row that does not exist')
  assert.equal((await (await own.member()).client.from('notes').insert({ room: room.data!.id })).error, null)
})

test('relations beyond the slots name only rows that their writer sees, too', async () => {
  const own = await tableBuilder(app)
  const secret = await own.create('Rooms', [{ title: 'Name', kind: 'text' }], { see: MEMBERS })
  const relations = ['r1', 'r2', 'r3', 'r4'].map((title) => {
    return { title, kind: 'relation' as const, table: secret.id }
  })
  const notes = await own.create('Notes', relations, OPEN)
  assert.equal(notes.fields[3]!.slot, undefined)
  const { data } = await own.staff().from('rooms').insert({ name: 'Red' }).select('id').single()
  const r4 = data!.id as string
  const from = () => own.visitor().from('notes')
  const note = await from().insert({ r4: null }).select('id').single()
  const id = note.data!.id as string
  for (const { error } of [
    await from().insert({ r4 }),
    await from().update({ r4 }).eq('id', id),
    await from().upsert({ id, r4 }),
  ])
    assert.deepEqual([error?.code, error?.details], ['23503', `Key (r4)=(${r4}) is not present.`])
  const member = (await own.member()).client.from('notes')
  assert.equal((await member.update({ r4 }).eq('id', id).select('r4').single()).data?.r4, r4)
})

test('concurrent changes of one row by a condition have one winner', async () => {
  const own = await tableBuilder(app)
  await own.create(
    'Jobs',
    [
      { title: 'State', kind: 'text' },
      { title: 'Taken by', name: 'taken_by', kind: 'number' },
    ],
    OPEN,
  )
  await own.visitor().from('jobs').insert({ state: 'open' })
  const taken = await Promise.all(
    Array.from({ length: 8 }, (_, i) =>
      own.visitor().from('jobs').update({ state: 'taken', taken_by: i }).eq('state', 'open').select(),
    ),
  )
  assert.equal(taken.filter(({ data }) => data?.length === 1).length, 1)
})

test('GET / describes the own tables, without what the caller may not use', async () => {
  const own = await tableBuilder(app)
  const { rows } = await app.owner.query<{ id: string }>(
    `insert into public.audiences (tenant_id, name, rule) values ($1, 'Members', $2) returning id`,
    [own.tenant.id, JSON.stringify(MEMBERS)],
  )
  const rooms = await own.create('Rooms', [{ title: 'Name', kind: 'text', required: true }], OPEN)
  await own.create(
    'Stays',
    [
      { title: 'Room', kind: 'relation', table: rooms.id },
      { title: 'State', kind: 'choice', choices: [{ value: 'open', title: 'Open' }] },
      { title: 'Secret', kind: 'text', audience: rows[0]!.id },
    ],
    OPEN,
  )
  await own.create('Closed', [{ title: 'Name', kind: 'text' }])
  const described = async (headers: Record<string, string>) => {
    const response = await app.request('/rest/v1/', { headers })
    const { definitions } = (await response.json()) as {
      definitions: Record<
        string,
        { required?: string[]; properties: Record<string, { description?: string; enum?: string[] }> }
      >
    }
    return definitions
  }
  const seen = await described({ apikey: own.tenant.public_key })
  assert.equal(seen.closed, undefined)
  assert.deepEqual(Object.keys(seen.stays!.properties).slice(0, 3), ['id', 'room', 'state'])
  assert.match(seen.stays!.properties.room!.description!, /rooms/)
  assert.ok(seen.rooms!.required!.includes('name'))
  assert.doesNotMatch(JSON.stringify(seen), /secret/i)
  const all = await described({
    apikey: app.anonKey,
    authorization: `Bearer ${own.access_token}`,
    'x-tenant': own.tenant.id,
  })
  assert.ok(all.closed && all.stays!.properties.secret)
})
