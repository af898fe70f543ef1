import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sendQueuedRefunds } from '#features/orders/refunds/refund-order.ts'
import { givePlan } from '#testing/factories.ts'
import { functionCall } from '#testing/function-call.ts'
import { openShop } from '#testing/shop.ts'
import { testApp } from '#testing/test-app.ts'
import { testSandbox } from '#testing/test-sandbox.ts'
import { signUp } from '#testing/test-users.ts'
import { ticketShop } from '#testing/ticket-shop.ts'

const sandbox = await testSandbox()
const app = await testApp({ sandbox: sandbox.ready, env: { AUTH_LIMIT_FACTOR: '1000' } })
const shop = await openShop(app, sandbox)
await givePlan(app.database, shop.tenant.owner, 'business')
const { insert, makeEvent, makeType, held, buy, opened, settle, seats, tickets, orderOf, endCarts, hold } =
  ticketShop(app, shop)
const { creator, visitor, tenant } = shop

const sessionOf = (id: string) =>
  sandbox.stripe.test.checkout.sessions.retrieve(
    id,
    { expand: ['line_items'] },
    { stripeAccount: shop.account },
  )
const expire = (id: string) =>
  sandbox.stripe.test.checkout.sessions.expire(id, {}, { stripeAccount: shop.account })
const refundsOf = async (session: string) => {
  const { data } = await sandbox.stripe.test.refunds.list(
    { payment_intent: (await orderOf(session)).stripe_payment_intent_id },
    { stripeAccount: shop.account },
  )
  return data.map(({ amount }) => amount)
}
/** The database's order becomes expired, as when its end was reported, though the session can be paid. */
const endOrder = (session: string) =>
  app.owner.query("update public.orders set status = 'expired' where stripe_session_id = $1", [session])

test('several lines are one order: the provider gets each at its price, payment makes as many tickets valid, once', async () => {
  const event = await makeEvent()
  const seat = await makeType(event, { name: 'Seat', capacity: 5 })
  const family = await makeType(event, { name: 'Family', group_size: 3, price_cents: 5000, capacity: 6 })
  const free = await makeType(event, { name: 'Child', price_cents: 0 })
  const cart = await held(event, [
    { type: seat, quantity: 2 },
    { type: family, quantity: 1 },
    { type: free, quantity: 1 },
  ])
  assert.equal(cart.total_cents, 9000)
  const { url, session, receipt } = await opened(cart.cart, { holders: [{ type: family, name: 'Ann' }] })
  const { line_items, expires_at, created, amount_total } = await sessionOf(session)
  assert.deepEqual(
    line_items!.data.map(({ description, quantity, amount_total: amount }) => [
      description,
      quantity,
      amount,
    ]),
    [
      ['Harvest supper: Seat', 2, 4000],
      ['Harvest supper: Family', 1, 5000],
    ],
  )
  assert.equal(amount_total, 9000)
  assert.ok((expires_at - created) / 60 <= 34, 'seats are held as short as the provider allows')
  assert.deepEqual(await tickets(event), { reserved: 6 })
  await sandbox.pay(url)
  await Promise.all([settle(session), settle(session), settle(session)])
  const shown = await visitor('POST', '/ticket-cart', { cart: cart.cart, receipt, done: true })
  assert.equal(shown.body.state, 'done')
  assert.deepEqual([await tickets(event), await seats(event)], [{ valid: 6 }, [21, 0, 6]])
  const order = await orderOf(session)
  assert.deepEqual(
    [order.status, order.quantity, order.amount_total, order.stock_taken],
    ['paid', 6, 9000, 6],
  )
  const { rows } = await app.owner.query(
    'select price_cents from public.tickets where event_id = $1 and type_id = $2 order by id',
    [event, family],
  )
  assert.deepEqual(
    rows.map(({ price_cents }) => price_cents),
    [1667, 1667, 1666],
    'a group’s price is spread to the cent',
  )
})

