// Items, courses, drip, progress and media, as visitors, members and staff use them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { givePlan, makeTenant } from '#testing/factories.ts'
import { eventually } from '#testing/eventually.ts'
import { functionCall } from '#testing/function-call.ts'
import { signUp } from '#testing/test-users.ts'
import { testApp } from '#testing/test-app.ts'
import { BUCKET } from './bucket.ts'

const app = await testApp({ env: { AUTH_LIMIT_FACTOR: '1000' } })
const owner = await signUp(app, app.anonKey)
await givePlan(app.database, owner.user.id, 'pro')
const shop = await makeTenant(app.database, { owner: owner.user.id })
const mara = functionCall(app, app.anonKey, owner.access_token)
const guest = functionCall(app, shop.public_key)
const annSession = await signUp(app, shop.public_key)
const ann = functionCall(app, shop.public_key, annSession.access_token)
const bobSession = await signUp(app, shop.public_key)
const bob = functionCall(app, shop.public_key, bobSession.access_token)
const sql = (text: string, ...values: unknown[]) => app.owner.query(text, values)

await sql("insert into public.roles (tenant_id, name) values ($1, 'Club')", shop.id)
const give = (id: string) =>
  sql("insert into public.role_members (tenant_id, auth_user_id, role) values ($1, $2, 'Club')", shop.id, id)
const take = (id: string) => sql('delete from public.role_members where auth_user_id = $1', id)
await give(annSession.user.id)

const CLUB = { any: [{ kind: 'role', role: 'Club' }] }
const EVERYONE = { any: [{ kind: 'everyone' }] }
const PUBLISHED = '2026-01-01T00:00:00Z'
const articleOf = (text: string) => ({
  doc: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] },
})
const given = (more: object) => ({
  title: 'Bread',
  summary: null,
  teaser: null,
  cover: null,
  tags: [],
  published_at: PUBLISHED,
  audience: CLUB,
  is_teaser: false,
  is_listed: true,
  counts_from: 'start',
  body: {},
  ...more,
})
async function make(kind: string, more: object) {
  const { status, body } = await mara('POST', `/library/${shop.id}/items`, { kind, item: given(more) })
  assert.equal(status, 200, JSON.stringify(body))
  return body as { id: string; slug: string; revision: number }
}
const listed = async (call: typeof guest, query = '') =>
  (await call('GET', `/library-items${query}`)).body.items.map(({ title }: { title: string }) => title)

test('[peers C2] an article opens to its audience; others get its teaser, or nothing', async () => {
  const open = await make('article', {
    title: 'Crème brûlée',
    is_teaser: true,
    teaser: 'The beginning',
    body: articleOf('caramel secret'),
  })
  const hidden = await make('article', { title: 'Hidden', body: articleOf('hidden secret') })
  assert.equal(open.slug, 'creme-brulee')
  const read = (await ann('GET', `/library-items/${open.slug}`)).body
  assert.equal(read.body.doc.content[0].content[0].text, 'caramel secret')
  const closed = (await bob('GET', `/library-items/${open.id}`)).body
  assert.deepEqual([closed.is_open, closed.teaser, closed.body], [false, 'The beginning', undefined])
  assert.deepEqual(closed.ways, [{ kind: 'role', name: 'Club' }])
  assert.equal((await bob('GET', `/library-items/${hidden.id}`)).status, 404)
  assert.deepEqual(await listed(ann), ['Hidden', 'Crème brûlée'])
  assert.deepEqual(await listed(guest), ['Crème brûlée'])
  // The search finds words of texts only for those who may read them.
  assert.deepEqual(await listed(ann, '?q=secret'), ['Hidden', 'Crème brûlée'])
  assert.deepEqual(await listed(bob, '?q=secret'), [])
  await give(bobSession.user.id)
  assert.equal((await bob('GET', `/library-items/${hidden.id}`)).status, 200)
  await take(bobSession.user.id)
  assert.equal((await bob('GET', `/library-items/${hidden.id}`)).status, 404)
})

