import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { makeTenant } from '#testing/factories.ts'
import { testDatabase } from '#testing/test-database.ts'

const { owner, database } = await testDatabase()
const person = randomUUID()
const tenant = await makeTenant(database, { owner: person })

async function accessWith(status: string | null, tier: string | null, ends: string | null) {
  await owner.query(
    `update public.tenants set subscription_status = $2, subscription_tier = $3,
       access_expires_at = now() + $4::interval where id = $1`,
    [tenant.id, status, tier, ends],
  )
  const { rows } = await owner.query('select app.has_access($1) as access, app.has_day_pass($1) as pass', [
    person,
  ])
  return rows[0] as { access: boolean; pass: boolean }
}

const STATUSES = ['active', 'trialing', 'pending', 'none', 'past_due', 'unpaid', 'canceled', '']
const PLAN_ACTIVE = ['active', 'trialing', 'past_due']

test('[S4-001] a tenant’s subscription has one of these states, or none', async () => {
  for (const status of [...STATUSES, null]) await accessWith(status, null, null)
  for (const status of ['expired', 'Active', 'paused', ' '])
    await assert.rejects(accessWith(status, null, null), { code: '23514' }, status)
})

test('[S3-008] [S9-011] [S4-010] [S4-011] [S4-012] [S4-013] [S4-015] [S4-018] [S4-021] access by state, tier and end', async () => {
  for (const status of STATUSES)
    for (const tier of ['day_pass', 'pro', 'business', null])
      for (const ends of ['1 second', '-1 second', null]) {
        const pass = tier === 'day_pass' && status === 'active' && ends === '1 second'
        const access = tier === 'day_pass' ? pass : PLAN_ACTIVE.includes(status)
        assert.deepEqual(
          await accessWith(status, tier, ends),
          { access, pass },
          `${status} ${tier} ${String(ends)}`,
        )
      }
})

test('the two columns for the end of a day pass agree', async () => {
  await owner.query(
    `update public.tenants set subscription_tier = 'day_pass', access_expires_at = '2030-01-01Z',
       day_pass_expires_at = '2040-01-01Z' where id = $1`,
    [tenant.id],
  )
  const ends = 'select access_expires_at as a, day_pass_expires_at as d from public.tenants where id = $1'
  const { a, d } = (await owner.query(ends, [tenant.id])).rows[0]
  assert.deepEqual(a, d)
  await owner.query("update public.tenants set subscription_tier = 'pro' where id = $1", [tenant.id])
  assert.equal((await owner.query(ends, [tenant.id])).rows[0].d, null)
})

/** The mirror of a subscription, as the server writes it. */
async function mirror(
  user: string,
  row: { status: string; plan: string | null; mode?: string; since?: string },
) {
  const id = `sub_${randomUUID()}`
  await owner.query(
    `insert into public.subscriptions (id, user_id, stripe_subscription_id, mode, plan_id, status, unit_amount,
       currency, interval, past_due_since)
     values (app.subscription_row_id($5, $1), $2, $1, $5, $3, $4, 1900, 'eur', 'month', now() - $6::interval)`,
    [id, user, row.plan, row.status, row.mode ?? 'test', row.since ?? null],
  )
}
async function held(user: string, mode = 'test') {
  await owner.query('select app.settle_plan($1, $2)', [user, mode])
  const { rows } = await owner.query(
    'select plan_id, status from public.bolt_subscriptions where user_id = $1',
    [user],
  )
  return rows[0] && `${rows[0].plan_id} ${rows[0].status}`
}

test('the current plan is the best one in good standing; a never-paid subscription gives none', async () => {
  const user = randomUUID()
  assert.equal(await held(user), undefined)
  await mirror(user, { status: 'incomplete', plan: 'business' })
  assert.equal(await held(user), undefined, 'a first payment that failed gives no plan')
  await mirror(user, { status: 'active', plan: 'pro' })
  assert.equal(await held(user), 'pro active')
  await mirror(user, { status: 'trialing', plan: 'business' })
  assert.equal(await held(user), 'business trialing')
  await owner.query("update public.subscriptions set status = 'canceled' where user_id = $1", [user])
  assert.match(await held(user), / canceled$/)
  await owner.query(
    "update public.bolt_subscriptions set plan_id = 'free', status = 'active' where user_id = $1",
    [user],
  )
  assert.equal(await held(user), 'free active', 'Free stays')
})

test('past due keeps access for fourteen days of grace, then counts as unpaid, and payment restores it', async () => {
  const user = randomUUID()
  await mirror(user, { status: 'past_due', plan: 'pro', since: '13 days 23 hours' })
  assert.equal(await held(user), 'pro past_due')
  await owner.query(
    "update public.subscriptions set past_due_since = now() - interval '14 days' where user_id = $1",
    [user],
  )
  assert.equal(await held(user), 'pro unpaid')
  const access = await owner.query('select app.has_access($1) as access', [user])
  assert.equal(access.rows[0].access, false)
  await owner.query(
    "update public.subscriptions set status = 'active', past_due_since = null where user_id = $1",
    [user],
  )
  assert.equal(await held(user), 'pro active')
})

test('a plan paid in test mode does not count where live plans are sold', async () => {
  const user = randomUUID()
  await mirror(user, { status: 'active', plan: 'business', mode: 'test' })
  assert.equal(await held(user), 'business active')
  assert.equal(await held(user, 'live'), 'business canceled')
})

test('an unrelated payment neither revives an ended plan nor ends a granted one', async () => {
  const user = randomUUID()
  await mirror(user, { status: 'active', plan: 'pro' })
  assert.equal(await held(user), 'pro active')
  await owner.query("update public.subscriptions set status = 'canceled' where user_id = $1", [user])
  await mirror(user, { status: 'active', plan: null })
  assert.equal(await held(user), 'pro canceled')

  const friend = randomUUID()
  await owner.query(
    "insert into public.bolt_subscriptions (user_id, plan_id, status) values ($1, 'pro', 'active')",
    [friend],
  )
  await mirror(friend, { status: 'canceled', plan: null })
  assert.equal(await held(friend), 'pro active')
})

test('[S3-018] a plan granted by the operator stays, and is the only one', async () => {
  const user = randomUUID()
  const give = (plan: string) =>
    owner.query(
      "insert into public.bolt_subscriptions (user_id, plan_id, status) values ($1, $2, 'active')",
      [user, plan],
    )
  await give('pro')
  await assert.rejects(give('business'), { code: '23505' })
  assert.equal(await held(user), 'pro active')
})

test('[S3-035] [S3-057] [S9-001] [S9-002] [S9-003] [S9-004] the plans and their prices', async () => {
  const { rows } = await owner.query(
    'select id, name, price_cents, interval from public.bolt_plans order by sort',
  )
  assert.deepEqual(
    rows.map(({ id, name, price_cents, interval }) => [id, name, price_cents, interval]),
    [
      ['free', 'Free', 0, 'month'],
      ['pro', 'Pro', 1900, 'month'],
      ['business', 'Business', 5900, 'month'],
    ],
  )
})
