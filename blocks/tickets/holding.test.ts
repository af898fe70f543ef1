import assert from 'node:assert/strict'
import { test } from 'node:test'
import { actAs } from '#testing/act-as.ts'
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
const { insert, makeEvent, makeQuota, makeType, hold, held, buy, opened, seats, tickets, endCarts } =
  ticketShop(app, shop)
const view = async (event: string, code?: string, by = shop.visitor) =>
  (await by('GET', `/ticket-events/${event}${code ? `?code=${code}` : ''}`)).body
const codeOf = async (response: ReturnType<typeof hold>) => (await response).body.code

test('[peers T3] of 40 concurrent carts for 5 seats 5 hold; a release, and time, give the seats back', async () => {
  const event = await makeEvent()
  const type = await makeType(event, { capacity: 5 })
  const answers = await Promise.all(Array.from({ length: 40 }, () => hold(event, [{ type, quantity: 1 }])))
  const carts = answers.filter(({ status }) => status === 200).map(({ body }) => body.cart as string)
  assert.equal(carts.length, 5)
  for (const { status, body } of answers.filter((answer) => answer.status !== 200))
    assert.deepEqual([status, body.code, body.details], [409, 'sold_out', { left: 0 }])
  assert.deepEqual(await seats(event), [5, 5, 0])

  const released = await Promise.all(
    Array.from({ length: 20 }, () => shop.visitor('POST', '/ticket-cart/release', { cart: carts[0] })),
  )
  assert.equal(released.filter(({ body }) => body.released).length, 1)
  assert.deepEqual(await seats(event), [5, 4, 0], 'released twenty times at once, one seat is free')

  await endCarts(event)
  assert.equal((await view(event)).types[0].state, 'on_sale', 'carts whose time is over hold nothing')
  await held(event, [{ type, quantity: 5 }])
  assert.deepEqual(await seats(event), [5, 5, 0])
  assert.equal((await buy(carts[1]!)).body.code, 'cart_ended')
})

test('[peers T3] a cart says how long it holds, and a change keeps its end and is all or nothing', async () => {
  const event = await makeEvent()
  const [seat, table] = [
    await makeType(event, { capacity: 4 }),
    await makeType(event, { capacity: 2, group_size: 2 }),
  ]
  const cart = await held(event, [{ type: seat, quantity: 2 }])
  assert.ok(cart.seconds_left! > 880 && cart.seconds_left! <= 900, `${cart.seconds_left}`)
  await app.owner.query(
    "update app.ticket_carts set until_at = now() + interval '5 minutes' where event_id = $1",
    [event],
  )
  const both = [
    { type: seat, quantity: 4 },
    { type: table, quantity: 1 },
  ]
  const changed = await held(event, both, { cart: cart.cart })
  assert.ok(changed.seconds_left! <= 300)
  assert.deepEqual(await seats(event), [6, 6, 0])
  const refused = await hold(
    event,
    [
      { type: seat, quantity: 1 },
      { type: table, quantity: 2 },
    ],
    { cart: cart.cart },
  )
  assert.deepEqual([refused.body.code, refused.body.details], ['sold_out', { left: 1 }])
  assert.deepEqual(await seats(event), [6, 6, 0], 'it has what it had')
})

test('a type is deleted once no cart holds units of it, with the lines of carts that are over', async () => {
  const event = await makeEvent()
  const type = await makeType(event, { capacity: 2 })
  const { cart } = await held(event, [{ type, quantity: 1 }])
  const deleted = () =>
    app.database.once(actAs.creator(shop.tenant.owner), {
      text: 'delete from public.ticket_types where id = $1 returning id',
      values: [type],
    })
  await assert.rejects(deleted(), { constraint: 'ticket_types_taken' })
  assert.deepEqual(await seats(event), [2, 1, 0])
  await shop.visitor('POST', '/ticket-cart/release', { cart })
  assert.equal((await deleted()).rows.length, 1)
  assert.deepEqual(await seats(event), [2, 0, 0])
})

test('groups take all of their seats or none, and types that share a quota keep its capacity', async () => {
  const event = await makeEvent()
  const hall = await makeQuota(event, 7)
  const single = await makeType(event, { quotas: [hall] })
  const family = await makeType(event, { quotas: [hall], group_size: 4, price_cents: 5001 })
  const wanted = Array.from({ length: 30 }, (_, place) =>
    hold(event, [{ type: place % 2 ? single : family, quantity: 1 }]),
  )
  await Promise.all(wanted)
  const [capacity, taken] = await seats(event)
  assert.ok(taken! <= capacity!)
  const { rows } = await app.owner.query(
    'select sum(quantity * group_size)::int as n from app.ticket_cart_lines where type_id in ($1, $2)',
    [single, family],
  )
  assert.equal(rows[0].n, taken, 'each cart has its seats')
  assert.equal(taken, 7)
})

