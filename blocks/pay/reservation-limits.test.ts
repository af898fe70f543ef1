// How much stock one network can reserve without paying, so that nobody can empty a shelf by starting
// checkouts.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fulfil } from '#features/orders/fulfil.ts'
import { paymentHandlersOf } from '#features/orders/inbox/stripe-events.ts'
import { repairPayments } from '#features/orders/repair.ts'
import { units } from '#server/units.ts'
import { makeItem } from '#testing/factories.ts'
import { SHOP_PAGE, openShop } from '#testing/shop.ts'
import { testApp } from '#testing/test-app.ts'
import { testSandbox } from '#testing/test-sandbox.ts'

const sandbox = await testSandbox()
const app = await testApp({ sandbox: sandbox.ready, env: { TRUSTED_PROXIES: '1' } })
const { tenant, account, visitor } = await openShop(app, sandbox)

const product = (stock: number) => makeItem(app.database, tenant.id, { name: 'Rye loaf', stock })
const ask = (item_id: string, quantity: number, network = '203.0.113.7') =>
  visitor('POST', '/purchase', { item_id, quantity, page_url: SHOP_PAGE }, { 'x-forwarded-for': network })
const codes = (answers: { body: { code?: string } }[]) =>
  Object.fromEntries(
    [...Map.groupBy(answers, ({ body }) => body.code ?? 'started')].map(([code, some]) => [
      code,
      some.length,
    ]),
  )
const available = async (id: string) =>
  (await app.owner.query('select available from public.items where id = $1', [id])).rows[0].available
const sessionOf = (url: string) => /\/c\/pay\/(cs_\w+)/.exec(url)![1]!
const settle = (url: string) => fulfil(app.kernel, { sessionId: sessionOf(url), account, mode: 'test' })
async function letExpire(url: string) {
  await sandbox.stripe.test.checkout.sessions.expire(sessionOf(url), {}, { stripeAccount: account })
  await settle(url)
}

test('checkouts of one network reserve at most half the stock, even when started concurrently; others can still buy', async () => {
  const id = await product(40)
  const answers = await Promise.all(Array.from({ length: 8 }, () => ask(id, 5)))
  assert.deepEqual(codes(answers), { started: 4, too_many_held: 4 })
  const refused = answers.find(({ status }) => status !== 200)!
  assert.deepEqual(
    [refused.status, refused.body.error],
    [409, "We can't reserve that many. Choose fewer, or try again later."],
  )
  assert.equal(await available(id), 20)
  assert.equal((await ask(id, 1)).body.code, 'too_many_held')
  assert.equal((await ask(id, 20, '198.51.100.9')).status, 200)

  const [started] = answers.filter(({ status }) => status === 200)
  await sandbox.pay(started!.body.url)
  assert.equal((await settle(started!.body.url))?.status, 'paid')
  const next = await ask(id, 1)
  assert.equal(next.body.code, 'sold_out', 'paid units are not reserved: only the stock is used up')
})

test('addresses of one IPv6 network count as one network', async () => {
  const id = await product(40)
  assert.equal((await ask(id, 20, '2001:db8:1:2::1')).status, 200)
  assert.equal((await ask(id, 1, '2001:db8:1:2:ffff::9')).body.code, 'too_many_held')
  assert.equal((await ask(id, 1, '2001:db8:1:3::1')).status, 200)
})

test('ten units can always be reserved: one buyer may buy a small stock, but not reserve it all day', async () => {
  const id = await product(8)
  const begin = async (quantity: number) => {
    const { status, body } = await ask(id, quantity)
    assert.equal(status, 200, JSON.stringify(body))
    return body.url as string
  }
  // Buyers who go back and forth take nothing from others.
  for (let tries = 0; tries < 5; tries++) await letExpire(await begin(8))
  for (const quantity of [8, 8, 3]) {
    const url = await begin(quantity)
    const moveBack =
      "update public.orders set created_at = now() - interval '33 minutes' where stripe_session_id = $1"
    await app.owner.query(moveBack, [sessionOf(url)])
    await letExpire(url)
  }
  assert.equal(await available(id), 8)
  assert.equal((await ask(id, 2)).body.code, 'too_many_held')
  const other = await ask(id, 8, '198.51.100.9')
  assert.equal(other.status, 200)
  const aged = "update app.stock_holders set held_at = held_at - interval '24 hours' where item_id = $1"
  await app.owner.query(aged, [id])
  assert.equal(
    (await ask(id, 1)).body.code,
    'sold_out',
    'a day later it may again, once the other checkout has ended',
  )
  await letExpire(other.body.url)
  await repairPayments(app.kernel, paymentHandlersOf(units))
  const { rows } = await app.owner.query('select from app.stock_holders where item_id = $1', [id])
  assert.equal(rows.length, 0, 'the network’s address is not stored')
})

test('a payment that takes days counts against its network’s limit all that time, and after it has failed', async () => {
  const id = await product(40)
  const day = "interval '25 hours'"
  const begin = async () => sessionOf((await ask(id, 20)).body.url)
  const fails = (session: string) =>
    app.owner.query(
      `update public.orders set status = 'failed', created_at = now() - ${day} where stripe_session_id = $1`,
      [session],
    )
  const underWay = await begin()
  await app.owner.query(`update app.stock_holders set held_at = held_at - ${day} where item_id = $1`, [id])
  assert.equal((await ask(id, 1)).body.code, 'too_many_held', 'the next day, too')
  await repairPayments(app.kernel, paymentHandlersOf(units))
  assert.equal((await ask(id, 1)).body.code, 'too_many_held')
  await fails(underWay)
  for (let tries = 0; tries < 2; tries++) await fails(await begin())
  assert.equal(await available(id), 40)
  assert.equal((await ask(id, 1)).body.code, 'too_many_held', 'failed debits must not bypass the limit')
})
