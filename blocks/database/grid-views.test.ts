import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { EVERYONE, tableBuilder } from '#testing/own-tables.ts'
import { testApp } from '#testing/test-app.ts'
import { signUp } from '#testing/test-users.ts'

const app = await testApp({ env: { AUTH_LIMIT_FACTOR: '1000' } })
const site = await tableBuilder(app)
const table = await site.create(
  'Guests',
  [
    { title: 'Name', kind: 'text' },
    { title: 'State', kind: 'choice', choices: ['open', 'done'].map((value) => ({ value, title: value })) },
    { title: 'Owes', kind: 'money', currency: 'eur' },
    { title: 'Came', kind: 'date_time' },
  ],
  { see: EVERYONE },
)

test('own views end with the account, shared ones stay, and a view that is carried over twice is stored once', async () => {
  const staff = await signUp(app, app.anonKey)
  await app.owner.query(
    "insert into public.tenant_staff (tenant_id, user_id, role) values ($1, $2, 'editor')",
    [site.tenant.id, staff.user.id],
  )
  const views = site.staff(staff.access_token).from('grid_views')
  const of = { tenant_id: site.tenant.id, table_id: table.id, design: { hidden: ['#abcdefgh'] } }
  const carried = { ...of, id: randomUUID(), owner_id: staff.user.id, name: 'Mine' }
  for (let attempt = 0; attempt < 2; attempt++)
    assert.ifError(
      (await views.upsert([carried], { ignoreDuplicates: true, onConflict: 'tenant_id,id' }).select('id'))
        .error,
    )
  const { data: shared } = await views
    .insert({ ...of, owner_id: null, name: 'Ours' })
    .select()
    .single()
  const namesFor = async (token?: string) =>
    (await site.staff(token).from('grid_views').select('name').order('created_at')).data?.map(
      ({ name }) => name,
    )
  assert.deepEqual(await namesFor(staff.access_token), ['Mine', 'Ours'])
  assert.deepEqual(await namesFor(), ['Ours'], 'the owner does not see views of staff')

  // As two browsers: the second one has an older version of the view.
  const change = (name: string) =>
    views.update({ name }).eq('id', shared.id).eq('updated_at', shared.updated_at).select('name')
  assert.deepEqual((await change('Everyone’s')).data, [{ name: 'Everyone’s' }])
  assert.deepEqual((await change('Theirs')).data, [])

  await app.owner.query('delete from auth.users where id = $1', [staff.user.id])
  const { rows } = await app.owner.query('select name from public.grid_views where tenant_id = $1', [
    site.tenant.id,
  ])
  assert.deepEqual(rows, [{ name: 'Everyone’s' }])
})

test('own views of others take no place of shared ones, and a view that is shared needs one', async () => {
  const [editor, other] = [await signUp(app, app.anonKey), await signUp(app, app.anonKey)]
  for (const { user } of [editor, other])
    await app.owner.query(
      "insert into public.tenant_staff (tenant_id, user_id, role) values ($1, $2, 'editor')",
      [site.tenant.id, user.id],
    )
  const full = await site.create('Full', [{ title: 'Name', kind: 'text' }], {})
  const of = { tenant_id: site.tenant.id, table_id: full.id, design: {} }
  const fill = (owner: string | null) =>
    app.owner.query(
      `insert into public.grid_views (tenant_id, table_id, owner_id, name, design)
       select $1, $2, $3, 'View ' || n, '{}' from generate_series(1, 200) as n`,
      [site.tenant.id, full.id, owner],
    )
  const views = site.staff(editor.access_token).from('grid_views')
  const add = async (owner_id: string | null) =>
    (
      await views
        .insert({ ...of, owner_id, name: 'One more' })
        .select('id')
        .single()
    ).error?.message
  await fill(other.user.id)
  assert.equal(await add(null), undefined)
  assert.equal(await add(editor.user.id), undefined)
  const shareAll = () =>
    views.update({ owner_id: null }).eq('table_id', full.id).eq('owner_id', editor.user.id).select('id')
  assert.equal((await shareAll()).data?.length, 1, 'both were the first in their place')
  await app.owner.query('delete from public.grid_views where table_id = $1 and owner_id is null', [full.id])
  await fill(editor.user.id)
  assert.equal(await add(editor.user.id), 'You have at most 200 views of a table')
  await fill(null)
  assert.equal(await add(null), 'A table has at most 200 shared views')
  const { rows } = await app.owner.query<{ id: string }>(
    'select id from public.grid_views where table_id = $1 and owner_id = $2 limit 1',
    [full.id, editor.user.id],
  )
  const shared = await views.update({ owner_id: null }).eq('id', rows[0]!.id).select('id')
  assert.equal(shared.error?.message, 'A table has at most 200 shared views')
})

test('the staff count groups of an own table, by days of their time zone; visitors do not', async () => {
  await site
    .staff()
    .from('guests')
    .insert([
      { name: 'Ann', state: 'open', owes: 1200, came: '2026-03-01T22:30:00Z' },
      { name: 'Bob', state: 'open', owes: 300, came: '2026-03-01T23:30:00Z' },
      { name: 'Cem', state: 'done', owes: null, came: null },
      { name: 'Dot', state: null, owes: 5 },
    ])
  const groups = (client = site.staff()) =>
    client.from('guests').select('key:state, count(), sum0:owes.sum()').order('state', { nullsFirst: false })
  assert.deepEqual((await groups()).data, [
    { key: 'done', count: 1, sum0: null },
    { key: 'open', count: 2, sum0: 1500 },
    { key: null, count: 1, sum0: 5 },
  ])
  const days = await site
    .staff()
    .from('guests')
    .select('key:came::date, count()')
    .not('came', 'is', null)
    .setHeader('prefer', 'timezone=Europe/Berlin')
  assert.deepEqual(
    (days.data as { key: string }[]).toSorted((a, b) => (a.key < b.key ? -1 : 1)),
    [
      { key: '2026-03-01', count: 1 },
      { key: '2026-03-02', count: 1 },
    ],
  )
  assert.equal((await groups(site.visitor())).error?.code, 'PGRST123')
})
