import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { sql } from 'kysely'
import { actAs } from '#testing/act-as.ts'
import { makeTenant } from '#testing/factories.ts'
import { functionCall } from '#testing/function-call.ts'
import { newEmail, signUp } from '#testing/test-users.ts'
import { testApp } from '#testing/test-app.ts'
import type { StatsSeries, TenantStats } from './endpoints.ts'
import { daysStatement, seriesByDay } from './stats.ts'

const app = await testApp()
const ann = await signUp(app, app.anonKey)
const asAnn = functionCall(app, app.anonKey, ann.access_token)

/** SQL for a local time, a number of days ago in a zone. */
const at = (daysAgo: number, time = '00:00', zone = 'UTC') =>
  `(((now() at time zone '${zone}')::date - ${daysAgo}) + time '${time}') at time zone '${zone}'`

interface Given {
  paid?: string
  mode?: string
  status?: string
  currency?: string
  total?: number
  refunded?: number
  dispute?: string
}
async function order(tenant: { id: string }, given: Given = {}): Promise<void> {
  const { paid = at(0), mode = 'live', status = 'paid', currency = 'eur', total = 1000, refunded = 0 } = given
  await app.owner.query(
    `insert into public.orders (tenant_id, mode, status, seller, source_id, name, amount_total, amount_refunded, currency,
       dispute_status, stripe_account_id, state_hash, receipt_hash, paid_at)
     values ($1, $2, $3, 'pay', $4, 'Loaf', $5, $6, $7, $8, 'acct_1', $9, $9, ${paid})`,
    [
      tenant.id,
      mode,
      status,
      randomUUID(),
      total,
      refunded,
      currency,
      given.dispute ?? null,
      Buffer.from(randomUUID()),
    ],
  )
}
const joined = (
  pool: string,
  created: string,
  more = { confirmed: true, anonymous: false, deleted: false },
) =>
  app.owner.query(
    `insert into auth.users (pool_id, email, email_confirmed_at, is_anonymous, deleted_at, created_at)
     values ($1, $2, case when $3 then now() end, $4, case when $5 then now() end, ${created})`,
    [pool, more.anonymous ? null : newEmail(), more.confirmed, more.anonymous, more.deleted],
  )

async function read(
  tenant: { id: string },
  { mode = 'live', days = 7, zone = 'UTC' }: { mode?: string; days?: number; zone?: string } = {},
): Promise<TenantStats> {
  const query = new URLSearchParams({ mode, days: String(days), zone })
  const { status, body } = await asAnn('GET', `/tenant-stats/${tenant.id}?${query}`)
  assert.equal(status, 200, JSON.stringify(body))
  return body
}
const tenantOfAnn = () => makeTenant(app.database, { owner: ann.user.id })
const total = (list: number[]) => list.reduce((sum, one) => sum + one, 0)
const zeros = (days: number) => Array.from({ length: days }, () => 0)

test('without orders, every day is listed as 0', async () => {
  const { today, ...stats } = await read(await tenantOfAnn(), { days: 30 })
  const nothing = { now: zeros(30), before: zeros(30), before_so_far: 0 }
  assert.deepEqual(stats, { mode: 'live', days: 30, sales: [], orders: nothing, sign_ups: nothing })
  assert.match(today, /^\d{4}-\d\d-\d\d$/)
})

test('a day is a day of the viewer’s time zone', async () => {
  const tenant = await tenantOfAnn()
  // Noon of yesterday in UTC is the same day in the west, and the next day in the far east.
  await order(tenant, { paid: at(1, '12:00') })
  for (const zone of ['UTC', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'America/New_York', 'Asia/Kolkata']) {
    const { orders, today } = await read(tenant, { zone })
    const place = orders.now.indexOf(1)
    const { rows } = await app.owner.query(
      `select $1::date - (paid_at at time zone $2)::date as ago, (now() at time zone $2)::date::text as today
       from public.orders where tenant_id = $3`,
      [today, zone, tenant.id],
    )
    assert.deepEqual([6 - place, today], [rows[0].ago, rows[0].today], zone)
  }
})

