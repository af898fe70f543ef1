// View as: blocks as someone else gets them, compared with what that person then really gets; and what a ticket cannot do.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { Hono } from 'hono'
import type { EmbedPageData } from '#kernel/browser/embed-page.ts'
import type { AppEnv } from '#kernel/http/context.ts'
import { sealTicket } from '#kernel/view-as.ts'
import { readReadToken } from '#services/storage/record-files/tokens.ts'
import { givePlan, makeItem, makeTenant } from '#testing/factories.ts'
import { functionCall } from '#testing/function-call.ts'
import { newCreator } from '#testing/plans.ts'
import { fetchLink, sendBytes } from '#testing/record-uploads.ts'
import { testApp } from '#testing/test-app.ts'
import { signUp } from '#testing/test-users.ts'
import { embedPages } from './embed-pages.ts'
import { requestContext } from './http/request-context.ts'

const CANARY = 'canary-ad11'
const app = await testApp({ env: { AUTH_LIMIT_FACTOR: '1000' } })
const [ann, bob] = [await newCreator(app), await newCreator(app)]
await givePlan(app.database, ann.id, 'business')
const shop = await makeTenant(app.database, { owner: ann.id })
const other = await makeTenant(app.database, { owner: ann.id })
const tea = await makeItem(app.database, shop.id, { name: 'Tea', price_cents: 500 })
const [mia, leo, zoe] = [
  await signUp(app, shop.public_key),
  await signUp(app, shop.public_key),
  await signUp(app, shop.public_key),
]
await ann.call('POST', `/tenant-roles/${shop.id}/roles`, { name: 'Reader' })
await ann.call('POST', `/tenant-roles/${shop.id}/roles/Reader/members`, { give: [mia.user.id] })

async function makeBlock(audience: object | null): Promise<string> {
  const { rows } = await app.owner.query(
    `insert into public.bolt_blocks (user_id, title, data) values ($1, 'Letters', $2) returning id`,
    [ann.id, { type: 'text', content: CANARY, audience }],
  )
  return rows[0].id
}
const letters = await makeBlock({
  any: [
    { kind: 'role', role: 'Reader' },
    { kind: 'bought', source: tea },
  ],
})

async function ticketFor(viewer: object, page = 'my-block', block = letters): Promise<string> {
  const wish = { page, viewer, ...(page !== 'pay' && { block }) }
  const { status, body } = await ann.call('POST', `/tenant-roles/${shop.id}/view-as`, wish)
  assert.equal(status, 200, JSON.stringify(body))
  assert.ok(Date.parse(body.expires_at) - Date.now() <= 120_000)
  return body.ticket
}

/** What the renderer receives; the page itself is rendered in embed/rendered-pages.test.ts. */
const dist = {
  folder: '/',
  studioPage: undefined,
  document: ({ data }: { data: EmbedPageData }) => ({ html: JSON.stringify(data), scripts: [], styles: [] }),
}
const pages = new Hono<AppEnv>().use(requestContext(app.kernel)).route('/', embedPages(dist))

async function load(page: string, query: Record<string, string>) {
  const response = await pages.request(`http://localhost:3000/embed/${page}?${new URLSearchParams(query)}`)
  const html = await response.text()
  return { data: JSON.parse(html), html, policy: response.headers.get('content-security-policy')! }
}
const view = async (viewer: object, page = 'my-block', query: Record<string, string> = { id: letters }) =>
  load(page, { tenant: shop.public_key, ...query, view_as: await ticketFor(viewer, page) })

const state = async (token?: string) =>
  (await functionCall(app, shop.public_key, token)('GET', `/my-block/${letters}/state`)).body

test('[peers D9] a block viewed as someone is what that person really gets', async () => {
  for (const [viewer, token] of [
    [{ kind: 'visitor' }, undefined],
    [{ kind: 'person', id: mia.user.id }, mia.access_token],
    [{ kind: 'person', id: leo.user.id }, leo.access_token],
  ] as const) {
    const { data, html } = await view(viewer)
    const real = await state(token)
    assert.deepEqual(data.block, real)
    assert.deepEqual(data.viewedAs.answers, { 'GET /my-block/:id/state': real })
    assert.equal(html.includes(CANARY), real.state === 'open')
  }
  const member = await view({ kind: 'person', id: mia.user.id })
  assert.equal(member.data.viewedAs.user.email, mia.user.email)
})