test('[I07] the limit per buyer holds under concurrency, over open carts, tickets and addresses', async () => {
  const event = await makeEvent()
  const type = await makeType(event, { capacity: 50, most_per_buyer: 3, price_cents: 0 })
  const { access_token } = await signUp(app, shop.tenant.public_key)
  const member = functionCall(app, shop.tenant.public_key, access_token)
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => hold(event, [{ type, quantity: 1 }], {}, member)),
  )
  assert.equal(answers.filter(({ status }) => status === 200).length, 3)
  assert.ok(answers.filter(({ status }) => status !== 200).every(({ body }) => body.code === 'buyer_limit'))

  const carts = await Promise.all(Array.from({ length: 6 }, () => held(event, [{ type, quantity: 1 }])))
  const bought = await Promise.all(carts.map(({ cart }) => buy(cart, { email: 'Max@example.test' })))
  assert.equal(bought.filter(({ status }) => status === 200).length, 3, 'a guest is known by the address')
  assert.equal((await tickets(event))['valid'], 3)
})

test('[peers T2] phases end by time and by number, on the database’s clock; codes, hidden types and add-ons', async () => {
  const event = await makeEvent()
  const type = await makeType(event, { capacity: 10 })
  const phase = (position: number, price_cents: number, until: object) =>
    insert('ticket_phases', { type_id: type, position, price_cents, ...until })
  await phase(0, 500, { until_at: new Date(Date.now() - 1000) })
  await phase(1, 1000, { until_sold: 2 })
  assert.equal((await view(event)).types[0].price_cents, 1000)
  assert.equal(
    (await held(event, [{ type, quantity: 3 }])).total_cents,
    6000,
    'three are not at the price of two',
  )
  await held(event, [{ type, quantity: 2 }]).then(({ total_cents }) => assert.equal(total_cents, 4000))

  const hidden = await makeType(event, { is_hidden: true, name: 'Backstage' })
  const parking = await makeType(event, { addon_of: hidden, price_cents: 300 })
  await insert('ticket_codes', {
    event_id: event,
    code: 'HALF',
    kind: 'percent',
    value: 50,
    type_ids: [hidden],
    most: 2,
  })
  assert.deepEqual(
    (await view(event)).types.map(({ id }: { id: string }) => id),
    [type, parking],
  )
  const unlocked = await view(event, 'half')
  assert.equal(unlocked.code_is_valid, true)
  assert.equal(unlocked.types.find(({ id }: { id: string }) => id === hidden).price_cents, 1000)
  assert.equal(await codeOf(hold(event, [{ type: hidden, quantity: 1 }])), 'type_not_found')
  assert.equal(await codeOf(hold(event, [{ type: parking, quantity: 1 }])), 'addon')
  assert.equal(await codeOf(hold(event, [{ type, quantity: 1 }], { code: 'NOPE' })), 'code_unknown')
  const many = await Promise.all(
    Array.from({ length: 8 }, () => hold(event, [{ type: hidden, quantity: 1 }], { code: 'half' })),
  )
  assert.equal(many.filter(({ status }) => status === 200).length, 2, 'a code is used as often as it may be')
  const full = await hold(event, [{ type, quantity: 1 }], { seen_cents: 1 })
  assert.deepEqual([full.status, full.body.code, full.body.details.total_cents], [409, 'price_changed', 2000])
})

test('[peers T12] a members’ price is refused to others, and the view says how to become one', async () => {
  const event = await makeEvent()
  const { access_token, user } = await signUp(app, shop.tenant.public_key)
  const { rows } = await app.owner.query(
    `insert into public.audiences (tenant_id, name, rule) values ($1, 'Friends', $2) returning id`,
    [shop.tenant.id, { any: [{ kind: 'people', ids: [user.id] }] }],
  )
  const type = await makeType(event, { audience_id: rows[0].id, price_cents: 500 })
  const member = functionCall(app, shop.tenant.public_key, access_token)
  assert.equal(await codeOf(hold(event, [{ type, quantity: 1 }])), 'members_only')
  const seen = await view(event)
  assert.deepEqual([seen.types[0].state, seen.types[0].ways], ['members_only', [{ kind: 'people' }]])
  assert.equal((await view(event, undefined, member)).types[0].state, 'on_sale')
  assert.equal((await held(event, [{ type, quantity: 1 }], {}, member)).total_cents, 500)
})

