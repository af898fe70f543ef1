import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { units } from '#server/units.ts'
import { eventually } from '#testing/eventually.ts'
import { functionCall } from '#testing/function-call.ts'
import { latestEmailTo, signUp } from '#testing/test-users.ts'
import { buy, openShop, ordersOf } from '#testing/shop.ts'
import { testApp } from '#testing/test-app.ts'
import { testSandbox } from '#testing/test-sandbox.ts'
import { repairPayments } from '../repair.ts'
import { paymentHandlersOf } from '../inbox/stripe-events.ts'

const sandbox = await testSandbox()
const app = await testApp({ sandbox: sandbox.ready, worker: true })
sandbox.receive((request) => app.app.request(request))
const shop = await openShop(app, sandbox)
const buyer = await signUp(app, shop.tenant.public_key)
const asBuyer = functionCall(app, shop.tenant.public_key, buyer.access_token)

interface Row {
  id: string
  status: string
  amount_refunded: number
  refund_failed: boolean
  dispute_status: string | null
  stripe_payment_intent_id: string
}
const rowOf = async (session: string): Promise<Row> =>
  (await app.owner.query('select * from public.orders where stripe_session_id = $1', [session])).rows[0]

/** Creates an order of 12.50 that a signed-in buyer has paid with this card. */
async function sell(card?: string, visitor = asBuyer): Promise<Row & { session: string }> {
  const { url, session } = await buy({ visitor, itemId: shop.itemId })
  assert.notEqual(await sandbox.pay(url, card), '')
  const paid = await eventually('the order is paid', async () => {
    const order = await rowOf(session)
    return order.status === 'paid' && order
  })
  return { ...paid, session }
}
const refund = (id: string, body: object = {}, key: string = randomUUID(), as = shop.creator) =>
  as('POST', `/order-operations/${id}/refund`, body, { 'idempotency-key': key })
const holds = async (userId = buyer.user.id) =>
  (
    await app.owner.query("select app.buyer_holds($1, $2, 'pay', $3) as holds", [
      shop.tenant.id,
      userId,
      shop.itemId,
    ])
  ).rows[0].holds as boolean
const refundsAt = (intent: string) =>
  sandbox.stripe.test.refunds.list({ payment_intent: intent }, { stripeAccount: shop.account })

test('[S1-010] the owner refunds a part, then the rest, from the shop’s own account; access ends with the last cent', async () => {
  const order = await sell()
  assert.equal(await holds(), true)
  const part = await refund(order.id, { amount: 250, reason: 'requested_by_customer' })
  assert.equal(part.status, 200, JSON.stringify(part.body))
  assert.deepEqual([part.body.status, part.body.amount_refunded, part.body.refundable], ['paid', 250, 1000])
  assert.deepEqual(
    part.body.refunds.map(({ amount, status, reason }: Record<string, unknown>) => [amount, status, reason]),
    [[250, 'succeeded', 'requested_by_customer']],
  )
  assert.equal(await holds(), true, 'a partial refund does not affect access')
  const rest = await refund(order.id)
  assert.deepEqual([rest.body.status, rest.body.amount_refunded, rest.body.refundable], ['refunded', 1250, 0])
  assert.equal(await holds(), false)
  const { data } = await refundsAt(order.stripe_payment_intent_id)
  assert.deepEqual(
    data.map(({ amount }) => amount),
    [1000, 250],
  )
  await assert.rejects(sandbox.stripe.test.refunds.retrieve(data[0]!.id), 'not on the platform’s account')
  const intent = await sandbox.stripe.test.paymentIntents.retrieve(
    order.stripe_payment_intent_id,
    {},
    { stripeAccount: shop.account },
  )
  assert.equal(intent.application_fee_amount, null, 'no platform fee')
  const letter = await eventually('an email to the buyer', async () =>
    app.mails.find(({ to, subject }) => to === buyer.user.email && subject.startsWith('[Test] Your refund')),
  )
  assert.match(letter.text, /€2\.50 of €12\.50|€12\.50 of €12\.50/)
  const done = await refund(order.id)
  assert.deepEqual([done.status, done.body.code], [409, 'not_refundable'])
})

