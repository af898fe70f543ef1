import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import type { GivenField } from '#features/tables/endpoints.ts'
import type { PreparedUpload } from '#kernel/browser/fields/file-upload.ts'
import type { StoredFile } from '#kernel/browser/fields/read-value.ts'
import { functionCall } from '#testing/function-call.ts'
import { AUTHOR, EVERYONE, MEMBERS, tableBuilder } from '#testing/own-tables.ts'
import { fetchLink, png, sendBytes } from '#testing/record-uploads.ts'
import { testApp } from '#testing/test-app.ts'
import { signUp } from '#testing/test-users.ts'
import { loadListData } from './embed/embed-data.ts'
import type { ListPage } from './endpoints.ts'
import type { DataView } from './endpoints-studio.ts'
import { embedPages } from './routes.ts'

const app = await testApp({ env: { AUTH_LIMIT_FACTOR: '1000' } })

/** A guestbook with a list of it, and visitors who read and change it. */
async function guestbook(rights: object = { see: EVERYONE, add: EVERYONE, change: AUTHOR, delete: AUTHOR }) {
  const site = await tableBuilder(app)
  const members = { any: [{ kind: 'signed_in' }] }
  const audiences = await app.owner.query<{ id: string }>(
    "insert into public.audiences (tenant_id, name, rule) values ($1, 'Members', $2) returning id",
    [site.tenant.id, JSON.stringify(members)],
  )
  const table = await site.create(
    'Guestbook',
    [
      { title: 'Name', kind: 'text', required: true },
      { title: 'Message', kind: 'long_text' },
      { title: 'Stars', kind: 'rating' },
      {
        title: 'Tags',
        kind: 'choices',
        choices: [
          { value: 'food', title: 'Food' },
          { value: 'people', title: 'People' },
        ],
      },
      { title: 'Phone', kind: 'phone', audience: audiences.rows[0]!.id },
      { title: 'Notes', kind: 'long_text' },
    ],
    rights,
  )
  const [name, message, stars, tags, phone, notes] = table.fields.map(({ id }) => id) as [
    string,
    string,
    string,
    string,
    string,
    string,
  ]
  const call = functionCall(app, app.anonKey, site.access_token)
  const path = `/data-views/${site.tenant.id}/views`
  const design = {
    fields: [name, message, stars, tags, phone],
    filters: [tags],
    search: true,
    sort: true,
    page_size: 2,
    own_rows: true,
  }
  const made = await call('POST', path, { table_id: table.id, design })
  assert.equal(made.status, 200, JSON.stringify(made.body))
  const list = made.body as DataView
  const as = (token?: string, key = site.tenant.public_key) => {
    const request = functionCall(app, key, token)
    return {
      read: (query: Record<string, string> = {}) =>
        request('GET', `/lists/${list.id}/rows?${new URLSearchParams(query)}`),
      one: (row: string) => request('GET', `/lists/${list.id}/rows/${row}`),
      change: (row: string, answers: object) => request('PUT', `/lists/${list.id}/rows/${row}`, { answers }),
      remove: (row: string) => request('DELETE', `/lists/${list.id}/rows/${row}`, {}),
    }
  }
  return {
    ...site,
    table,
    list,
    call,
    path,
    as,
    design,
    ids: { name, message, stars, tags, phone, notes },
    member: async () => {
      const { access_token, user } = await signUp(app, site.tenant.public_key)
      const headers = { Authorization: `Bearer ${access_token}` }
      const client = app.client(site.tenant.public_key, { global: { fetch: app.fetch, headers } })
      return { ...as(access_token), id: user.id, client }
    },
  }
}
type Guestbook = Awaited<ReturnType<typeof guestbook>>

const namesOf = ({ body }: { body: ListPage }, { ids }: Guestbook) =>
  body.rows.map(({ values }) => values[ids.name])