test('[peers T3] a canceled, expired or failed checkout returns the cart while its time lasts, else the seats', async () => {
  const event = await makeEvent()
  const type = await makeType(event, { capacity: 2 })
  const { cart } = await held(event, [{ type, quantity: 2 }])
  const closed = await opened(cart)
  const first = await opened(cart)
  assert.equal(
    (await orderOf(closed.session)).status,
    'expired',
    'a buyer who closed the checkout begins again',
  )
  assert.equal((await visitor('POST', '/ticket-cart/release', { cart })).body.released, false)
  const changed = await hold(event, [{ type, quantity: 1 }], { cart })
  assert.equal(changed.body.code, 'cart_ordered')

  const second = await opened(cart, { instead_of: [first.receipt] })
  assert.equal((await orderOf(first.session)).status, 'expired')
  assert.deepEqual([await seats(event), await tickets(event)], [[2, 2, 0], { reserved: 2, void: 4 }])

  await expire(second.session)
  await endCarts(event)
  await settle(second.session)
  assert.deepEqual(await seats(event), [2, 0, 0], 'the cart’s time is over as well')
  assert.equal((await visitor('POST', '/ticket-cart', { cart })).body.state, 'ended')

  const third = await held(event, [{ type, quantity: 1 }])
  await sandbox.control('POST', '/faults', { status: 500, path: '/v1/checkout/sessions', times: 3 })
  assert.equal((await buy(third.cart)).status, 503)
  assert.equal((await visitor('POST', '/ticket-cart', { cart: third.cart })).body.state, 'held')
  const paid = await opened(third.cart)
  await endCarts(event)
  const late = await hold(event, [{ type, quantity: 2 }])
  assert.equal(late.body.code, 'sold_out', 'an order holds its seats beyond the end of its cart')
  await sandbox.pay(paid.url)
  await settle(paid.session)
  assert.deepEqual(await seats(event), [2, 0, 1])
})

test('paid after its end: a seat if one is free, else an automatic refund, and never both', async () => {
  const event = await makeEvent()
  const type = await makeType(event, { capacity: 1 })
  const one = await opened((await held(event, [{ type, quantity: 1 }])).cart)
  await endCarts(event)
  await endOrder(one.session)
  assert.deepEqual(await seats(event), [1, 0, 0])
  const two = await opened((await held(event, [{ type, quantity: 1 }])).cart)
  await sandbox.pay(one.url)
  await settle(one.session)
  const refused = await orderOf(one.session)
  assert.deepEqual([refused.status, refused.paid_at], ['failed', null])
  assert.match(refused.problem, /refunded automatically/)
  await expire(two.session)
  await endCarts(event)
  await settle(two.session)
  await settle(one.session)
  assert.equal(
    (await orderOf(one.session)).status,
    'failed',
    'a seat that becomes free later is not given as well',
  )
  await Promise.all([sendQueuedRefunds(app.kernel), sendQueuedRefunds(app.kernel)])
  assert.deepEqual([(await orderOf(one.session)).status, await refundsOf(one.session)], ['refunded', [2000]])
  assert.deepEqual([await seats(event), await tickets(event)], [[1, 0, 0], { void: 2 }])

  const three = await opened((await held(event, [{ type, quantity: 1 }])).cart)
  await endCarts(event)
  await endOrder(three.session)
  await sandbox.pay(three.url)
  await settle(three.session)
  assert.deepEqual([await seats(event), (await tickets(event))['valid']], [[1, 0, 1], 1])
  await sendQueuedRefunds(app.kernel)
  assert.deepEqual(await refundsOf(three.session), [])
})

test('a ticket canceled twenty times at once returns one seat and its price once; the rest of the order stays', async () => {
  const event = await makeEvent({ cancel_until: new Date(Date.now() + 86_400_000), refund_percent: 80 })
  const type = await makeType(event, { capacity: 3 })
  const { cart } = await held(event, [{ type, quantity: 3 }])
  const { url, session } = await opened(cart)
  await sandbox.pay(url)
  await settle(session)
  const { body } = await visitor('POST', '/my-tickets', { cart })
  const [ticket, other] = body.tickets
  assert.deepEqual([ticket.can_cancel, ticket.refund_cents], [true, 1600])
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => visitor('POST', `/my-tickets/${ticket.id}/cancel`, { cart })),
  )
  assert.deepEqual(answers.map(({ body: { canceled } }) => canceled).filter(Boolean), [true])
  assert.deepEqual(await seats(event), [3, 0, 2])
  const byStaff = () => creator('POST', `/tickets/${tenant.id}/tickets/${other.id}/cancel`, {})
  const ended = await Promise.all([byStaff(), byStaff(), byStaff()])
  assert.equal(ended.filter(({ body: { canceled } }) => canceled).length, 1)
  await sendQueuedRefunds(app.kernel)
  assert.deepEqual(
    (await refundsOf(session)).toSorted((a, b) => a - b),
    [1600, 2000],
  )
  assert.deepEqual(
    [(await orderOf(session)).status, await tickets(event)],
    ['paid', { canceled: 2, valid: 1 }],
  )
})