test('[peers D9] a role and a product’s buyers are seen without anyone having them', async () => {
  assert.equal((await view({ kind: 'role', role: 'Reader' })).data.block.state, 'open')
  assert.equal((await view({ kind: 'bought', source: tea })).data.block.state, 'open')
  assert.equal((await view({ kind: 'role', role: 'Writer' })).data.block.state, 'audience')
  assert.equal((await view({ kind: 'bought', source: randomUUID() })).data.block.state, 'audience')
})

test('[peers D9] an item of the library viewed as someone has its text only if they may open it', async () => {
  const body = 'canary-of-the-library'
  const audience = await app.owner.query(
    "insert into public.audiences (tenant_id, name, rule) values ($1, 'Readers', $2) returning id",
    [shop.id, { any: [{ kind: 'role', role: 'Reader' }] }],
  )
  const made = await app.owner.query(
    `insert into public.library_items (tenant_id, kind, slug, title, published_at, audience_id, is_teaser)
      values ($1, 'article', 'letters', 'Letters', '2026-01-01', $2, true) returning id`,
    [shop.id, audience.rows[0].id],
  )
  const id = made.rows[0].id as string
  const doc = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: body }] }] }
  await app.owner.query('insert into public.library_bodies (tenant_id, item_id, body) values ($1, $2, $3)', [
    shop.id,
    id,
    { doc },
  ])
  const viewed = async (viewer: object) => {
    const view_as = await ticketFor(viewer, 'library', id)
    return load('library', { tenant: shop.public_key, id, view_as })
  }
  for (const [viewer, isOpen] of [
    [{ kind: 'visitor' }, false],
    [{ kind: 'role', role: 'Reader' }, true],
    [{ kind: 'role', role: 'Writer' }, false],
    [{ kind: 'person', id: mia.user.id }, true],
    [{ kind: 'person', id: leo.user.id }, false],
  ] as const) {
    const { html, data } = await viewed(viewer)
    assert.equal(html.includes(body), isOpen, JSON.stringify(viewer))
    assert.deepEqual(data.viewedAs.answers['GET /library-items/:item'], data.item)
    assert.equal(data.item.title, 'Letters')
  }
})

test('purchases are those of the member, and assigning them to the account is rolled back', async () => {
  // As an order from before the account proved its address: usually a trigger assigns it.
  await app.owner.query('alter table public.orders disable trigger claim')
  await app.owner.query(
    `insert into public.orders (tenant_id, mode, status, seller, source_id, name, amount_total, currency, email,
       stripe_account_id, state_hash, receipt_hash, paid_at)
     values ($1, 'test', 'paid', 'pay', $2, 'Tea', 500, 'eur', $3, 'acct_1', '\\x01', '\\x02', now())`,
    [shop.id, tea, leo.user.email],
  )
  await app.owner.query('alter table public.orders enable trigger claim')
  const owners = async () =>
    (await app.owner.query('select auth_user_id from public.orders where tenant_id = $1', [shop.id])).rows
  const { data } = await view({ kind: 'person', id: leo.user.id }, 'pay', {})
  assert.deepEqual(await owners(), [{ auth_user_id: null }], 'viewing wrote nothing')
  const { body } = await functionCall(app, shop.public_key, leo.access_token)('GET', '/purchases')
  assert.deepEqual(data.viewedAs.answers['GET /purchases'], body)
  assert.equal(body.purchases.length, 1)
  assert.deepEqual(await owners(), [{ auth_user_id: leo.user.id }])
})

test('strangers get no ticket, and there is none for a user who is not a member of the tenant', async () => {
  const path = `/tenant-roles/${shop.id}/view-as`
  const wish = { page: 'my-block', viewer: { kind: 'visitor' } }
  assert.equal((await bob.call('POST', path, wish)).body.code, 'tenant_not_found')
  assert.equal((await functionCall(app, shop.public_key, mia.access_token)('POST', path, wish)).status, 401)
  const stranger = await ann.call('POST', path, { ...wish, viewer: { kind: 'person', id: ann.id } })
  assert.equal(stranger.body.code, 'customer_not_found')
})