test('drafts and scheduled items do not exist for visitors, and a stale save is refused', async () => {
  const draft = await make('article', { title: 'Draft', published_at: null, audience: EVERYONE })
  const later = await make('article', {
    title: 'Later',
    published_at: '2100-01-01T00:00:00Z',
    audience: EVERYONE,
  })
  for (const { id } of [draft, later]) assert.equal((await ann('GET', `/library-items/${id}`)).status, 404)
  const path = `/library/${shop.id}/items/${draft.id}`
  const item = given({ title: 'Out', audience: EVERYONE, is_listed: false, body: articleOf('x') })
  const saved = await mara('PUT', path, { revision: 1, item })
  assert.deepEqual([saved.status, saved.body.status, saved.body.revision], [200, 'published', 2])
  assert.equal((await mara('PUT', path, { revision: 1, item })).body.code, 'item_changed')
  assert.equal((await guest('GET', `/library-items/${draft.id}`)).body.is_open, true)
  assert.ok(!(await listed(guest)).includes('Out'))
})

test('bodies fit their kind, and articles have nothing that could run', async () => {
  const bad = { type: 'doc', content: [{ type: 'iframe', attrs: { src: 'https://a.example' } }] }
  for (const [kind, body, code] of [
    ['article', { doc: bad }, 'bad_article'],
    ['article', { url: 'https://a.example' }, 'bad_body'],
    ['link', { url: 'javascript:alert(1)' }, 'bad_body'],
    ['link', { file: { path: 'x', name: 'x' } }, 'bad_body'],
    ['video', { file: { path: 'nothing.mp4', name: 'x' } }, 'file_missing'],
  ] as const) {
    const answer = await mara('POST', `/library/${shop.id}/items`, { kind, item: given({ body }) })
    assert.deepEqual([answer.status, answer.body.code], [400, code])
  }
  // The data API stores what it is given; pages get only what articles may contain.
  const item = await make('link', { title: 'Link', audience: EVERYONE, body: { url: 'https://a.example' } })
  await sql(`update public.library_bodies set body = $2 where item_id = $1`, item.id, {
    doc: bad,
    url: 'javascript:alert(1)',
  })
  assert.deepEqual((await guest('GET', `/library-items/${item.id}`)).body.body, {
    doc: { type: 'doc', content: [] },
  })
})

test('[peers C6] [peers C7] lessons open with the course, its days count from the start, and what is finished never locks', async () => {
  const course = await make('course', { title: 'Course', is_teaser: true })
  const [first, second] = [
    await make('article', { title: 'First', audience: null, is_listed: false, body: articleOf('one') }),
    await make('article', { title: 'Second', audience: null, is_listed: false, body: articleOf('two') }),
  ]
  const outline = (days: number) => ({
    modules: [
      {
        title: 'Week',
        lessons: [
          { item: first.id, drip_days: null, drip_at: null },
          { item: second.id, drip_days: days, drip_at: null },
        ],
      },
    ],
  })
  const path = `/library/${shop.id}/items/${course.id}/outline`
  assert.equal((await mara('PUT', path, { revision: 1, ...outline(3) })).status, 200)
  const states = async (call: typeof guest) =>
    (await call('GET', `/library-items/${course.id}`)).body.modules[0].lessons.map(
      ({ title, state }: { title: string; state: string }) => `${title} ${state}`,
    )
  assert.deepEqual(await states(ann), ['First open', 'Second locked'])
  // Bob sees the course, but not the titles of its hidden lessons.
  assert.deepEqual(await states(bob), [])
  assert.equal((await bob('GET', `/library-items/${first.id}`)).status, 404)
  const locked = (await ann('GET', `/library-items/${second.id}`)).body
  assert.deepEqual([locked.is_open, locked.is_locked, locked.opens_at], [false, true, undefined])
  assert.equal(
    (await ann('PUT', `/library-items/${second.id}/progress`, { finished: true })).body.code,
    'item_closed',
  )
  assert.equal((await ann('POST', `/library-items/${course.id}/start`, {})).status, 200)
  assert.ok(
    Date.parse((await ann('GET', `/library-items/${second.id}`)).body.opens_at) > Date.now() + 2 * 86_400_000,
  )
  await sql(
    "update public.library_progress set started_at = now() - interval '3 days 1 minute' where item_id = $1",
    course.id,
  )
  assert.deepEqual(await states(ann), ['First open', 'Second open'])
  assert.equal(
    (await ann('PUT', `/library-items/${second.id}/progress`, { finished: true })).body.finished,
    true,
  )
  assert.equal((await mara('PUT', path, { revision: 2, ...outline(9000) })).status, 200)
  assert.deepEqual(await states(ann), ['First open', 'Second open'])
  const [mine] = (await ann('GET', '/my-library')).body.courses
  assert.deepEqual([mine.title, mine.lessons, mine.lessons_finished], ['Course', 2, 1])
  // The course itself closes with the role, finished or not.
  await take(annSession.user.id)
  assert.equal((await ann('GET', `/library-items/${second.id}`)).status, 404)
  await give(annSession.user.id)
  const nested = await mara('PUT', path, {
    revision: 3,
    modules: [{ title: 'X', lessons: [{ item: course.id, drip_days: null, drip_at: null }] }],
  })
  assert.equal(nested.body.code, 'course_in_course')
})

