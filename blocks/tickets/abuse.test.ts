import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { test } from 'node:test'
import pg from 'pg'
import { actAs } from '#testing/act-as.ts'
import { eventually } from '#testing/eventually.ts'
import { makeTenant } from '#testing/factories.ts'
import { functionCall } from '#testing/function-call.ts'
import { testApp } from '#testing/test-app.ts'
import { signUp } from '#testing/test-users.ts'
import { ticketShop } from '#testing/ticket-shop.ts'

const app = await testApp({ env: { AUTH_LIMIT_FACTOR: '1000' } })
const ada = await signUp(app, app.anonKey)
const tenant = await makeTenant(app.database, { owner: ada.user.id })
const visitor = functionCall(app, tenant.public_key)
const creator = functionCall(app, app.anonKey, ada.access_token)
const { insert, makeEvent, makeType, hold, held, buy, opened, seats } = ticketShop(app, {
  tenant,
  visitor,
  account: '',
})
const ann = await signUp(app, tenant.public_key)
const asAnn = functionCall(app, tenant.public_key, ann.access_token)
const newToken = () => randomBytes(32).toString('base64url')
const mine = async (cart: string) => (await visitor('POST', '/my-tickets', { cart })).body.tickets
const wait = (type: string, quantity: number) =>
  visitor('POST', '/ticket-waits', { type, quantity, email: `${randomUUID()}@example.test` })
/** A statement as its rows' owner on the Studio makes it. */
const asOwner = (text: string, values: unknown[]) =>
  app.database.once(actAs.creator(ada.user.id), { text, values })

/** A transaction that another one has to wait for. */
async function openTransaction() {
  const client = new pg.Client({ connectionString: app.ownerUrl })
  await client.connect()
  await client.query('begin')
  const { rows } = await client.query('select pg_backend_pid() as pid')
  const query = (text: string, values: unknown[]) => client.query(text, values)
  async function commitOnceWaitedFor() {
    try {
      await eventually('another transaction waits', async () => {
        const waiting = await app.owner.query(
          'select from pg_stat_activity where $1 = any (pg_blocking_pids(pid))',
          [rows[0].pid],
        )
        return waiting.rowCount === 1
      })
      await client.query('commit')
    } finally {
      await client.end()
    }
  }
  return { query, commitOnceWaitedFor }
}

/** A valid ticket of Ann's, of a new free type. */
async function ticketOfAnn(event: string) {
  const type = await makeType(event, { price_cents: 0 })
  await opened((await held(event, [{ type, quantity: 1 }], {}, asAnn)).cart, {}, asAnn)
  const { tickets } = (await asAnn('POST', '/my-tickets', {})).body
  return tickets.find(({ type_id }: { type_id: string }) => type_id === type)
}

test('who sent the link of a cart does not read the tickets that its buyer gets', async () => {
  const event = await makeEvent()
  const type = await makeType(event, { price_cents: 0 })
  const { cart } = await held(event, [{ type, quantity: 1 }])
  const own = newToken()
  for (let times = 0; times < 2; times++) {
    const { status, body } = await visitor('POST', '/ticket-cart/own', { cart, own })
    assert.deepEqual([status, body.state, body.cart], [200, 'held', own])
  }
  assert.equal((await visitor('POST', '/ticket-cart', { cart })).body.code, 'cart_ended')
  assert.equal((await visitor('POST', '/ticket-cart/own', { cart, own: newToken() })).body.code, 'cart_ended')
  assert.equal((await buy(cart)).body.code, 'cart_ended')
  await opened(own)
  assert.deepEqual([(await mine(own)).length, await mine(cart)], [1, []])
  const late = newToken()
  assert.equal((await visitor('POST', '/ticket-cart/own', { cart: own, own: late })).body.code, 'cart_ended')
  assert.equal((await mine(own)).length, 1, 'what was bought stays with its buyer')
  const foreign = await makeTenant(app.database)
  const other = await held(event, [{ type, quantity: 1 }])
  const taken = await functionCall(app, foreign.public_key)('POST', '/ticket-cart/own', {
    cart: other.cart,
    own: late,
  })
  assert.equal(taken.body.code, 'cart_ended')
})

test('seats count for the network that changed their cart last, so that two networks hold no more than their shares', async () => {
  const event = await makeEvent()
  const type = await makeType(event, { capacity: 100 })
  const [home, phone] = [randomBytes(32), randomBytes(32)]
  const holdFrom = async (network: Buffer, secret: Buffer, quantity: number) =>
    app.database
      .once(actAs.visitor(tenant.id), {
        text: 'select app.hold_tickets($1, $2, $3, null, $4, 1)',
        values: [event, secret, network, JSON.stringify([{ type, quantity }])],
      })
      .then(
        () => 'held',
        ({ constraint }: { constraint: string }) => constraint,
      )
  const carts = [randomBytes(32), randomBytes(32)]
  for (const cart of carts) assert.equal(await holdFrom(home, cart, 1), 'held')
  assert.equal(await holdFrom(phone, carts[0]!, 40), 'held')
  assert.equal(await holdFrom(phone, carts[1]!, 40), 'tickets_too_many_held')
  assert.deepEqual(await seats(event), [100, 41, 0])
})

