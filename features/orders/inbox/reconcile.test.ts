import assert from 'node:assert/strict'
import { test } from 'node:test'
import { units } from '#server/units.ts'
import { eventually } from '#testing/eventually.ts'
import { buy, openShop } from '#testing/shop.ts'
import { testApp } from '#testing/test-app.ts'
import { testSandbox } from '#testing/test-sandbox.ts'
import { paymentHandlersOf } from './stripe-events.ts'
import { reconcileAccount } from './reconcile.ts'

// No delivery arrives in these tests. Everything known comes from queries to the provider.
const sandbox = await testSandbox()
const app = await testApp({ sandbox: sandbox.ready, worker: true })
const shop = await openShop(app, sandbox)
const types = [...paymentHandlersOf(units).keys()]

const orderOf = async (session: string) =>
  (await app.owner.query('select * from public.orders where stripe_session_id = $1', [session])).rows[0]
const inAccount = { stripeAccount: shop.account }
const nightly = () =>
  app.database.asService('test: a test', (db) => app.kernel.jobs.send(db, 'payments-reconcile', {}))
const seen = async () =>
  (await app.owner.query('select id, endpoint, account, processed_at, error from app.stripe_events')).rows

test('the nightly job processes payments and refunds that no delivery reported, each once', async () => {
  const { rows } = await app.owner.query("select cron from pgboss.schedule where name = 'payments-reconcile'")
  assert.equal(rows[0].cron, '23 3 * * *')
  const [kept, refunded] = [await buy(shop), await buy(shop)]
  for (const { url } of [kept, refunded]) await sandbox.pay(url)
  const { payment_intent } = await sandbox.stripe.test.checkout.sessions.retrieve(
    refunded.session,
    {},
    inAccount,
  )
  await sandbox.stripe.test.refunds.create({ payment_intent: payment_intent as string }, inAccount)
  assert.equal((await orderOf(kept.session)).status, 'pending')
  assert.deepEqual(await seen(), [])

  await nightly()
  await eventually(
    'both are settled',
    async () =>
      (await orderOf(kept.session)).status === 'paid' &&
      (await orderOf(refunded.session)).status === 'refunded',
    30,
  )
  await eventually('everything is processed', async () => {
    const events = await seen()
    return events.length > 0 && events.every(({ processed_at }) => processed_at)
  })
  const events = await seen()
  assert.ok(events.some(({ endpoint, account }) => endpoint === 'connect' && account === shop.account))
  assert.ok(events.every(({ error }) => error === null))
  const before = [await orderOf(kept.session), await orderOf(refunded.session)]

  // A second run finds nothing new and writes nothing.
  await reconcileAccount(app.kernel, { mode: 'test', account: shop.account }, types)
  assert.deepEqual((await seen()).length, events.length)
  assert.deepEqual([await orderOf(kept.session), await orderOf(refunded.session)], before)
})

test('an abandoned order that was paid after all is found by its session', async () => {
  const { url, session } = await buy(shop)
  await sandbox.pay(url)
  await app.owner.query("update public.orders set status = 'expired' where stripe_session_id = $1", [session])
  await reconcileAccount(app.kernel, { mode: 'test', account: shop.account }, [])
  assert.equal((await orderOf(session)).status, 'paid')
})

test('when the provider does not respond, only that account’s job fails, and the queue retries it', async () => {
  await sandbox.control('POST', '/faults', { status: 500, path: '/v1/events', times: 3 })
  await assert.rejects(reconcileAccount(app.kernel, { mode: 'test', account: shop.account }, types))
  await reconcileAccount(app.kernel, { mode: 'test', account: shop.account }, types)
  // A disconnected account is not an error.
  await reconcileAccount(app.kernel, { mode: 'test', account: 'acct_gone' }, types)
})

test('every request matches the provider’s official contract', async () => {
  const { validated, violations } = await sandbox.contract()
  assert.ok(validated > 10)
  assert.deepEqual(violations, [])
})