describe('[peers D6] rows on the site', () => {
  test('pages, search, filters and order', async () => {
    const site = await guestbook()
    await site
      .staff()
      .from('guestbook')
      .insert([
        { name: 'Ann', message: 'Lovely rye', stars: 5, tags: ['food'] },
        { name: 'Bob', message: '100% rye_bread', stars: 3, tags: ['food', 'people'] },
        { name: 'Cem', message: null, stars: 4, tags: null },
      ])
    const { read } = site.as()
    const namesFor = async (query: Record<string, string>) => namesOf(await read(query), site)
    const pages = [await read({ sort: site.ids.name }), await read({ sort: site.ids.name, page: '1' })]
    assert.deepEqual(
      pages.map((page) => [namesOf(page, site), page.body.more]),
      [
        [['Ann', 'Bob'], true],
        [['Cem'], false],
      ],
    )
    assert.deepEqual(await namesFor({ sort: `-${site.ids.stars}` }), ['Ann', 'Cem'])
    assert.deepEqual(await namesFor({ search: 'RYE cem' }), [])
    assert.deepEqual(await namesFor({ search: 'rye LOVELY' }), ['Ann'])
    assert.deepEqual(await namesFor({ search: '0%' }), ['Bob'], 'signs of patterns are signs')
    assert.deepEqual(await namesFor({ search: 'e_b' }), ['Bob'])
    assert.deepEqual(await namesFor({ filters: JSON.stringify({ [site.ids.tags]: 'people' }) }), ['Bob'])
    for (const query of [
      { page: '-1' },
      { page: '1e9' },
      { sort: 'created_by' },
      { sort: site.ids.notes },
      { filters: '{' },
      { filters: '[]' },
      { filters: JSON.stringify({ [site.ids.notes]: 'x' }) },
      { filters: JSON.stringify({ [site.ids.tags]: ['x'] }) },
    ] as Record<string, string>[])
      assert.equal((await read(query)).body.code, 'bad_query', JSON.stringify(query))
  })

  test('[peers D11] a visitor gets the fields of the list that they may see, and nothing else', async () => {
    const site = await guestbook()
    await site.staff().from('guestbook').insert({ name: 'Ann', phone: '+491701234567', notes: 'SECRET note' })
    const anonymous = await site.as().read()
    assert.deepEqual(anonymous.body.rows[0].values, { [site.ids.name]: 'Ann' })
    assert.equal((await site.as().read({ search: '+491701234567' })).body.rows.length, 0, 'nor by a search')
    const member = await site.member()
    assert.deepEqual((await member.read()).body.rows[0].values, {
      [site.ids.name]: 'Ann',
      [site.ids.phone]: '+491701234567',
    })
    const claims = { role: 'anon' as const, pool: site.tenant.id, tenant: site.tenant.id }
    const url = new URL(`http://localhost/embed/list?view=${site.list.id}`)
    const tenant = (await app.kernel.tenancy.byPublicKey(site.tenant.public_key))!
    const page = await loadListData(app.kernel, { tenant, claims, url, headers: new Headers() })
    assert.equal(page.first.rows.length, 1)
    const request = { tenant, claims, url, headers: new Headers() }
    assert.deepEqual(
      await embedPages['list']!.answers!(app.kernel, request, page as never),
      { 'GET /lists/:list/rows': page.first },
      'for View as',
    )
    assert.doesNotMatch(JSON.stringify(page), /491701234567|SECRET|Phone|Notes|guestbook|slot|audience/)
  })

  test('[peers D11] an order by a field that is hidden later does not order for strangers', async () => {
    const site = await guestbook()
    const { body } = await site.call('PUT', `${site.path}/${site.list.id}`, {
      revision: 1,
      design: { ...site.design, order: site.ids.stars, descending: true },
    })
    assert.equal(body.revision, 2, JSON.stringify(body))
    for (const [name, stars] of [
      ['Ann', 5],
      ['Bob', 1],
    ] as const)
      await site.staff().from('guestbook').insert({ name, stars })
    assert.deepEqual(namesOf(await site.as().read(), site), ['Ann', 'Bob'])
    const { audience } = site.table.fields.find(({ id }) => id === site.ids.phone)!
    const fields = site.table.fields.map((one) => (one.id === site.ids.stars ? { ...one, audience } : one))
    await site.change(site.table, { fields })
    assert.deepEqual(namesOf(await site.as().read(), site), ['Bob', 'Ann'], 'newest first')
    const member = await site.member()
    assert.deepEqual(namesOf(await member.read(), site), ['Ann', 'Bob'])
  })

  test('an entry has a view of its own with more fields, for who may see the row and the fields', async () => {
    const site = await guestbook({ see: EVERYONE, approval: true })
    const design = { ...site.design, fields: [site.ids.name], filters: [] }
    const save = async (revision: number, details?: string[]) =>
      site.call('PUT', `${site.path}/${site.list.id}`, { revision, design: { ...design, details } })
    assert.equal((await save(1, [])).body.code, 'bad_design')
    const { ids } = site
    assert.equal((await save(1)).body.revision, 2)
    await site
      .staff()
      .from('guestbook')
      .insert({ name: 'Ann', message: 'Hi', phone: '+491701234567', notes: 'SECRET' })
    await site.staff().from('guestbook').insert({ name: 'Bob', message: 'Waits', approved: false })
    const [ann] = (await site.as().read()).body.rows
    assert.deepEqual(ann.values, { [ids.name]: 'Ann' })
    assert.equal((await site.as().one(ann.id)).body.code, 'row_not_found', 'without a view')
    assert.equal((await save(2, [ids.name, ids.message, ids.phone])).body.revision, 3)
    assert.deepEqual((await site.as().one(ann.id)).body.values, { [ids.name]: 'Ann', [ids.message]: 'Hi' })
    const member = await site.member()
    assert.equal((await member.one(ann.id)).body.values[ids.phone], '+491701234567')
    const waiting = await app.owner.query(
      'select id from app.records where tenant_id = $1 and not approved',
      [site.tenant.id],
    )
    for (const id of [waiting.rows[0].id, randomUUID()])
      assert.equal((await site.as().one(id)).body.code, 'row_not_found')

    const tenant = (await app.kernel.tenancy.byPublicKey(site.tenant.public_key))!
    const claims = { role: 'anon' as const, pool: tenant.id, tenant: tenant.id }
    const pageOf = (row: string) =>
      loadListData(app.kernel, {
        tenant,
        claims,
        url: new URL(`http://localhost/embed/list?tenant=k&view=${site.list.id}&row=${row}`),
        headers: new Headers(),
      })
    const page = await pageOf(ann.id)
    assert.equal(page.opened!.values[ids.message], 'Hi', 'its address has the entry before any script runs')
    assert.equal(page.search, `?tenant=k&view=${site.list.id}`)
    assert.doesNotMatch(JSON.stringify(page), /491701234567|SECRET|Phone|Notes/)
    assert.deepEqual([(await pageOf(randomUUID())).opened, (await pageOf('x')).row], [undefined, undefined])
  })

  test('a calendar has the entries of a month by a day or a time, and a visitor who may not see the day gets a list', async () => {
    const site = await guestbook()
    const hidden = site.table.fields.find(({ id }) => id === site.ids.phone)!.audience!
    const events = await site.create(
      'Events',
      [
        { title: 'Name', kind: 'text' },
        { title: 'Day', kind: 'date' },
        { title: 'Start', kind: 'date_time' },
        { title: 'Planned', kind: 'date', audience: hidden },
      ],
      { see: EVERYONE },
    )
    const [name, day, start, planned] = events.fields.map(({ id }) => id) as [string, string, string, string]
    await site
      .staff()
      .from('events')
      .insert([
        { name: 'Last', day: '2026-03-31', start: '2026-03-31T22:30:00Z' },
        { name: 'First', day: '2026-04-01', start: '2026-04-01T09:00:00Z' },
        { name: 'Next', day: '2026-05-01', start: '2026-04-30T22:30:00Z' },
        { name: 'Undated' },
      ])
    const make = async (date: string | undefined) =>
      site.call('POST', site.path, {
        table_id: events.id,
        layout: 'calendar',
        design: { fields: [name], ...(date && { date }), page_size: 1 },
      })
    assert.equal((await make(undefined)).body.code, 'bad_design')
    assert.equal((await make(name)).body.code, 'bad_design')
    const request = functionCall(app, site.tenant.public_key)
    const read = (list: DataView, query: Record<string, string>) =>
      request('GET', `/lists/${list.id}/rows?${new URLSearchParams(query)}`)
    const namesIn = async (list: DataView, query: Record<string, string>) =>
      ((await read(list, query)).body as ListPage).rows.map(({ values }) => values[name])

    const byDay = (await make(day)).body as DataView
    const april = { from: '2026-04-01', until: '2026-05-01' }
    assert.deepEqual(await namesIn(byDay, april), ['First'])
    assert.deepEqual(await namesIn(byDay, { from: '2026-03-31', until: '2026-05-02' }), [
      'Last',
      'First',
      'Next',
    ])
    assert.equal((await namesIn(byDay, {})).length, 1, 'a page of the list')
    const { rows } = (await read(byDay, april)).body as ListPage
    assert.equal(rows[0]!.values[day], '2026-04-01', 'its day, which the list does not show otherwise')
    for (const query of [
      { from: '2026-04-01' },
      { from: '2026-04-01', until: '2026-07-01' },
      { from: 'April', until: 'May' },
      { from: '2026-02-30', until: '2026-03-31' },
      { from: '0000-01-01', until: '0000-02-01' },
      { from: '2026-04-01T00:00:00Z', until: '2026-05-01T00:00:00Z' },
    ] as Record<string, string>[])
      assert.equal((await read(byDay, query)).body.code, 'bad_query', JSON.stringify(query))

    // April in Berlin.
    const byTime = (await make(start)).body as DataView
    const berlin = { from: '2026-03-31T22:00:00.000Z', until: '2026-04-30T22:00:00.000Z' }
    assert.deepEqual(await namesIn(byTime, berlin), ['Last', 'First'])

    const byHidden = (await make(planned)).body as DataView
    const tenant = (await app.kernel.tenancy.byPublicKey(site.tenant.public_key))!
    const claims = { role: 'anon' as const, pool: tenant.id, tenant: tenant.id }
    const pageOf = async ({ id }: DataView) => {
      const url = new URL(`http://localhost/embed/list?view=${id}`)
      return loadListData(app.kernel, { tenant, claims, url, headers: new Headers() })
    }
    const [calendar, list] = [await pageOf(byDay), await pageOf(byHidden)]
    assert.deepEqual(
      [calendar.list!.date?.id, embedPages.list!.shownBy!(calendar as never)],
      [day, 'calendar'],
    )
    assert.match(calendar.month!, /^\d{4}-\d\d$/)
    assert.deepEqual(
      [list.list!.layout, list.list!.date, list.month, embedPages.list!.shownBy!(list as never)],
      ['list', undefined, undefined, 'list'],
    )
    assert.equal(list.first.rows.length, 1)
    // Who sees the day after signing in reads on in the list that is on the page.
    const member = await signUp(app, site.tenant.public_key)
    const asMember = functionCall(app, site.tenant.public_key, member.access_token)
    const { body } = await asMember('GET', `/lists/${byHidden.id}/rows?page=1`)
    assert.deepEqual([(body as ListPage).rows.length, (body as ListPage).more], [1, true])
  })

  test('[peers D8] a table without a right to see has no rows for visitors; another tenant’s list does not exist', async () => {
    const closed = await guestbook({})
    await closed.staff().from('guestbook').insert({ name: 'Ann' })
    assert.deepEqual((await closed.as().read()).body, { rows: [], more: false, closed: 'sign_in' })
    const other = await guestbook()
    assert.equal((await closed.as(undefined, other.tenant.public_key).read()).body.code, 'list_not_found')
  })

  test('rows that wait for approval are there for their author alone', async () => {
    const site = await guestbook({ see: EVERYONE, add: MEMBERS, change: AUTHOR, approval: true })
    const member = await site.member()
    await member.client.from('guestbook').insert({ name: 'Ann' })
    assert.deepEqual((await site.as().read()).body.rows, [])
    const [own] = (await member.read()).body.rows
    assert.deepEqual([own.waits, own.may], [true, ['change']])
    await site.staff().from('guestbook').update({ approved: true }).eq('name', 'Ann')
    assert.equal((await site.as().read()).body.rows.length, 1)
    const changed = await member.change(own.id, { [site.ids.name]: 'Anna' })
    assert.equal(changed.body.waits, true, 'a change waits again')
    assert.deepEqual((await site.as().read()).body.rows, [])
  })
})