test('both periods start and end at midnight, and today is the last day', async () => {
  const tenant = await tenantOfAnn()
  for (const days of [7, 30, 90]) {
    await app.owner.query('delete from public.orders where tenant_id = $1', [tenant.id])
    await order(tenant, { paid: 'now()' })
    await order(tenant, { paid: at(days - 1) })
    await order(tenant, { paid: `${at(days - 1)} - interval '1 microsecond'` })
    await order(tenant, { paid: at(2 * days - 1) })
    await order(tenant, { paid: `${at(2 * days - 1)} - interval '1 microsecond'` })
    const { orders } = await read(tenant, { days })
    assert.deepEqual([orders.now[0], orders.now.at(-1), total(orders.now)], [1, 1, 2], `${days} days`)
    assert.deepEqual([orders.before[0], orders.before.at(-1), total(orders.before)], [1, 1, 2])
  }
})

test('sales exclude refunds and lost disputes, and are separate per currency and mode', async () => {
  const tenant = await tenantOfAnn()
  const today = { paid: 'now()' }
  await order(tenant, { ...today, total: 1250 })
  await order(tenant, { ...today, total: 1000, refunded: 400 })
  await order(tenant, { ...today, total: 700, refunded: 700, status: 'refunded' })
  await order(tenant, { ...today, total: 9000, dispute: 'lost' })
  await order(tenant, { ...today, total: 100, dispute: 'won' })
  await order(tenant, { ...today, total: 5000, currency: 'jpy' })
  await order(tenant, { ...today, total: 60_000_00, currency: 'usd', mode: 'test' })
  await order(tenant, { paid: 'null', status: 'pending' })
  await order(tenant, { ...today, status: 'failed' })
  const live = await read(tenant)
  assert.deepEqual(
    live.sales.map(({ currency, now }) => [currency, now.at(-1)]),
    [
      ['eur', 1250 + 600 + 0 + 0 + 100],
      ['jpy', 5000],
    ],
  )
  assert.equal(live.orders.now.at(-1), 6)
  const inTest = await read(tenant, { mode: 'test' })
  assert.deepEqual(
    [inTest.mode, inTest.sales.map(({ currency, now }) => [currency, now.at(-1)]), inTest.orders.now.at(-1)],
    ['test', [['usd', 60_000_00]], 1],
  )
})

test('sign-ups are the tenant’s users with a confirmed email', async () => {
  const tenant = await tenantOfAnn()
  const other = await tenantOfAnn()
  await joined(tenant.id, 'now()')
  await joined(tenant.id, at(3, '10:00'))
  await joined(tenant.id, at(9, '10:00'))
  await joined(tenant.id, 'now()', { confirmed: false, anonymous: false, deleted: false })
  await joined(tenant.id, 'now()', { confirmed: false, anonymous: true, deleted: false })
  await joined(tenant.id, 'now()', { confirmed: true, anonymous: false, deleted: true })
  await joined(other.id, 'now()')
  const { sign_ups } = await read(tenant)
  assert.deepEqual([sign_ups.now.at(-1), sign_ups.now[3], total(sign_ups.now)], [1, 1, 2])
  assert.deepEqual([sign_ups.before[4], total(sign_ups.before)], [1, 1])
  await signUp(app, tenant.public_key)
  assert.equal((await read(tenant, { mode: 'test' })).sign_ups.now.at(-1), 2, 'the same in both modes')
})

test('only the owner can use the function behind sign-ups', async () => {
  const tenant = await tenantOfAnn()
  await joined(tenant.id, 'now()')
  const statement = {
    text: `select * from app.sign_ups_by_day($1, 'UTC', now() - interval '2 days')`,
    values: [tenant.id],
  }
  assert.equal((await app.database.once(actAs.creator(ann.user.id), statement)).rowCount, 1)
  assert.equal((await app.database.once(actAs.creator(), statement)).rowCount, 0)
  for (const claims of [actAs.anonymous(), actAs.visitor(tenant.id), actAs.endUser(tenant.id)])
    await assert.rejects(app.database.once(claims, statement), /permission denied/)
})