test('staff for people view blocks as others, with the second factor that the tenant requires, and not after they left', async () => {
  const [support, editor] = [await newCreator(app), await newCreator(app)]
  for (const [{ id }, role] of [
    [support, 'support'],
    [editor, 'editor'],
  ] as const)
    await app.owner.query('insert into public.tenant_staff (tenant_id, user_id, role) values ($1, $2, $3)', [
      shop.id,
      id,
      role,
    ])
  const wish = { page: 'my-block', block: letters, viewer: { kind: 'person', id: mia.user.id } }
  const refused = await editor.call('POST', `/tenant-roles/${shop.id}/view-as`, wish)
  assert.equal(refused.body.code, 'right_missing')
  const { body } = await support.call('POST', `/tenant-roles/${shop.id}/view-as`, wish)
  const loaded = async (ticket: string) =>
    (await load('my-block', { tenant: shop.public_key, id: letters, view_as: ticket })).data
  assert.equal((await loaded(body.ticket)).block?.state, 'open')

  const twoStep = (isRequired: boolean) =>
    app.owner.query('update public.tenants set staff_two_step = $2 where id = $1', [shop.id, isRequired])
  const claims = { role: 'anon' as const, pool: shop.id, tenant: shop.id }
  const proved = sealTicket(app.kernel, {
    tenant: shop.id,
    creator: { sub: support.id, aal: 'aal2' },
    page: 'my-block',
    block: letters,
    claims,
    user: null,
  })
  await twoStep(true)
  assert.equal((await loaded(body.ticket)).error, 'load_failed')
  assert.equal((await loaded(proved.ticket)).error, undefined)
  await twoStep(false)
  await app.owner.query('delete from public.tenant_staff where user_id = $1', [support.id])
  assert.equal((await loaded(body.ticket)).error, 'load_failed')
})

test('[peers D9] products and prices for an audience are seen as a role that no one has', async () => {
  await ann.call('POST', `/tenant-roles/${shop.id}/roles`, { name: 'Guest' })
  const { rows } = await app.owner.query(
    `insert into public.audiences (tenant_id, name, rule) values ($1, 'Guests', '{"any":[{"kind":"role","role":"Guest"}]}')
     returning id`,
    [shop.id],
  )
  const cake = await makeItem(app.database, shop.id, { name: 'Cake', price_cents: 900 })
  await app.owner.query(
    'update public.items set audience_id = $2, member_audience_id = $2, member_price_cents = 700 where id = $1',
    [cake, rows[0].id],
  )
  const cakeFor = async (viewer: object) => {
    const { data } = await view(viewer, 'pay', {})
    const { price_cents, ways } = data.items.find(({ id }: { id: string }) => id === cake)
    return { price_cents, closed: ways !== undefined }
  }
  assert.deepEqual(await cakeFor({ kind: 'visitor' }), { price_cents: 900, closed: true })
  assert.deepEqual(await cakeFor({ kind: 'role', role: 'Reader' }), { price_cents: 900, closed: true })
  assert.deepEqual(await cakeFor({ kind: 'role', role: 'Guest' }), { price_cents: 700, closed: false })
})

const post = async (path: string, body: object) => {
  const answer = await ann.call('POST', path, body)
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body
}

/** A table whose rows members see and readers see whole, with a form for readers and a list. */
async function makeOwnTable() {
  const readers = { any: [{ kind: 'role', role: 'Reader' }] }
  const table = await post(`/data-tables/${shop.id}/tables`, {
    title: 'Notes',
    fields: [{ title: 'Words', kind: 'text' }],
    see: { any: [{ kind: 'signed_in' }] },
    change: { any: [{ kind: 'owner' }] },
  })
  const of = { table_id: table.id }
  const form = await post(`/data-forms/${shop.id}/forms`, { ...of, audience: readers })
  const list = await post(`/data-views/${shop.id}/views`, {
    ...of,
    design: { fields: [table.fields[0].id], own_rows: true },
  })
  await app.owner.query(
    `insert into app.records (tenant_id, table_id, created_by, t1) values ($1, $2, $3, $4), ($1, $2, null, 'by a visitor')`,
    [shop.id, table.id, leo.user.id, CANARY],
  )
  return { form: form.id as string, list: list.id as string }
}