describe('[peers D7] rows of one’s own', () => {
  test('the author changes and deletes a row in place; a stranger and another member cannot', async () => {
    const site = await guestbook()
    const [author, other] = [await site.member(), await site.member()]
    await author.client.from('guestbook').insert({ name: 'Ann', message: 'Hi', stars: 4, tags: ['food'] })
    const [own] = (await author.read()).body.rows
    assert.deepEqual(own.may, ['change', 'delete'])
    assert.equal((await other.read()).body.rows[0].may, undefined)
    const answers = {
      [site.ids.name]: ' Anna ',
      [site.ids.stars]: '5',
      [site.ids.message]: '',
      [site.ids.tags]: ['people'],
    }
    for (const one of [other]) {
      assert.equal((await one.change(own.id, answers)).body.code, 'row_not_found')
      assert.equal((await one.remove(own.id)).body.code, 'row_not_found')
    }
    for (const status of [
      (await site.as().change(own.id, answers)).status,
      (await site.as().remove(own.id)).status,
    ])
      assert.equal(status, 401)
    const changed = await author.change(own.id, answers)
    assert.equal(changed.status, 200, JSON.stringify(changed.body))
    assert.deepEqual(changed.body.values, {
      [site.ids.name]: 'Anna',
      [site.ids.stars]: 5,
      [site.ids.tags]: ['people'],
    })
    const { rows } = await app.owner.query('select extra from app.records where id = $1', [own.id])
    assert.deepEqual(rows[0].extra, { [site.ids.tags]: ['people'] })
    await app.owner.query(`update public.data_views set design = design - 'own_rows' where tenant_id = $1`, [
      site.tenant.id,
    ])
    assert.equal((await author.change(own.id, answers)).body.code, 'row_not_found')
    assert.equal((await author.remove(own.id)).body.code, 'row_not_found', 'the list is not for changes')
    await app.owner.query(
      `update public.data_views set design = design || '{"own_rows": true}' where tenant_id = $1`,
      [site.tenant.id],
    )
    assert.equal((await author.remove(own.id)).status, 200)
    assert.deepEqual((await site.as().read()).body.rows, [])
  })

  test('values are checked, and fields that the list does not show cannot be written', async () => {
    const site = await guestbook()
    const author = await site.member()
    await author.client.from('guestbook').insert({ name: 'Ann' })
    const [own] = (await author.read()).body.rows
    const codeOf = async (answers: object) => (await author.change(own.id, answers)).body.code as string
    assert.equal(await codeOf({ [site.ids.name]: '' }), 'invalid_answers')
    assert.equal(await codeOf({ [site.ids.stars]: 9 }), 'invalid_answers')
    assert.equal(await codeOf({ [site.ids.notes]: 'x' }), 'unknown_field')
    assert.equal(await codeOf({ approved: true }), 'unknown_field')
    assert.equal((await author.change(randomUUID(), { [site.ids.name]: 'X' })).body.code, 'row_not_found')
    assert.equal((await author.read()).body.rows[0].values[site.ids.name], 'Ann')

    // An entry's own view shows more fields, which its author changes there.
    const details = [site.ids.name, site.ids.notes]
    const { revision } = site.list
    await site.call('PUT', `${site.path}/${site.list.id}`, { revision, design: { ...site.design, details } })
    assert.deepEqual((await author.one(own.id)).body.may, ['change', 'delete'])
    assert.equal((await author.change(own.id, { [site.ids.notes]: 'x' })).status, 200)
    assert.equal((await author.one(own.id)).body.values[site.ids.notes], 'x')
  })

  test('a list that is not for changes changes nothing', async () => {
    const site = await guestbook()
    const { body } = await site.call('PUT', `${site.path}/${site.list.id}`, {
      revision: 1,
      design: { ...site.design, own_rows: false },
    })
    assert.equal(body.revision, 2)
    const author = await site.member()
    await author.client.from('guestbook').insert({ name: 'Ann' })
    const [own] = (await author.read()).body.rows
    assert.equal(own.may, undefined)
    assert.equal((await author.change(own.id, { [site.ids.name]: 'X' })).body.code, 'row_not_found')
  })
})