test('today is compared with the same hours of the last day of the previous period', () => {
  const row = (day: number, late: boolean, things: number) => ({
    today: '2026-11-21',
    day,
    late,
    currency: 'eur',
    things,
    amount: things * 100,
  })
  const stats = seriesByDay(
    [row(0, true, 1), row(6, false, 2), row(6, true, 4), row(7, true, 8), row(13, false, 16)],
    {
      mode: 'live',
      days: 7,
    },
  )
  const expected: StatsSeries = {
    now: [8, 0, 0, 0, 0, 0, 16],
    before: [1, 0, 0, 0, 0, 0, 6],
    before_so_far: 3,
  }
  assert.deepEqual(stats.orders, expected)
  assert.equal(stats.sales[0]!.before_so_far, 300)
})

test('an invalid period, mode or zone is refused with a message', async () => {
  const tenant = await tenantOfAnn()
  const good = { mode: 'live', days: '7', zone: 'UTC' }
  const wrongs: Record<string, string>[] = [
    { days: '8' },
    { days: '1e9' },
    { mode: 'both' },
    { zone: '' },
    { zone: '+02:00' },
    { zone: "UTC'; select 1 --" },
    { zone: 'Atlantis/Center' },
    { zone: 'X'.repeat(400) },
    { more: '1' },
  ]
  for (const wrong of wrongs) {
    const { status, body } = await asAnn(
      'GET',
      `/tenant-stats/${tenant.id}?${new URLSearchParams({ ...good, ...wrong })}`,
    )
    assert.equal(status, 400, `${JSON.stringify(wrong)} ${JSON.stringify(body)}`)
    assert.ok(body.error.length > 5 && !/sql|select/i.test(body.error), body.error)
  }
  for (const zone of ['Europe/Berlin', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5', 'Asia/Calcutta'])
    await read(tenant, { zone })
})

interface Plan {
  'Node Type': string
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  Plans?: Plan[]
}
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

test('the statement reads only the tenant’s rows of the period, through indexes, however many other rows exist', async () => {
  const tenant = await tenantOfAnn()
  await app.owner.query(`
    with made as (
      insert into public.tenants (name, owner_user_id)
      select 'Tenant', gen_random_uuid() from generate_series(1, 300) returning id
    ), people as (
      insert into auth.users (pool_id, email, email_confirmed_at)
      select id, n || '@example.test', now() from made, generate_series(1, 10) n
    )
    insert into public.orders (tenant_id, mode, status, seller, source_id, name, amount_total, currency,
      stripe_account_id, state_hash, receipt_hash, paid_at)
    select id, 'live', 'paid', 'pay', id, 'Loaf', 100, 'eur', 'acct_1', uuid_send(gen_random_uuid()),
      uuid_send(gen_random_uuid()), now() from made, generate_series(1, 10)`)
  // The tenant's older rows must not be read either.
  await app.owner.query(
    `insert into public.orders (tenant_id, mode, status, seller, source_id, name, amount_total, currency,
       stripe_account_id, state_hash, receipt_hash, paid_at)
     select $1, 'live', 'paid', 'pay', $1, 'Loaf', 100, 'eur', 'acct_1', uuid_send(gen_random_uuid()),
       uuid_send(gen_random_uuid()), now() - interval '300 days' from generate_series(1, 2000)`,
    [tenant.id],
  )
  await order(tenant, { paid: 'now()' })
  await app.owner.query('vacuum analyze public.orders')
  await app.owner.query('vacuum analyze auth.users')
  const query = { tenantId: tenant.id, mode: 'live', days: 90, zone: 'UTC' } as const
  const plan = await app.database.withClaims(actAs.creator(ann.user.id), async (db) => {
    const explained = sql<{
      'QUERY PLAN': { Plan: Plan }[]
    }>`explain (analyze, buffers, format json) ${daysStatement(query)}`
    // The first call also reads the system catalog.
    await explained.execute(db)
    return (await explained.execute(db)).rows[0]!['QUERY PLAN'][0]!.Plan
  })
  const sequentialScans = nodesOf(plan).filter((node) => node['Node Type'] === 'Seq Scan')
  assert.deepEqual(sequentialScans, [])
  // The user rows that the function reads count, too. Each of the tables has more than 60 pages.
  const pages = plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
  assert.ok(pages < 40, `${pages} pages`)
})