test('[peers D9] a form and a list viewed as someone are what that person really gets', async () => {
  const own = await makeOwnTable()
  for (const [viewer, token, state, count, mine] of [
    [{ kind: 'visitor' }, undefined, 'sign_in', 0, 0],
    [{ kind: 'person', id: mia.user.id }, mia.access_token, 'open', 2, 0],
    [{ kind: 'person', id: leo.user.id }, leo.access_token, 'not_for_you', 2, 1],
  ] as const) {
    const real = functionCall(app, shop.public_key, token)
    const viewed = await load('form', {
      tenant: shop.public_key,
      form: own.form,
      view_as: await ticketFor(viewer, 'form', own.form),
    })
    const { entry } = viewed.data
    assert.deepEqual(viewed.data.viewedAs.answers, { 'GET /forms/:form/entry': entry })
    assert.equal(entry.state, state)
    assert.equal((await real('GET', `/forms/${own.form}/entry`)).body.state, state)
    const list = await load('list', {
      tenant: shop.public_key,
      view: own.list,
      view_as: await ticketFor(viewer, 'list', own.list),
    })
    assert.deepEqual(list.data.first, (await real('GET', `/lists/${own.list}/rows`)).body)
    assert.deepEqual(list.data.viewedAs.answers, { 'GET /lists/:list/rows': list.data.first })
    assert.equal(list.data.first.rows.length, count)
    assert.equal(list.data.first.rows.filter(({ may }: { may?: string[] }) => may).length, mine)
  }
  const assumed = { kind: 'role', role: 'Reader' }
  const query = { tenant: shop.public_key, form: own.form }
  const ticket = await ticketFor(assumed, 'form', own.form)
  assert.equal((await load('form', { ...query, view_as: ticket })).data.entry.state, 'open')
  const other = await ticketFor(assumed, 'form', randomUUID())
  assert.equal((await load('form', { ...query, view_as: other })).data.error, 'load_failed')
})

test('links to files of a viewed list are the creator’s, not the member’s', async () => {
  const post = async (path: string, body: object) => (await ann.call('POST', path, body)).body
  const tables = `/data-tables/${shop.id}/tables`
  const fields = [{ title: 'File', kind: 'file' }]
  const table = await post(tables, { title: 'Papers', fields, see: { any: [{ kind: 'signed_in' }] } })
  const field = table.fields[0].id as string
  const list = await post(`/data-views/${shop.id}/views`, { table_id: table.id, design: { fields: [field] } })
  const upload = await post(`${tables}/${table.id}/uploads`, { field, name: 'a.pdf' })
  assert.equal((await sendBytes(app, upload, '%PDF-1')).status, 200)
  await app.owner.query('insert into app.records (tenant_id, table_id, extra) values ($1, $2, $3)', [
    shop.id,
    table.id,
    { [field]: { id: upload.id } },
  ])
  const { data } = await load('list', {
    tenant: shop.public_key,
    view: list.id,
    view_as: await ticketFor({ kind: 'person', id: mia.user.id }, 'list', list.id),
  })
  const { url } = data.first.rows[0].values[field].link as { url: string }
  const { role, sub } = readReadToken(app.config, new URL(url).searchParams.get('token')!)
  assert.deepEqual([role, sub], ['authenticated', ann.id])
  assert.equal((await fetchLink(app, url)).status, 200)
})