test('twenty concurrent refunds never exceed the amount paid; one idempotency key makes one refund', async () => {
  const order = await sell()
  const responses = await Promise.all(Array.from({ length: 20 }, () => refund(order.id, { amount: 500 })))
  assert.deepEqual(
    responses.map(({ status }) => status).sort((a, b) => a - b),
    [200, 200, ...Array<number>(18).fill(409)],
  )
  const { data } = await refundsAt(order.stripe_payment_intent_id)
  assert.equal(
    data.reduce((sum, { amount }) => sum + amount, 0),
    1000,
  )
  const key = randomUUID()
  const same = await Promise.all(Array.from({ length: 10 }, () => refund(order.id, { amount: 100 }, key)))
  assert.deepEqual([...new Set(same.map(({ status }) => status))], [200])
  assert.equal((await rowOf(order.session)).amount_refunded, 1100)
  assert.equal((await refund(order.id, { amount: 50 }, key)).status, 422)
})

test('only the owner can refund: another creator gets 404, buyers and visitors get 401; amounts are validated', async () => {
  const order = await sell()
  const stranger = await signUp(app, app.anonKey)
  const foreign = await refund(order.id, {}, 'k', functionCall(app, app.anonKey, stranger.access_token))
  const unknown = await refund(randomUUID())
  assert.deepEqual([foreign.status, foreign.body], [404, unknown.body])
  for (const as of [asBuyer, shop.visitor, functionCall(app, app.anonKey)])
    assert.equal((await refund(order.id, {}, 'k', as)).status, 401)
  for (const body of [
    { amount: 0 },
    { amount: -1 },
    { amount: 1.5 },
    { amount: '5' },
    { amount: Number.MAX_SAFE_INTEGER },
    { amount: 2147483648 },
    { reason: 'because' },
    { account: 'acct_1' },
  ])
    assert.equal((await refund(order.id, body)).status, 400, JSON.stringify(body))
  const more = await refund(order.id, { amount: 1251 })
  assert.deepEqual([more.status, more.body.code], [409, 'refund_too_large'])
  const open = await buy(shop)
  assert.equal((await refund((await rowOf(open.session)).id)).body.code, 'not_refundable')
  assert.equal((await rowOf(order.session)).amount_refunded, 0)
})

test('a refund made in the provider’s own dashboard is recorded the same way', async () => {
  const order = await sell()
  await sandbox.stripe.test.refunds.create(
    { payment_intent: order.stripe_payment_intent_id, amount: 300 },
    { stripeAccount: shop.account },
  )
  await eventually('the refund is recorded', async () => (await rowOf(order.session)).amount_refunded === 300)
  const { body } = await shop.creator('GET', `/order-operations/${order.id}`)
  assert.deepEqual([body.refunds.length, body.refunds[0].amount, body.refundable], [1, 300, 950])
})

test('a refund that fails later does not count: access returns, the owner is notified and can retry', async () => {
  const order = await sell('4000000000005126')
  const made = await refund(order.id)
  assert.equal(made.body.status, 'refunded')
  assert.equal((await rowOf(order.session)).refund_failed, false)
  const { data } = await refundsAt(order.stripe_payment_intent_id)
  await sandbox.control('POST', `/refunds/${data[0]!.id}/settle`)
  const failed = await eventually('the failure is recorded', async () => {
    const row = await rowOf(order.session)
    return row.refund_failed && row
  })
  assert.deepEqual([failed.status, failed.amount_refunded], ['paid', 0])
  const { body } = await shop.creator('GET', `/order-operations/${order.id}`)
  assert.deepEqual([body.refunds[0].status, body.refund_failed, body.refundable], ['failed', true, 1250])
  const { body: list } = await shop.creator('GET', `/tenant-orders/${shop.tenant.id}/orders?filter=problem`)
  assert.deepEqual(
    list.orders.map(({ id }: { id: string }) => id),
    [order.id],
  )
  await eventually('an email to the owner', async () =>
    app.mails.find(({ subject }) => subject === '[Test] A refund failed: Rye loaf'),
  )
})

test('a dispute is recorded and blocks refunds; losing it ends access', async () => {
  // A buyer with no other order, because late events may still change the orders of the other tests.
  const other = await signUp(app, shop.tenant.public_key)
  const order = await sell('4000000000000259', functionCall(app, shop.tenant.public_key, other.access_token))
  await eventually('the dispute is recorded', async () => {
    const row = await rowOf(order.session)
    return row.dispute_status === 'needs_response'
  })
  assert.equal((await refund(order.id)).body.code, 'not_refundable')
  assert.equal(await holds(other.user.id), true, 'the dispute is not decided yet')
  const disputes = await sandbox.stripe.test.disputes.list(
    { payment_intent: order.stripe_payment_intent_id },
    { stripeAccount: shop.account },
  )
  await sandbox.stripe.test.disputes.close(disputes.data[0]!.id, {}, { stripeAccount: shop.account })
  await eventually('it is lost', async () => (await rowOf(order.session)).dispute_status === 'lost')
  assert.equal(await holds(other.user.id), false)
  latestEmailTo(
    app,
    (await app.owner.query('select email from auth.users where id = $1', [shop.tenant.owner])).rows[0].email,
  )
  await eventually('an email to the owner', async () =>
    app.mails.find(({ subject }) => subject === '[Test] A payment is disputed: Rye loaf'),
  )
})