test('shares of prices in currencies with three and without decimals are amounts that the provider takes', async () => {
  const cancel_until = new Date(Date.now() + 86_400_000)
  for (const [currency, price_cents, off, prices, refunds, unit] of [
    // 33 % off 10.010 dinars is 6.7067; a third of 6.710 is no amount either.
    ['kwd', 10_010, 33, [2240, 2240, 2230], [730, 730, 730], 6710],
    ['jpy', 1000, 33, [224, 223, 223], [73, 73, 73], 670],
  ] as const) {
    const event = await makeEvent({ currency, cancel_until, refund_percent: 33 })
    const type = await makeType(event, { price_cents, group_size: 3 })
    await insert('ticket_codes', { event_id: event, code: 'SHARE', kind: 'percent', value: off })
    const { cart, total_cents } = await held(event, [{ type, quantity: 1 }], { code: 'SHARE' })
    assert.equal(total_cents, unit)
    const { url, session } = await opened(cart)
    await sandbox.pay(url)
    await settle(session)
    const own = (await visitor('POST', '/my-tickets', { cart })).body.tickets as {
      id: string
      price_cents: number
      refund_cents: number
    }[]
    const descending = (numbers: number[]) => numbers.toSorted((a, b) => b - a)
    assert.deepEqual(descending(own.map((ticket) => ticket.price_cents)), prices)
    assert.deepEqual(descending(own.map((ticket) => ticket.refund_cents)), refunds)
    for (const { id } of own.slice(0, 2))
      assert.equal((await visitor('POST', `/my-tickets/${id}/cancel`, { cart })).status, 200)
    const staff = (refund_cents: number) =>
      creator('POST', `/tickets/${tenant.id}/tickets/${own[2]!.id}/cancel`, { refund_cents })
    if (currency === 'kwd') assert.equal((await staff(1005)).body.code, 'refund_step')
    assert.equal((await staff(100)).status, 200)
    await sendQueuedRefunds(app.kernel)
    const sent = [...own.slice(0, 2).map((ticket) => ticket.refund_cents), 100]
    assert.deepEqual(descending(await refundsOf(session)), descending(sent))
  }
})

test('a refund of the whole order ends its tickets and returns their seats; a failed refund gives none back', async () => {
  const event = await makeEvent()
  const type = await makeType(event, { capacity: 2 })
  const { url, session } = await opened((await held(event, [{ type, quantity: 2 }])).cart)
  await sandbox.pay(url)
  await settle(session)
  const { id } = await orderOf(session)
  assert.equal((await creator('POST', `/order-operations/${id}/refund`, { amount: 500 })).status, 200)
  assert.deepEqual(await seats(event), [2, 0, 2], 'a part ends no ticket')
  assert.equal((await creator('POST', `/order-operations/${id}/refund`, {})).body.status, 'refunded')
  assert.deepEqual([await seats(event), await tickets(event)], [[2, 0, 0], { refunded: 2 }])
  await app.owner.query("update public.orders set status = 'paid' where id = $1", [id])
  assert.deepEqual(await seats(event), [2, 0, 0])
})