test('[peers C7] 1,000 random schedules open as a plain model says', async () => {
  const DAY = 86_400_000
  const now = Date.parse('2026-06-01T00:00:00Z')
  const pick = <T>(...of: T[]): T => of[Math.floor(Math.random() * of.length)]!
  const time = () => now + Math.floor((Math.random() - 0.5) * 40 * DAY)
  const cases = Array.from({ length: 1000 }, () => ({
    days: pick(null, 0, 1, 7, 20),
    at: pick(null, time()),
    from: pick(null, time()),
    finished: pick(null, null, time()),
  }))
  const model = ({ days, at, from, finished }: (typeof cases)[number]) => {
    if (finished !== null) return true
    if (at !== null && at > now) return false
    if (!days) return true
    return from !== null && from + days * DAY <= now
  }
  const iso = (value: number | null) => value && new Date(value).toISOString()
  const { rows } = await sql(
    `select app.lesson_opens_at((c ->> 'days')::integer, (c ->> 'at')::timestamptz, (c ->> 'from')::timestamptz,
       (c ->> 'finished')::timestamptz) <= $2 as is_open from jsonb_array_elements($1) with ordinality as t (c, n) order by n`,
    JSON.stringify(
      cases.map((one) => ({ ...one, at: iso(one.at), from: iso(one.from), finished: iso(one.finished) })),
    ),
    new Date(now).toISOString(),
  )
  assert.deepEqual(
    rows.map(({ is_open }) => is_open),
    cases.map(model),
  )
})