test('a list says why a visitor sees no row, and nothing if there is none', async () => {
  const closedTo = async (of: { read: () => Promise<{ body: ListPage }> }) => (await of.read()).body.closed
  const open = await guestbook()
  assert.equal(await closedTo(open.as()), undefined)
  const members = await guestbook({ see: MEMBERS, add: MEMBERS })

  assert.equal(await closedTo(members.as()), 'sign_in')
  assert.equal(await closedTo(await members.member()), undefined)
  const own = await guestbook({ see: AUTHOR, add: MEMBERS })

  assert.equal(await closedTo(own.as()), 'sign_in')
  assert.equal(await closedTo(await own.member()), undefined, 'they have no entry of their own yet')
  const staff = await guestbook({ see: { any: [] } })
  assert.equal(await closedTo(staff.as()), 'sign_in')
  assert.equal(await closedTo(await staff.member()), 'not_for_you')
})

test('lists of a creator: a design is checked, and a change names its revision', async () => {
  const site = await guestbook()
  const created = await site.call('POST', site.path, { table_id: site.table.id })
  assert.deepEqual(created.body.design.fields, [
    site.ids.name,
    site.ids.message,
    site.ids.stars,
    site.ids.tags,
    site.ids.notes,
  ])
  const change = (body: object) => site.call('PUT', `${site.path}/${site.list.id}`, { revision: 1, ...body })
  for (const design of [
    { fields: [] },
    { fields: ['zzzzzzzz'] },
    { fields: [site.ids.name, site.ids.name] },
    { fields: [site.ids.name], filters: [site.ids.name] },
    { fields: [site.ids.name], filters: [site.ids.tags] },
    { fields: [site.ids.name], order: site.ids.message },
  ])
    assert.equal((await change({ design })).body.code, 'bad_design', JSON.stringify(design))
  assert.equal((await change({ layout: 'cards', title: 'Wall' })).body.revision, 2)
  assert.equal((await change({ layout: 'table' })).body.code, 'list_changed')
  assert.equal((await site.call('GET', site.path)).body.length, 2)
  assert.equal((await site.call('DELETE', `${site.path}/${site.list.id}`, {})).status, 200)
  assert.equal((await site.as().read()).status, 404)
})