test('the repair job retries a refund whose response was lost, which makes one refund', async () => {
  const order = await sell()
  await sandbox.control('POST', '/faults', { reset: 'after', method: 'POST', path: '/v1/refunds', times: 3 })
  const lost = await refund(order.id, { amount: 400 })
  assert.deepEqual([lost.status, lost.body.code], [503, 'payments_unavailable'])
  const tried = await refund(order.id, { amount: 1250 })
  assert.ok([409].includes(tried.status), 'the requested amount is reserved')
  await app.owner.query("update public.order_refunds set updated_at = now() - interval '2 minutes'")
  await repairPayments(app.kernel, paymentHandlersOf(units))
  const { body } = await shop.creator('GET', `/order-operations/${order.id}`)
  assert.deepEqual([body.refunds[0].status, body.amount_refunded], ['succeeded', 400])
  assert.equal((await refundsAt(order.stripe_payment_intent_id)).data.length, 1)
})

test('[H12] retrying a refund whose response was lost with the same key makes one refund', async () => {
  const order = await sell()
  const key = randomUUID()
  const part = () => refund(order.id, { amount: 400 }, key)
  const lose = (reset: 'before' | 'after') =>
    sandbox.control('POST', '/faults', { reset, method: 'POST', path: '/v1/refunds', times: 3 })
  for (const reset of ['after', 'before'] as const) {
    await lose(reset)
    assert.equal((await part()).status, 503)
  }
  const made = await part()
  assert.deepEqual([made.status, made.body.amount_refunded, made.body.refunds.length], [200, 400, 1])
  assert.deepEqual((await part()).body, made.body, 'later too')
  await app.owner.query("update public.order_refunds set updated_at = now() - interval '2 minutes'")
  await repairPayments(app.kernel, paymentHandlersOf(units))
  assert.equal((await refundsAt(order.stripe_payment_intent_id)).data.length, 1)
  assert.equal((await rowOf(order.session)).amount_refunded, 400)
})

test('[H12] retrying a refund that was made but not settled returns the same refund', async () => {
  const order = await sell()
  const key = randomUUID()
  const part = () => refund(order.id, { amount: 400 }, key)
  await sandbox.control('POST', '/deliveries/pause')
  try {
    await eventually('no event is left to process', async () => {
      const { rows } = await app.owner.query('select from app.stripe_events where processed_at is null')
      return rows.length === 0
    })
    await sandbox.control('POST', '/faults', { status: 403, method: 'GET', path: '/v1/checkout/sessions' })
    const made = await part()
    assert.deepEqual([made.status, made.body.code], [503, 'payments_unavailable'], 'it was not refused')
    const again = await part()
    assert.deepEqual([again.status, again.body.amount_refunded, again.body.refunds.length], [200, 400, 1])
  } finally {
    await sandbox.control('POST', '/deliveries/resume')
  }
  assert.equal((await refundsAt(order.stripe_payment_intent_id)).data.length, 1)
  assert.equal((await rowOf(order.session)).amount_refunded, 400)
})

test('a refusal by the provider is reported with its message and does not reduce the refundable amount', async () => {
  const order = await sell()
  sandbox.receive(() => new Response('offline', { status: 503 }))
  await sandbox.stripe.test.refunds.create(
    { payment_intent: order.stripe_payment_intent_id },
    { stripeAccount: shop.account },
  )
  const refused = await refund(order.id)
  assert.deepEqual([refused.status, refused.body.code], [409, 'payments_refused'])
  assert.ok(refused.body.error.length > 10)
  const { rows } = await app.owner.query(
    'select status, failure_reason from public.order_refunds where order_id = $1 and requested_by is not null',
    [order.id],
  )
  assert.equal(rows[0].status, 'failed')
  assert.ok(rows[0].failure_reason)
  sandbox.receive((request) => app.app.request(request))
})

test('every request of these tests matched the provider’s official contract', async () => {
  const { validated, violations } = await sandbox.contract()
  assert.deepEqual(violations, [])
  assert.ok(validated > 50)
  assert.ok((await ordersOf(app, shop.tenant.id)).length > 5)
})