test('two first requests with one token of the browser make one cart', async () => {
  const event = await makeEvent()
  const type = await makeType(event)
  const cart = newToken()
  const first = await openTransaction()
  await first.query(
    `insert into app.ticket_carts (tenant_id, event_id, secret_hash, until_at) values ($1, $2, sha256($3), now() + interval '15 minutes')`,
    [tenant.id, event, Buffer.from(cart)],
  )
  const second = hold(event, [{ type, quantity: 2 }], { cart })
  await first.commitOnceWaitedFor()
  assert.deepEqual([(await second).status, (await second).body.cart], [200, cart])
  assert.deepEqual(await seats(event), [10, 2, 0])
})

test('a wish for more than is left, or than may be bought, keeps no seat from others', async () => {
  const event = await makeEvent()
  const type = await makeType(event, {
    capacity: 3,
    has_waiting_list: true,
    max_per_order: 3,
    price_cents: 0,
  })
  assert.equal((await wait(type, 3)).body.code, 'not_waiting')
  const sold = await held(event, [{ type, quantity: 2 }])
  assert.equal((await wait(type, 3)).body.code, 'not_waiting', 'one can be bought')
  await held(event, [{ type, quantity: 1 }])
  assert.equal((await wait(type, 4)).body.code, 'quantity')
  assert.equal((await wait(type, 3)).status, 200)
  assert.equal((await wait(type, 2)).status, 200)
  await visitor('POST', '/ticket-cart/release', { cart: sold.cart })
  assert.equal((await hold(event, [{ type, quantity: 1 }])).body.code, 'sold_out', 'owed to the second')
  const { rows } = await app.owner.query(
    `select w.quantity from app.waits_to_offer(200) o join public.ticket_waits w on w.id = o.wait_id where w.type_id = $1`,
    [type],
  )
  assert.deepEqual(rows, [{ quantity: 2 }])
  await app.owner.query('delete from public.ticket_waits where type_id = $1 and quantity = 2', [type])
  await held(event, [{ type, quantity: 1 }])
})

test('the cart of an offer holds what was offered, not more', async () => {
  const event = await makeEvent()
  const [type, other] = [await makeType(event, { has_waiting_list: true }), await makeType(event)]
  const token = newToken()
  const offer = await insert('ticket_waits', {
    event_id: event,
    type_id: type,
    email: 'w@example.test',
    quantity: 2,
  })
  await app.database.asService('test: offer', async (db) => {
    const { sql } = await import('kysely')
    await sql`select app.offer_tickets(${tenant.id}, ${offer}, sha256(${Buffer.from(token)}))`.execute(db)
  })
  assert.deepEqual(await seats(event), [20, 2, 0])
  for (const line of [
    { type, quantity: 3 },
    { type: other, quantity: 1 },
  ])
    assert.equal((await hold(event, [line], { cart: token })).body.code, 'quantity')
  await held(event, [{ type, quantity: 1 }], { cart: token })
  assert.deepEqual(await seats(event), [20, 1, 0])
})

test('a ticket is not canceled while it is being scanned', async () => {
  const event = await makeEvent({ cancel_until: new Date(Date.now() + 86_400_000) })
  const ticket = await ticketOfAnn(event)
  const list = await insert('checkin_lists', { event_id: event, name: 'Gate' })
  const gate = await openTransaction()
  await gate.query('select from public.tickets where id = $1 for share', [ticket.id])
  await gate.query(
    `insert into app.ticket_checkins (tenant_id, id, list_id, ticket_id, state, at) values ($1, $2, $3, $2, 'admitted', now())`,
    [tenant.id, ticket.id, list],
  )
  const canceled = asAnn('POST', `/my-tickets/${ticket.id}/cancel`, {})
  await gate.commitOnceWaitedFor()
  assert.equal((await canceled).body.code, 'not_cancelable')
  const { rows } = await app.owner.query('select state from public.tickets where id = $1', [ticket.id])
  assert.equal(rows[0].state, 'valid')
})

test('a ticket of test mode opens an online event in test mode only', async () => {
  const event = await makeEvent()
  await insert('ticket_event_secrets', { event_id: event, online_url: 'https://meet.example/room' })
  const { id } = await ticketOfAnn(event)
  const shown = async () => {
    const { tickets } = (await asAnn('POST', '/my-tickets', {})).body
    return tickets.find((ticket: { id: string }) => ticket.id === id).online_url
  }
  const setMode = (mode: string) =>
    app.owner.query('update public.tenants set stripe_mode = $1 where id = $2', [mode, tenant.id])
  assert.equal(await shown(), 'https://meet.example/room')
  await setMode('live')
  assert.equal(await shown(), null)
  await setMode('test')
})

