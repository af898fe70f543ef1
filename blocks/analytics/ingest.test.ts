import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { sql } from 'kysely'
import { createVisitors } from '#kernel/visitors.ts'
import { makeTenant } from '#testing/factories.ts'
import type { TestTenant } from '#testing/factories.ts'
import { testApp } from '#testing/test-app.ts'
import type { SentEvent } from './endpoints.ts'
import { functions } from './routes.ts'

const app = await testApp({ functions, env: { TRUSTED_PROXIES: '1' } })
const SITE = 'https://shop.example'
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0'

async function measuringTenant(collection = 'on', networks: string[] = []): Promise<TestTenant> {
  const tenant = await makeTenant(app.kernel.database)
  await app.owner.query(`update public.tenants set allowed_origins = $2 where id = $1`, [tenant.id, [SITE]])
  await app.owner.query(
    'insert into public.analytics_settings (tenant_id, collection, own_networks) values ($1, $2, $3)',
    [tenant.id, collection, networks],
  )
  return tenant
}

const view = (more: Partial<SentEvent> = {}): SentEvent => ({
  id: randomUUID(),
  age: 0,
  kind: 'view',
  url: `${SITE}/bread`,
  ...more,
})

async function send(
  tenant: { public_key: string },
  events: unknown,
  headers: Record<string, string> = {},
  more: object = {},
) {
  const response = await app.request(`/functions/v1/analytics-events?apikey=${tenant.public_key}`, {
    method: 'POST',
    headers: {
      'content-type': 'text/plain;charset=UTF-8',
      origin: SITE,
      'user-agent': FIREFOX,
      'x-forwarded-for': '198.51.100.7',
      ...headers,
    },
    body: typeof events === 'string' ? events : JSON.stringify({ events, ...more }),
  })
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Record<string, unknown>,
  }
}

const stored = async ({ id }: TestTenant) =>
  (await app.owner.query('select * from app.analytics_events where tenant_id = $1 order by at, id', [id]))
    .rows

test('[peers N2] one request without a preflight stores events, and the response comes when they are stored', async () => {
  const tenant = await measuringTenant()
  const first = view({
    referrer: 'https://www.google.com/search?q=bread',
    url: `${SITE}/bread?utm_campaign=Spring&token=abc`,
  })
  const { status, body, headers } = await send(tenant, [
    first,
    view({ kind: 'block', name: 'pay:seen', age: 1000 }),
  ])
  assert.equal(status, 200)
  assert.deepEqual(body, { stored: 2 })
  assert.equal(headers.get('access-control-allow-origin'), '*')
  const rows = await stored(tenant)
  const found = rows.find(({ id }) => id === first.id)
  assert.deepEqual(
    [found.site, found.path, found.source, found.campaign, found.device, found.browser, found.system],
    ['shop.example', '/bread', 'google.com', 'Spring', 'desktop', 'Firefox', 'Windows'],
  )
  assert.equal(rows[0].name, 'pay:seen', 'the older event has the earlier time')
  assert.equal(rows[0].visitor, rows[1].visitor)
})

test('an event that is sent again is stored once, also by a request that has a new one, and at the same time', async () => {
  const tenant = await measuringTenant()
  const event = view()
  await Promise.all(Array.from({ length: 10 }, () => send(tenant, [event])))
  await send(tenant, [{ ...event, age: 5000 }, view()])
  assert.equal((await stored(tenant)).length, 2)
})

test('[peers N1] neither the address nor the agent is stored, and the hash changes with the day’s salt', async () => {
  const tenant = await measuringTenant()
  await send(tenant, [view()])
  await send(tenant, [view()], { 'x-forwarded-for': '198.51.100.8' })
  const rows = await stored(tenant)
  assert.notEqual(rows[0].visitor, rows[1].visitor)
  assert.doesNotMatch(JSON.stringify(rows), /198\.51|Mozilla|rv:140/)
  await app.owner.query(`update app.visitor_salts set day = day - 1`)
  const visitors = createVisitors(app.kernel.database, app.kernel.log)
  const today = await visitors.of('198.51.100.7', FIREFOX)
  assert.equal(await visitors.of('198.51.100.7', FIREFOX), today)
  const { rows: salts } = await app.owner.query('select day from app.visitor_salts')
  assert.equal(salts.length, 2, 'yesterday’s salt stays for a day')
  await app.owner.query(`update app.visitor_salts set day = day - 1`)
  assert.notEqual(
    await createVisitors(app.kernel.database, app.kernel.log).of('198.51.100.7', FIREFOX),
    today,
  )
  const { rows: left } = await app.owner.query(
    `select (now() at time zone 'UTC')::date - day as age from app.visitor_salts order by day`,
  )
  assert.deepEqual(
    left.map(({ age }) => age),
    [1, 0],
    'older salts are deleted',
  )
})