test('a canceled event refunds each order once, however often it is repeated, and payments that were under way too', async () => {
  const event = await makeEvent()
  const type = await makeType(event, { capacity: 20 })
  const sold = []
  for (let place = 0; place < 3; place++) {
    const sale = await opened((await held(event, [{ type, quantity: 1 + place }])).cart)
    await sandbox.pay(sale.url)
    await settle(sale.session)
    sold.push(sale.session)
  }
  const open = await opened((await held(event, [{ type, quantity: 1 }])).cart)
  const { cart } = await held(event, [{ type, quantity: 1 }])
  const free = await makeType(event, { price_cents: 0 })
  assert.equal((await opened((await held(event, [{ type: free, quantity: 1 }])).cart)).state, 'done')

  await sandbox.control('POST', '/faults', { reset: 'after', method: 'POST', path: '/v1/refunds', times: 3 })
  const cancel = () => creator('POST', `/tickets/${tenant.id}/events/${event}/cancel`, {})
  const answers = await Promise.all([cancel(), cancel(), cancel()])
  for (const { status, body } of answers)
    assert.deepEqual([status, body.orders], [200, 3], JSON.stringify(body))
  assert.equal((await buy(cart)).body.code, 'cart_ended')
  await sandbox.pay(open.url)
  await settle(open.session)
  await Promise.all([sendQueuedRefunds(app.kernel), sendQueuedRefunds(app.kernel)])
  // The response to one of them was lost; its turn comes again after a minute.
  await app.owner.query(
    `alter table public.order_refunds disable trigger touch;
     update public.order_refunds set updated_at = now() - interval '2 minutes';
     alter table public.order_refunds enable trigger touch`,
  )
  await sendQueuedRefunds(app.kernel)
  await cancel()
  await sendQueuedRefunds(app.kernel)
  const done = await creator('GET', `/tickets/${tenant.id}/events/${event}/refunds`)
  assert.deepEqual(done.body, { orders: 4, requested: 0, refunded: 4, failed: 0, left: 0 })
  for (const [place, session] of sold.entries())
    assert.deepEqual(await refundsOf(session), [2000 * (1 + place)])
  assert.deepEqual(await refundsOf(open.session), [2000])
  assert.deepEqual(await tickets(event), { canceled: 1, refunded: 6, void: 1 })
  assert.deepEqual((await seats(event)).slice(1), [0, 0])
})

test('an account owns what it bought, and later what its address bought as a guest', async () => {
  const event = await makeEvent()
  const type = await makeType(event)
  const buyer = await signUp(app, tenant.public_key)
  const member = functionCall(app, tenant.public_key, buyer.access_token)
  const own = await opened((await held(event, [{ type, quantity: 1 }], {}, member)).cart, {}, member)
  const guest = await opened((await held(event, [{ type, quantity: 1 }])).cart, {
    email: buyer.user.email!.toUpperCase(),
  })
  for (const { url, session } of [own, guest]) {
    await sandbox.pay(url)
    await settle(session)
  }
  const { body } = await member('POST', '/my-tickets', {})
  assert.equal(body.tickets.length, 2)
  const { rows } = await app.owner.query(
    "select count(*)::int as n from app.member_facts where auth_user_id = $1 and kind = 'holds_ticket' and which = $2",
    [buyer.user.id, event],
  )
  assert.equal(rows[0].n, 2, 'and audiences know that it holds a ticket')
})