test('[peers D13] a list shows pictures and links to files, to those who see the row', async () => {
  const site = await tableBuilder(app)
  const fields: GivenField[] = [
    { title: 'Name', kind: 'text' },
    { title: 'Photo', kind: 'image' },
    { title: 'Menu', kind: 'file' },
  ]
  const table = await site.create('Places', fields, { see: EVERYONE, add: EVERYONE, approval: true })
  const call = functionCall(app, site.tenant.public_key)
  const upload = async (field: string, bytes: Uint8Array<ArrayBuffer> | string) => {
    const { body } = await call('POST', '/own-tables/places/uploads', { field, name: `my ${field}` })
    assert.equal((await sendBytes(app, body as PreparedUpload, bytes)).status, 200)
    return body.id as string
  }
  const row = {
    name: 'Bakery',
    photo: await upload('photo', await png(1000, 500)),
    menu: await upload('menu', '%PDF-1.7'),
  }
  const added = await site.visitor().from('places').insert(row)
  assert.equal(added.error, null)
  const staff = functionCall(app, app.anonKey, site.access_token)
  const design = { fields: table.fields.map(({ id }) => id) }
  const made = await staff('POST', `/data-views/${site.tenant.id}/views`, { table_id: table.id, design })
  const read = async () => (await call('GET', `/lists/${made.body.id}/rows`)).body.rows as ListPage['rows']
  assert.deepEqual(await read(), [], 'it waits for approval')
  await site.staff().from('places').update({ approved: true }).eq('name', 'Bakery')
  const [shown] = await read()
  const [, photo, menu] = table.fields.map(({ id }) => shown!.values[id] as StoredFile)
  assert.deepEqual([photo!.width, photo!.height, photo!.name], [1000, 500, 'my photo'])
  const picture = await fetchLink(app, photo!.link!.picture!)
  assert.deepEqual([picture.status, picture.headers.get('content-type')], [200, 'image/webp'])
  assert.equal(new TextDecoder().decode((await fetchLink(app, menu!.link!.url)).bytes), '%PDF-1.7')
  await site.staff().from('places').update({ approved: false }).eq('name', 'Bakery')
  assert.equal((await fetchLink(app, photo!.link!.picture!)).status, 404)
})