test('[peers C3] an address of media works in its own browser and session, while the person may open the item', async () => {
  const { body: upload } = await mara('POST', `/library/${shop.id}/uploads`, { name: 'Loaf.MP4' })
  assert.equal(upload.bucket, BUCKET)
  const bytes = 'abcdefghij'
  const stored = await app.request(`/storage/v1/object/${upload.bucket}/${upload.path}`, {
    method: 'POST',
    headers: {
      apikey: app.anonKey,
      authorization: `Bearer ${owner.access_token}`,
      'x-bb-pool': shop.id,
      'content-type': 'video/mp4',
    },
    body: bytes,
  })
  assert.equal(stored.status, 200, await stored.text())
  const video = await make('video', {
    title: 'Loaf',
    body: { file: { path: upload.path, name: 'loaf.mp4' } },
  })
  assert.equal((await bob('POST', `/library-items/${video.id}/media`, {})).status, 404)
  const opened = await ann('POST', `/library-items/${video.id}/media`, {})
  assert.deepEqual([opened.body.seconds, opened.body.type, opened.body.size], [300, 'video/mp4', 10])
  const [cookie = '', ...attributes] = opened.headers.get('set-cookie')!.split('; ')
  assert.match(cookie, /^__Host-bb-media=/)
  assert.deepEqual(
    new Set(attributes),
    new Set(['Path=/', 'HttpOnly', 'Secure', 'SameSite=None', 'Partitioned']),
  )
  const get = async (headers: Record<string, string>, url: string = opened.body.url) => {
    const answer = await app.request(url, { headers })
    return [answer.status, answer.status < 300 ? await answer.text() : '']
  }
  assert.deepEqual(await get({ cookie }), [200, bytes])
  assert.deepEqual(await get({ cookie, range: 'bytes=2-4' }), [206, 'cde'])
  const as = (session: { access_token: string }) => ({
    apikey: shop.public_key,
    authorization: `Bearer ${session.access_token}`,
  })
  assert.deepEqual(await get(as(annSession)), [200, bytes])
  // Copied: another browser, no cookie, another member's session, an edited token.
  const other = (await ann('POST', `/library-items/${video.id}/media`, {})).headers
    .get('set-cookie')!
    .split(';')[0]!
  for (const headers of [{}, { cookie: other }, as(bobSession)] as Record<string, string>[])
    assert.deepEqual(await get(headers), [403, ''], JSON.stringify(headers))
  assert.deepEqual(await get({ cookie }, `${opened.body.url}x`), [403, ''])
  // After the right is lost, and back.
  await take(annSession.user.id)
  assert.deepEqual(await get({ cookie, range: 'bytes=2-4' }), [403, ''])
  await give(annSession.user.id)
  assert.deepEqual(await get({ cookie }), [200, bytes])
  const { mock } = await import('node:test')
  mock.timers.enable({ apis: ['Date'], now: Date.now() + 301_000 })
  try {
    assert.deepEqual(await get({ cookie }), [403, ''])
  } finally {
    mock.timers.reset()
  }
  // The bucket is closed to members, and stays so.
  const direct = await app.request(`/storage/v1/object/${upload.bucket}/${upload.path}`, {
    headers: as(annSession),
  })
  assert.equal(direct.status, 404)
  await assert.rejects(sql(`update storage.buckets set public = true where id = $1`, BUCKET), {
    constraint: 'library_bucket',
  })
  const left = await app.request('/auth/v1/logout', { method: 'POST', headers: as(annSession) })
  assert.equal(left.status, 204)
  await eventually('the end of the session', async () => (await get({ cookie }))[0] === 403, 5)
})

test('plans: in live mode the library needs Pro, and calls at once never exceed the limit', async () => {
  const free = await signUp(app, app.anonKey)
  const tenant = await makeTenant(app.database, { owner: free.user.id })
  const call = functionCall(app, app.anonKey, free.access_token)
  const body = { kind: 'course', item: given({ audience: EVERYONE }) }
  for (let i = 0; i < 15; i++)
    assert.equal((await call('POST', `/library/${tenant.id}/items`, { ...body, slug: `c-${i}` })).status, 200)
  const made = await Promise.all(
    Array.from({ length: 12 }, (_, i) =>
      call('POST', `/library/${tenant.id}/items`, { ...body, slug: `r-${i}` }),
    ),
  )
  assert.equal(made.filter(({ status }) => status === 200).length, 5)
  assert.equal(made.filter(({ body: { code } }) => code === 'most_items').length, 7)
  assert.equal((await call('GET', `/library/${tenant.id}/items`)).body.items.length, 20)
  await sql("update public.tenants set stripe_mode = 'live' where id = $1", tenant.id)
  assert.equal((await call('POST', `/library/${tenant.id}/items`, body)).status, 402)
  const rest = await app.request('/rest/v1/library_items', {
    method: 'POST',
    headers: {
      apikey: app.anonKey,
      authorization: `Bearer ${free.access_token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ tenant_id: tenant.id, kind: 'article', slug: 'x', title: 'X' }),
  })
  assert.equal(rest.status, 400)
  assert.equal((await call('GET', `/library/${tenant.id}/items`)).body.items.length, 20)
})