test('[B16] without the plan nothing is sold in live mode, what was sold stays', async () => {
  const other = await openShop(app, sandbox)
  const poor = ticketShop(app, other)
  const event = await poor.makeEvent()
  const type = await poor.makeType(event)
  const free = await poor.makeType(event, { price_cents: 0 })
  const { cart } = await poor.held(event, [{ type: free, quantity: 1 }])
  assert.equal((await poor.opened(cart)).state, 'done')
  await app.owner.query("update public.tenants set stripe_mode = 'live' where id = $1", [other.tenant.id])
  // Who holds the tenant's card in memory is refused by the database.
  const { body: refusal } = await poor.hold(event, [{ type, quantity: 1 }])
  assert.ok(['type_closed', 'not_available'].includes(refusal.code), JSON.stringify(refusal))
  const { body } = await other.visitor('GET', `/ticket-events/${event}`)
  assert.deepEqual(
    [body.state, body.types.map(({ state }: { state: string }) => state)],
    ['closed', ['closed', 'closed']],
  )
  const mine = await other.visitor('POST', '/my-tickets', { cart })
  assert.deepEqual([mine.body.tickets.length, mine.body.tickets[0].test], [1, true])
  const rest = app.client(app.anonKey, { accessToken: async () => other.token })
  const refused = await rest.from('ticket_events').insert({
    tenant_id: other.tenant.id,
    title: 'Live',
    starts_at: '2027-01-01T10:00:00Z',
    ends_at: '2027-01-01T12:00:00Z',
  })
  assert.match(refused.error?.message ?? '', /plan pro/)
  await givePlan(app.database, other.tenant.owner, 'pro')
  const refusals = [
    await rest.from('ticket_series').insert({ tenant_id: other.tenant.id, title: 'Suppers' }),
    await rest
      .from('ticket_phases')
      .insert({ tenant_id: other.tenant.id, type_id: type, position: 1, price_cents: 1, until_sold: 1 }),
    await rest
      .from('ticket_codes')
      .insert({ tenant_id: other.tenant.id, event_id: event, code: 'ABC', kind: 'unlock' }),
    await rest.from('ticket_types').update({ has_waiting_list: true }).eq('id', type),
  ]
  for (const { error } of refusals) assert.match(error?.message ?? '', /plan business/)
  assert.equal((await rest.from('ticket_types').update({ name: 'Bench' }).eq('id', type)).error, null)
})

test('every request of these tests matched the provider’s official contract', async () => {
  const { validated, violations } = await sandbox.contract()
  assert.deepEqual(violations, [])
  assert.ok(validated > 50)
})

test('figures of an event: tickets, money and refunds by day of its place, and each type', async () => {
  const event = await makeEvent({ zone: 'Pacific/Auckland' })
  const [seat, child] = [
    await makeType(event, { name: 'Seat', capacity: 9 }),
    await makeType(event, { name: 'Child', price_cents: 0, group_size: 2 }),
  ]
  const buys = async (lines: object[]) => {
    const { cart } = await held(event, lines)
    const { url, session } = await opened(cart)
    await sandbox.pay(url)
    await settle(session)
    return session
  }
  const early = await buys([{ type: seat, quantity: 2 }])
  await buys([
    { type: seat, quantity: 1 },
    { type: child, quantity: 1 },
  ])
  await held(event, [{ type: seat, quantity: 3 }])
  // Two days ago in Auckland, where it is already the day after UTC's.
  const { rows } = await app.owner.query(
    `update public.tickets set issued_at = ((now() at time zone 'Pacific/Auckland')::date - 2 + time '00:30') at time zone 'Pacific/Auckland'
     where order_id = $1 returning id`,
    [(await orderOf(early)).id],
  )
  await app.owner.query(
    `update public.orders set paid_at = ((now() at time zone 'Pacific/Auckland')::date - 2 + time '00:30') at time zone 'Pacific/Auckland' where stripe_session_id = $1`,
    [early],
  )
  const figures = async (days: number) =>
    (await creator('GET', `/tickets/${tenant.id}/events/${event}/figures?days=${days}`)).body
  const before = await figures(7)
  assert.deepEqual(
    [before.mode, before.currency, before.series.tickets, before.series.paid, before.series.refunded],
    ['test', 'eur', [0, 0, 0, 0, 2, 0, 3], [0, 0, 0, 0, 4000, 0, 2000], [0, 0, 0, 0, 0, 0, 0]],
  )
  assert.deepEqual(
    before.types.map(({ valid, held: inCarts, price_cents }: Record<string, number>) => [
      valid,
      inCarts,
      price_cents,
    ]),
    [
      [3, 3, 6000],
      [2, 0, 0],
    ],
  )
  assert.equal((await creator('POST', `/tickets/${tenant.id}/tickets/${rows[0].id}/cancel`, {})).status, 200)
  await sendQueuedRefunds(app.kernel)
  const after = await figures(30)
  assert.deepEqual(
    [after.series.paid.length, after.series.refunded.at(-1), after.total],
    [30, 2000, { tickets: 5, paid: 6000, refunded: 2000 }],
  )
  assert.equal(after.types[0].valid, 2)
  assert.equal((await creator('GET', `/tickets/${tenant.id}/events/${event}/figures?days=8`)).status, 400)
})