test('[peers T1] the states of a type and its event', async () => {
  const event = await makeEvent()
  const hour = 3_600_000
  const state = async () => {
    const { state: of, types } = await view(event)
    return [of, ...types.map((type: { state: string; left?: number }) => type.state)]
  }
  const early = await makeType(event, { sale_from: new Date(Date.now() + hour) })
  assert.deepEqual(await state(), ['not_yet', 'not_yet'])
  assert.equal(await codeOf(hold(event, [{ type: early, quantity: 1 }])), 'not_yet')
  const late = await makeType(event, { position: 1, sale_until: new Date(Date.now() - hour) })
  assert.deepEqual(await state(), ['not_yet', 'not_yet', 'ended'])
  assert.equal(await codeOf(hold(event, [{ type: late, quantity: 1 }])), 'sale_ended')
  const few = await makeType(event, { position: 2, capacity: 10 })
  assert.deepEqual(await state(), ['on_sale', 'not_yet', 'ended', 'on_sale'])
  await held(event, [{ type: few, quantity: 8 }])
  assert.deepEqual(await state(), ['few_left', 'not_yet', 'ended', 'few_left'])
  await held(event, [{ type: few, quantity: 2 }])
  assert.deepEqual(await state(), ['not_yet', 'not_yet', 'ended', 'sold_out'])
  await app.owner.query('update public.ticket_types set has_waiting_list = true where id = $1', [few])
  assert.deepEqual(await state(), ['not_yet', 'not_yet', 'ended', 'waiting_list'])
  await app.owner.query("update public.ticket_events set state = 'canceled' where id = $1", [event])
  assert.deepEqual((await state())[0], 'canceled')
  assert.equal(await codeOf(hold(event, [{ type: few, quantity: 1 }])), 'event_canceled')
  const draft = await makeEvent({ state: 'draft' })
  assert.equal((await shop.visitor('GET', `/ticket-events/${draft}`)).body.code, 'event_not_found')
})

test('[peers T6] free tickets need no payment, a donation takes the buyer’s price, and a repeated request adds nothing', async () => {
  const event = await makeEvent()
  const question = { id: 'diet', label: 'Diet', kind: 'text', required: true }
  const type = await makeType(event, { price_cents: 0, questions: JSON.stringify([question]) })
  const cart = await held(event, [{ type, quantity: 2 }])
  const holders = ['Ann', 'Bea'].map((name) => ({ type, name, answers: { diet: 'none', other: 'x' } }))
  assert.equal((await buy(cart.cart, { holders: holders.slice(1) })).body.code, 'answer_missing')
  const key = 'same-click'
  const done = await Promise.all(
    Array.from({ length: 5 }, () => buy(cart.cart, { holders }, shop.visitor, key)),
  )
  assert.deepEqual(
    done.map(({ body }) => body.state),
    Array(5).fill('done'),
  )
  assert.equal((await buy(cart.cart, { holders })).body.state, 'done')
  assert.deepEqual([await seats(event), await tickets(event)], [[10, 0, 2], { valid: 2 }])
  const { body } = await shop.visitor('POST', '/my-tickets', { cart: cart.cart })
  assert.deepEqual(
    body.tickets.map(({ holder_name, answers }: Record<string, unknown>) => [holder_name, answers]),
    [
      ['Ann', { diet: 'none' }],
      ['Bea', { diet: 'none' }],
    ],
  )
  assert.ok(body.tickets.every(({ code }: { code: string }) => /^[0-9A-HJKMNP-TV-Z]{26}$/.test(code)))

  const gift = await makeType(event, { is_donation: true, price_cents: 100 })
  assert.equal(await codeOf(hold(event, [{ type: gift, quantity: 1, price: 99 }])), 'price_too_low')
  const given = await held(event, [{ type: gift, quantity: 1, price: 750 }])
  assert.equal(given.total_cents, 750)
  assert.equal((await opened(given.cart)).state, 'pay')
})

test('[C08] another tenant’s events, carts and types are not found', async () => {
  const event = await makeEvent()
  const type = await makeType(event)
  const cart = await held(event, [{ type, quantity: 1 }])
  const other = await openShop(app, sandbox)
  const lines = [{ type, quantity: 1 }]
  assert.equal(await codeOf(hold(event, lines, {}, other.visitor)), 'event_not_found')
  assert.equal((await other.visitor('GET', `/ticket-events/${event}`)).status, 404)
  assert.equal((await other.visitor('POST', '/ticket-cart', { cart: cart.cart })).status, 409)
  const released = await other.visitor('POST', '/ticket-cart/release', { cart: cart.cart })
  assert.equal(released.body.released, false)
  const foreign = ticketShop(app, other)
  const own = await foreign.makeEvent()
  assert.equal(await codeOf(foreign.hold(own, lines)), 'type_not_found')
})