test('a ticket is for one block of one tenant, expires, and is no session anywhere', async () => {
  const ticket = await ticketFor({ kind: 'person', id: mia.user.id })
  const refused = async (page: string, key: string, text: string) => {
    const { data, html } = await load(page, { tenant: key, id: letters, view_as: text })
    assert.equal(data.error, 'load_failed')
    assert.ok(!html.includes(CANARY))
  }
  await refused('pay', shop.public_key, ticket)
  await refused('my-block', other.public_key, ticket)
  // Not the last character: some of its bits mean nothing.
  const changed = `${ticket.slice(0, -3)}${ticket.at(-3) === 'A' ? 'B' : 'A'}${ticket.slice(-2)}`
  await refused('my-block', shop.public_key, changed)
  await refused('my-block', shop.public_key, '')
  const second = await makeBlock(null)
  await refused('my-block', shop.public_key, await ticketFor({ kind: 'visitor' }, 'my-block', second))
  const { policy } = await load('my-block', { tenant: shop.public_key, id: letters, view_as: ticket })
  assert.match(policy, /frame-ancestors 'self'$/)

  for (const path of [
    '/auth/v1/user',
    '/functions/v1/purchases',
    '/rest/v1/items?select=id',
    '/storage/v1/bucket',
  ]) {
    const { status } = await app.request(path, {
      headers: { apikey: shop.public_key, authorization: `Bearer ${ticket}` },
    })
    assert.ok([401, 403].includes(status), `${path} ${status}`)
  }

  // The clock of the sealed text decides, and its creator must still have the right.
  const claims = { role: 'anon' as const, pool: shop.id, tenant: shop.id }
  const ticketOf = (sub: string) =>
    sealTicket(app.kernel, {
      tenant: shop.id,
      creator: { sub },
      page: 'my-block',
      block: letters,
      claims,
      user: null,
    }).ticket
  await refused('my-block', shop.public_key, ticketOf(bob.id))
  await refused(
    'my-block',
    shop.public_key,
    inPast(121_000, () => ticketOf(ann.id)),
  )
})

test('staff who may work with people view blocks, with the sign-in that the tenant demands, until they are removed', async () => {
  const [support, bobProven] = [bob, await provenCall(bob.token)]
  const hire = (role: string) =>
    app.owner.query(
      `insert into public.tenant_staff (tenant_id, user_id, role) values ($1, $2, $3)
       on conflict (tenant_id, user_id) do update set role = excluded.role`,
      [shop.id, support.id, role],
    )
  const wish = { page: 'my-block', block: letters, viewer: { kind: 'person', id: mia.user.id } }
  const ask = (call: typeof bob.call) => call('POST', `/tenant-roles/${shop.id}/view-as`, wish)
  const opens = async (ticket: string) =>
    (await load('my-block', { tenant: shop.public_key, id: letters, view_as: ticket })).html.includes(CANARY)

  await hire('editor')
  assert.equal((await ask(support.call)).body.code, 'right_missing')
  await hire('support')
  const ticket = (await ask(support.call)).body.ticket as string
  assert.ok(await opens(ticket))
  await hire('editor')
  assert.ok(!(await opens(ticket)), 'with another role')
  await hire('support')
  await app.owner.query('update public.tenants set staff_two_step = true where id = $1', [shop.id])
  assert.ok(!(await opens(ticket)), 'without the second factor')
  assert.ok(await opens((await ask(bobProven)).body.ticket))
  await app.owner.query('update public.tenants set staff_two_step = false where id = $1', [shop.id])
  await app.owner.query('delete from public.tenant_staff where tenant_id = $1', [shop.id])
  assert.ok(!(await opens(ticket)), 'after their removal')
})

/** Runs something as if it were earlier. */
function inPast<T>(milliseconds: number, run: () => T): T {
  const now = Date.now
  Date.now = () => now() - milliseconds
  try {
    return run()
  } finally {
    Date.now = now
  }
}

/** Calls as someone who has proved a second factor. */
async function provenCall(token: string) {
  const claims = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString())
  return functionCall(app, app.anonKey, await app.kernel.tokens.mintSession({ ...claims, aal: 'aal2' }, 600))
}

test('no one assumes a membership through a token or a header', async () => {
  const pretend = [{ kind: 'role', which: 'Reader', since: '2000-01-01T00:00:00Z' }]
  const client = app.client(shop.public_key)
  await client.auth.setSession({ access_token: zoe.access_token, refresh_token: zoe.refresh_token })
  await client.auth.updateUser({ data: { pretend } })
  const { data } = await client.auth.refreshSession()
  assert.equal((await state(data.session!.access_token)).state, 'audience')
})