test('an erased person leaves the tickets that others hold in their name with their owners', async () => {
  const event = await makeEvent()
  const { id } = await ticketOfAnn(event)
  const named = { name: 'Gus', email: 'gus@example.test' }
  assert.equal((await asAnn('PUT', `/my-tickets/${id}`, named)).status, 200)
  await app.owner.query('select app.erase_tickets_of($1, $2, $3)', [tenant.id, randomUUID(), named.email])
  const { rows } = await app.owner.query(
    'select auth_user_id, owner_email, holder_name, holder_email from public.tickets where id = $1',
    [id],
  )
  assert.deepEqual(rows[0], {
    auth_user_id: ann.user.id,
    owner_email: 'guest@example.test',
    holder_name: null,
    holder_email: null,
  })
})

test('[G23] what a visitor or a device sends is never an error of the server', async () => {
  const event = await makeEvent()
  const gift = await makeType(event, { is_donation: true, price_cents: 0, capacity: 100 })
  const dear = await makeType(event, { price_cents: 99_999_999 })
  await insert('ticket_codes', { event_id: event, code: 'LESS', kind: 'percent', value: 1 })
  const list = await insert('checkin_lists', { event_id: event, name: 'Gate' })
  const most = [{ type: gift, quantity: 50, price: 99_999_999 }]
  assert.equal((await held(event, most)).total_cents, 4_999_999_950)
  assert.equal((await visitor('GET', `/ticket-events/${event}?code=LESS`)).status, 200)
  assert.equal((await hold(event, [{ type: dear, quantity: 1 }], { code: 'LESS' })).status, 200)
  const times = [
    '2026-02-30T10:00:00Z',
    '2026-11-27T10:00:00+20:00',
    '0000-01-01T00:00:00Z',
    '2026-11-27T',
    '0',
  ]
  const responses = [
    ...times.map((from) => visitor('GET', `/ticket-events?from=${encodeURIComponent(from)}`)),
    visitor('GET', `/ticket-events/${event}?code=%00`),
    ...times.map((at) =>
      creator('POST', `/check-in/${tenant.id}/lists/${list}/scan`, {
        scans: [{ id: randomUUID(), code: 'X', at, offline: true }],
      }),
    ),
    asAnn('PUT', `/my-tickets/${(await ticketOfAnn(event)).id}`, {
      answers: Object.fromEntries(Array.from({ length: 21 }, (_, place) => [`a${place}`, 'x'.repeat(1000)])),
    }),
  ]
  for (const { status, body } of await Promise.all(responses))
    assert.ok(status === 200 || status === 400, `${status} ${JSON.stringify(body)}`)
  // An event with a price of more than 2^31 / 100 is listed with its refund.
  await app.owner.query('update public.tickets set price_cents = 99999999 where event_id = $1', [event])
  assert.equal((await asAnn('POST', '/my-tickets', {})).status, 200)
})

test('the data API stores no zone or question that the pages of an event cannot show', async () => {
  const event = await makeEvent()
  const type = await makeType(event)
  const stored = (table: string, column: string, id: string, value: unknown) =>
    asOwner(`update public.${table} set ${column} = $2 where id = $1 returning id`, [id, value]).then(
      ({ rows }) => rows.length,
      ({ code }: { code: string }) => code,
    )
  for (const zone of ['CEST', 'Factory'])
    assert.equal(await stored('ticket_events', 'zone', event, zone), '23514')
  for (const zone of ['UTC', 'Europe/Kyiv', 'America/Argentina/Ushuaia', 'Etc/GMT+5'])
    assert.equal(await stored('ticket_events', 'zone', event, zone), 1, zone)
  const question = { id: 'diet', label: 'Diet', kind: 'choice', choices: ['All'] }
  const questions = (more: object) =>
    stored('ticket_types', 'questions', type, JSON.stringify([{ ...question, ...more }]))
  for (const wrong of [{ required: 'yes' }, { choices: [1] }, { choices: 'All' }, { choices: [] }])
    assert.equal(await questions(wrong), '23514', JSON.stringify(wrong))
  assert.equal(await questions({ required: true }), 1)
  assert.equal((await visitor('GET', `/ticket-events/${event}`)).status, 200)
})

test('an event is canceled with its refunds, by those who may make them, and for good', async () => {
  const event = await makeEvent()
  const move = (state: string) =>
    asOwner('update public.ticket_events set state = $2 where id = $1', [event, state]).then(
      () => 'moved',
      ({ constraint }: { constraint: string }) => constraint,
    )
  assert.equal(await move('canceled'), 'ticket_events_canceled')
  assert.deepEqual([await move('draft'), await move('published')], ['moved', 'moved'])
  assert.equal((await creator('POST', `/tickets/${tenant.id}/events/${event}/cancel`, {})).status, 200)
  assert.equal(await move('published'), 'ticket_events_canceled')
})
