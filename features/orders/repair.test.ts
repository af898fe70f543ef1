import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openKernel } from '#kernel/kernel.ts'
import { createLogger } from '#kernel/log.ts'
import { units } from '#server/units.ts'
import { startWorker } from '#server/worker.ts'
import { eventually } from '#testing/eventually.ts'
import { buy, openShop } from '#testing/shop.ts'
import { testApp } from '#testing/test-app.ts'
import { testSandbox } from '#testing/test-sandbox.ts'
import { repairPayments } from './repair.ts'
import { paymentHandlersOf } from './inbox/stripe-events.ts'

// These tests receive no deliveries. Everything known about a payment comes from queries to the provider.
const sandbox = await testSandbox()
const app = await testApp({ sandbox: sandbox.ready })
const shop = await openShop(app, sandbox)
const handlers = paymentHandlersOf(units)
const repair = (all = false) => repairPayments(app.kernel, handlers, all)

const statusOf = async (session: string) =>
  (await app.owner.query('select status from public.orders where stripe_session_id = $1', [session])).rows[0]
    .status
const age = (session: string, time: string) =>
  app.owner.query(
    `update public.orders set created_at = now() - $2::interval, checked_at = now() - $2::interval
     where stripe_session_id = $1`,
    [session, time],
  )

test('a server that crashed between checkout and webhook finds the payment at its next start', async () => {
  const { url, session } = await buy(shop)
  await sandbox.pay(url)
  assert.equal(await statusOf(session), 'pending')
  const next = openKernel(app.config, app.appUrl, { log: createLogger('silent') })
  try {
    await startWorker(next)
    await eventually('the order is paid', async () => (await statusOf(session)) === 'paid')
  } finally {
    await next.close()
  }
})

test('pending orders are checked again after minutes, then less often', async () => {
  const { url, session } = await buy(shop)
  await sandbox.pay(url)
  await repair()
  assert.equal(await statusOf(session), 'pending', 'its delivery may still arrive')
  await age(session, '10 minutes')
  await repair()
  assert.equal(await statusOf(session), 'paid')

  const open = await buy(shop)
  await age(open.session, '5 hours')
  await app.owner.query(
    "update public.orders set checked_at = now() - interval '20 minutes' where stripe_session_id = $1",
    [open.session],
  )
  await sandbox.pay(open.url)
  await repair()
  assert.equal(await statusOf(open.session), 'pending', 'checks are half an hour apart at this age')
  await age(open.session, '31 days')
  await repair(true)
  assert.equal(await statusOf(open.session), 'pending', 'no longer checked')
})

test('one process claims a row: concurrent repairs query the provider once', async () => {
  const open = await Promise.all(Array.from({ length: 4 }, () => buy(shop)))
  for (const { session } of open) await age(session, '1 hour')
  const requestCount = async () => (await sandbox.contract()).validated
  const before = await requestCount()
  await Promise.all([repair(), repair(), repair()])
  assert.equal((await requestCount()) - before, open.length)
})

test('orders whose checkout never opened or no longer exists are closed; a recent one is left alone', async () => {
  const [lost, fresh, gone] = await Promise.all([buy(shop), buy(shop), buy(shop)])
  const forget = (session: string, as: string | null) =>
    app.owner.query(
      'update public.orders set stripe_session_id = $2 where stripe_session_id = $1 returning id',
      [session, as],
    )
  const ids = [
    (await age(lost.session, '11 minutes'), (await forget(lost.session, null)).rows[0].id),
    (await forget(fresh.session, null)).rows[0].id,
    (await age(gone.session, '1 hour'), (await forget(gone.session, 'cs_test_gone')).rows[0].id),
  ]
  await repair(true)
  const { rows } = await app.owner.query('select id, status from public.orders where id = any ($1)', [ids])
  const status = new Map(rows.map((row) => [row.id, row.status]))
  assert.deepEqual(
    ids.map((id) => status.get(id)),
    ['failed', 'pending', 'expired'],
  )
})

test('a paid session whose id was lost still finds its order', async () => {
  const { url, session, receipt } = await buy(shop)
  await app.owner.query('update public.orders set stripe_session_id = null where stripe_session_id = $1', [
    session,
  ])
  await sandbox.pay(url)
  const { rows } = await app.owner.query(
    `insert into app.stripe_events (id, endpoint, mode, account, type, object_type, object_id, created, received_at)
     values ('evt_lost', 'connect', 'test', $1, 'checkout.session.completed', 'checkout.session', $2, now(),
             now() - interval '20 minutes') returning id`,
    [shop.account, session],
  )
  assert.equal(rows[0].id, 'evt_lost')
  await repair()
  assert.equal(await statusOf(session), 'paid')
  const { body } = await shop.visitor('POST', '/order-status', { receipt })
  assert.equal(body.status, 'paid')
})

test('an error of the provider affects one order, which waits; the others are still checked', async () => {
  const [first, second] = await Promise.all([buy(shop), buy(shop)])
  for (const { url, session } of [first, second]) {
    await sandbox.pay(url)
    await age(session, '1 hour')
  }
  await sandbox.control('POST', '/faults', {
    status: 500,
    path: `/v1/checkout/sessions/${first.session}`,
    times: 3,
  })
  await repair()
  assert.deepEqual([await statusOf(first.session), await statusOf(second.session)], ['pending', 'paid'])
  await age(first.session, '1 hour')
  await repair()
  assert.equal(await statusOf(first.session), 'paid')
})