test('[peers N10] bots, own networks and visitors who object are not stored', async () => {
  const tenant = await measuringTenant('on', ['203.0.113.0/24', '2001:db8::/32'])
  const OBJECTING: Record<string, string>[] = [
    { dnt: '1' },
    { 'sec-gpc': '1' },
    { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' },
    { 'user-agent': 'curl/8.5' },
    { 'x-forwarded-for': '203.0.113.9' },
    { 'x-forwarded-for': '2001:db8::7' },
  ]
  for (const headers of OBJECTING)
    assert.deepEqual((await send(tenant, [view()], headers)).body, { stored: 0 })
  assert.deepEqual(await stored(tenant), [])
})

test('[O01] sites that the tenant does not list, tenants that do not measure, and unknown keys are refused', async () => {
  const tenant = await measuringTenant()
  assert.equal(
    (await send(tenant, [view()], { origin: 'https://other.example' })).body['code'],
    'origin_not_allowed',
  )
  assert.equal((await send(tenant, [view()], { origin: 'null' })).status, 403)
  assert.equal((await send(await measuringTenant('off'), [view()])).body['code'], 'not_measuring')
  assert.equal((await send({ public_key: 'pk_000000000000000000000000' }, [view()])).status, 401)
})

test('[O01] large bodies, many events, bad fields and broken JSON are refused; markup is stored as text', async () => {
  const tenant = await measuringTenant()
  assert.equal((await send(tenant, 'x'.repeat(70_000))).status, 413)
  assert.equal(
    (
      await send(
        tenant,
        Array.from({ length: 51 }, () => view()),
      )
    ).status,
    400,
  )
  for (const events of [
    [],
    [view({ age: -1 })],
    [view({ age: 90_000_000 })],
    [view({ id: 'x' })],
    [{ ...view(), kind: 'order' }],
  ])
    assert.equal((await send(tenant, events)).status, 400, JSON.stringify(events))
  assert.equal((await send(tenant, '{')).status, 400)
  assert.equal((await send(tenant, [view({ kind: 'event', name: 'a\u0000b' })])).status, 400)
  const name = '<img src=x onerror=alert(1)>'
  await send(tenant, [view({ kind: 'event', name, url: `${SITE}/<b>` })])
  const [row] = await stored(tenant)
  assert.deepEqual([row.name, row.path], [name, '/<b>'])
})

test('[O01] a flood of one tenant is refused before its bodies are read, and others are stored', async () => {
  const [flooding, quiet] = [await measuringTenant(), await measuringTenant()]
  const flood = await Promise.all(
    Array.from({ length: 400 }, () => send(flooding, [view()], { 'x-forwarded-for': '198.51.100.20' })),
  )
  const refused = flood.filter(({ status }) => status === 429)
  assert.equal(refused.length, 200, 'one address has 200 requests in ten seconds')
  assert.ok(Number(refused[0]!.headers.get('retry-after')) > 0)
  assert.equal((await send(quiet, [view()], { 'x-forwarded-for': '198.51.100.20' })).status, 200)
  assert.equal((await send(flooding, [view()])).status, 200, 'another address of the same tenant')
})

test('[peers N5] orders and members get the source of the visit in progress, and nothing about its pages', async () => {
  const tenant = await measuringTenant()
  await send(tenant, [view({ age: 1000, url: `${SITE}/landing`, referrer: 'https://news.example/a' })])
  await send(tenant, [view({ url: `${SITE}/other` })])
  const visitor = await app.kernel.visitors.of('198.51.100.7', FIREFOX)
  const buy = (source: string) =>
    app.kernel.database.asService('test: an order', async (db) => {
      await sql`select set_config('request.source', ${source}, true)`.execute(db)
      const { rows } = await sql<{ id: string }>`
        insert into public.orders (tenant_id, mode, seller, source_id, name, amount_total, currency, stripe_account_id, state_hash, receipt_hash)
        values (${tenant.id}, 'test', 'pay', ${tenant.id}, 'Loaf', 100, 'eur', 'acct_1', ${Buffer.from(randomUUID())}, ${Buffer.from(randomUUID())})
        returning id`.execute(db)
      return rows[0]!.id
    })
  const own = await buy(JSON.stringify({ visitor }))
  await buy(JSON.stringify({ visitor: 'another' }))
  await buy('')
  const { rows } = await app.owner.query(
    'select order_id, source, entry from app.order_sources where tenant_id = $1',
    [tenant.id],
  )
  assert.deepEqual(rows, [{ order_id: own, source: 'news.example', entry: '/landing' }])
})

test('with consent, an id that stays is stored as a hash beside the day’s', async () => {
  const tenant = await measuringTenant('consent')
  const visitor = randomUUID()
  await send(tenant, [view()], {}, { visitor })
  await send(tenant, [view()])
  const rows = await stored(tenant)
  assert.equal(rows[0].visitor, rows[1].visitor)
  assert.equal(rows.filter(({ known }) => known !== null).length, 1)
  assert.doesNotMatch(JSON.stringify(rows), new RegExp(visitor))
})
