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
const SIGNED_IN = JSON.stringify({ any: [{ kind: 'signed_in' }] })
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
  async function isWaitedFor() {
    const waiting = await app.owner.query(
      'select from pg_stat_activity where $1 = any (pg_blocking_pids(pid))',
      [rows[0].pid],
    )
    return waiting.rowCount === 1
  }
  const waitedFor = () => eventually('another transaction waits', isWaitedFor)
  async function commitOnceWaitedFor() {
    try {
      await waitedFor()
      await client.query('commit')
    } finally {
      await client.end()
    }
  }
  return { query, isWaitedFor, waitedFor, commitOnceWaitedFor, end: () => client.end() }
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
        text: 'select app.hold_cart($1, $2, $3, null, $4, 1, null)',
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

test('who comes too late waits for no one, and is refused for the same reasons as before', async () => {
  const event = await makeEvent()
  const gone = await makeType(event, { capacity: 1, max_per_order: 2 })
  const closed = await makeType(event, { capacity: 0, is_open: false })
  const hidden = await makeType(event, { capacity: 0, is_hidden: true })
  await held(event, [{ type: gone, quantity: 1 }])
  const other = await openTransaction()
  await other.query('select from public.ticket_quotas where event_id = $1 for update', [event])
  const refusal = async (lines: object[], more = {}) => {
    const { body } = await hold(event, lines, more)
    return [body.code, body.details?.left]
  }
  const seat = (type: string, quantity = 1) => ({ type, quantity })
  let first: unknown
  const refused = refusal([seat(gone)]).then((found) => (first = found))
  const met = async () => (first as object) ?? ((await other.isWaitedFor()) && 'it waits')
  assert.deepEqual(await eventually('a response', met), ['sold_out', 0])
  await Promise.all([refused, other.end()])
  assert.deepEqual(await refusal([seat(gone, 3)]), ['quantity', undefined])
  assert.deepEqual(await refusal([seat(closed)]), ['type_closed', undefined])
  assert.deepEqual(await refusal([seat(hidden)]), ['type_not_found', undefined])
  assert.deepEqual(await refusal([seat(gone)], { code: 'NONE' }), ['code_unknown', undefined])
  await insert('ticket_codes', { event_id: event, code: 'SHOW', kind: 'unlock' })
  assert.deepEqual(await refusal([seat(hidden)], { code: 'SHOW' }), ['sold_out', 0])
})

test('what is counted under the lock of the seats is found by indexes, however many carts an event has', async () => {
  const event = await makeEvent()
  const type = await makeType(event, { capacity: 9000, most_per_buyer: 2 })
  await app.owner.query(
    `with carts as (
       insert into app.ticket_carts (tenant_id, event_id, secret_hash, network, email, until_at)
       select $1, $2, sha256(n::text::bytea), sha256(n::text::bytea), 'buyer' || n || '+a@example.test', now() + interval '15 minutes'
       from generate_series(1, 3000) as n returning id)
     insert into app.ticket_cart_lines (tenant_id, cart_id, type_id, quantity, group_size, unit_price, quota_ids)
     select $1, c.id, $3, 1, 1, 2000, array(select q.id from public.ticket_quotas q where q.event_id = $2) from carts c`,
    [tenant.id, event, type],
  )
  await app.owner.query('analyze app.ticket_carts, app.ticket_cart_lines')
  const { query, end } = await openTransaction()
  /** Rows of carts and of their lines that a call reads. */
  async function readBy(text: string, values: unknown[]) {
    const count = async () =>
      (
        await query(
          `select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read from pg_stat_xact_user_tables
           where schemaname = 'app' and relname in ('ticket_carts', 'ticket_cart_lines')`,
          [],
        )
      ).rows[0].read as number
    const before = await count()
    const { rows } = await query(text, values)
    return { result: rows[0].result, read: (await count()) - before }
  }
  try {
    await query(`select set_config('request.jwt.claims', $1, true)`, [
      JSON.stringify(actAs.visitor(tenant.id)),
    ])
    const lines = JSON.stringify([{ type, quantity: 2 }])
    const call = 'select app.hold_tickets($1, $2, $3, null, $4, 1) as result'
    const hold = await readBy(call, [event, randomBytes(32), randomBytes(32), lines])
    assert.ok(hold.result && hold.read > 0 && hold.read < 50, `a hold read ${hold.read} rows`)
    const units = 'select app.units_of_buyer($1, $2, $3, $4) as result'
    const buyer = await readBy(units, [tenant.id, type, ann.user.id, 'Buyer7+b@example.test'])
    assert.equal(buyer.result, 1)
    assert.ok(buyer.read > 0 && buyer.read < 50, `the limit of a buyer read ${buyer.read} rows`)
    // A table of a test has one page, which PostgreSQL reads whole if it may.
    await query('set local enable_seqscan = off', [])
    const { rows: plan } = await query(
      `explain delete from public.tickets k where k.state = 'void' and k.created_at < now() - interval '35 days'`,
      [],
    )
    assert.match(JSON.stringify(plan), /tickets_void/)
  } finally {
    await end()
  }
})

test('guessing codes of an event is slow, for each network', async () => {
  const limited = await testApp({ env: { AUTH_LIMIT_FACTOR: '0.01', TRUSTED_PROXIES: '1' } })
  const own = await makeTenant(limited.database)
  const guess = (code: string, network: string) =>
    limited.request(`/functions/v1/ticket-events/${randomUUID()}${code}`, {
      headers: { apikey: own.public_key, 'x-forwarded-for': network },
    })
  const statuses = []
  for (let turn = 0; turn < 7; turn++) statuses.push((await guess(`?code=C${turn}0`, '192.0.2.1')).status)
  assert.deepEqual(statuses, [404, 404, 404, 404, 404, 404, 429])
  assert.equal((await guess('', '192.0.2.1')).status, 404, 'an event without a code is not limited')
  assert.equal((await guess('?code=C10', '192.0.2.2')).status, 404)
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

test('one mailbox is one buyer and waits once, whatever it adds to its address', async () => {
  const event = await makeEvent()
  const type = await makeType(event, {
    capacity: 2,
    price_cents: 0,
    most_per_buyer: 1,
    has_waiting_list: true,
  })
  const take = async (email: string) =>
    (await buy((await held(event, [{ type, quantity: 1 }])).cart, { email })).body
  assert.equal((await take('Gus.T@gmail.com')).state, 'done')
  for (const email of ['gus.t+2@gmail.com', 'gust@googlemail.com', 'G.u.s.T@gmail.com']) {
    const { cart } = await held(event, [{ type, quantity: 1 }])
    assert.equal((await buy(cart, { email })).body.code, 'buyer_limit')
    await visitor('POST', '/ticket-cart/release', { cart })
  }
  assert.equal((await take('gus.t@example.test')).state, 'done')
  const join = async (email: string, of = type) =>
    (await visitor('POST', '/ticket-waits', { type: of, email })).body.code ?? 'waiting'
  for (const email of ['mia@example.test', 'Mia+1@example.test', 'mia+2@example.test'])
    assert.equal(await join(email), 'waiting')
  const { rows } = await app.owner.query('select email from public.ticket_waits where type_id = $1', [type])
  assert.deepEqual(rows, [{ email: 'mia@example.test' }])
  const joined = []
  for (let others = 0; others < 9; others++)
    joined.push(
      await join('mia+3@example.test', await makeType(event, { capacity: 0, has_waiting_list: true })),
    )
  assert.deepEqual(joined, Array<string>(9).fill('waiting'))
  assert.equal(
    await join('mia@example.test', await makeType(event, { capacity: 0, has_waiting_list: true })),
    'buyer_limit',
  )
})

test('who types the address of someone on the waiting list does not make them wait for more', async () => {
  const event = await makeEvent()
  const type = await makeType(event, { capacity: 0, has_waiting_list: true })
  const { email } = ann.user
  const join = async (by: typeof visitor, quantity: number) => {
    assert.equal((await by('POST', '/ticket-waits', { type, email, quantity })).status, 200)
    const { rows } = await app.owner.query('select quantity from public.ticket_waits where type_id = $1', [
      type,
    ])
    return rows[0].quantity
  }
  assert.equal(await join(asAnn, 2), 2)
  assert.equal(await join(visitor, 5), 2)
  assert.equal(await join(asAnn, 4), 4)
  assert.equal(await join(visitor, 3), 3)
})

test('the next tickets are first, so that gifts of others for later events do not push them off the list', async () => {
  const hours = (count: number) => new Date(Date.now() + count * 3_600_000)
  const at = (count: number) => makeEvent({ starts_at: hours(count), ends_at: hours(count + 1) })
  const events = [await at(9000), await at(2), await at(200)]
  for (const event of events) await ticketOfAnn(event)
  const [later, tonight, soon] = events
  const over = await makeEvent()
  await ticketOfAnn(over)
  await app.owner.query('update public.ticket_events set starts_at = $2, ends_at = $3 where id = $1', [
    over,
    hours(-2),
    hours(-1),
  ])
  const { tickets } = (await asAnn('POST', '/my-tickets', {})).body
  const ids = tickets.map((ticket: { event: { id: string } }) => ticket.event.id)
  assert.deepEqual(
    ids.filter((id: string) => [...events, over].includes(id)),
    [tonight, soon, later, over],
  )
})

test('free tickets for members only are taken by those who proved an address', async () => {
  const event = await makeEvent()
  const audience = await insert('audiences', { name: `Members ${randomUUID()}`, rule: SIGNED_IN })
  const type = await makeType(event, { price_cents: 0, most_per_buyer: 1, audience_id: audience })
  assert.equal((await hold(event, [{ type, quantity: 1 }])).body.code, 'members_only')
  const { cart } = await held(event, [{ type, quantity: 1 }], {}, asAnn)
  await opened(cart, { email: 'elsewhere@example.test' }, asAnn)
  assert.equal((await hold(event, [{ type, quantity: 1 }], {}, asAnn)).body.code, 'buyer_limit')
})

test('an offer lasts a quarter of the time until the event at most, so that seats go round', async () => {
  const hours = (count: number) => new Date(Date.now() + count * 3_600_000)
  const lasts = async (startsIn: number) => {
    const event = await makeEvent({ starts_at: hours(startsIn), ends_at: hours(startsIn + 10) })
    const type = await makeType(event, { has_waiting_list: true })
    const offer = await insert('ticket_waits', { event_id: event, type_id: type, email: 'q@example.test' })
    await app.owner.query('select app.offer_tickets($1, $2, sha256($3))', [
      tenant.id,
      offer,
      Buffer.from(newToken()),
    ])
    const { rows } = await app.owner.query(
      `select round(extract(epoch from until_at - created_at) / 60)::int as minutes from app.ticket_carts where wait_id = $1`,
      [offer],
    )
    return rows[0].minutes
  }
  assert.deepEqual([await lasts(1), await lasts(8), await lasts(200)], [30, 120, 1440])
})

test('an event that goes back to draft starts no sale, and seats that were chosen are free again in time', async () => {
  const event = await makeEvent()
  const type = await makeType(event, { price_cents: 0 })
  const { cart } = await held(event, [{ type, quantity: 1 }])
  const move = (state: string) =>
    asOwner('update public.ticket_events set state = $2 where id = $1', [event, state])
  await move('draft')
  assert.equal((await buy(cart)).body.code, 'type_closed')
  assert.equal((await hold(event, [{ type, quantity: 2 }], { cart })).body.code, 'event_not_found')
  await move('published')
  await opened(cart)
  assert.deepEqual(await seats(event), [10, 0, 1])
})

test('a ticket keeps its name once it was used or its event is over, and answers what was asked', async () => {
  const event = await makeEvent()
  const ticket = await ticketOfAnn(event)
  const questions = [
    { id: 'diet', label: 'Diet', kind: 'text', required: true },
    { id: 'note', label: 'Note', kind: 'text' },
  ]
  await app.owner.query('update public.ticket_types set questions = $2 where id = $1', [
    ticket.type_id,
    JSON.stringify(questions),
  ])
  const rename = async (more: object) => {
    const { status, body } = await asAnn('PUT', `/my-tickets/${ticket.id}`, more)
    return body.code ?? status
  }
  for (const name of ['x'.repeat(201), 'A\u0007B', 'A\u202eB', ' \u200b '])
    assert.equal(await rename({ name }), 'invalid_input', JSON.stringify(name))
  assert.equal(await rename({ answers: { note: 'Hi' } }), 'answer_missing')
  assert.equal(await rename({ name: 'Gus', answers: { diet: 'All', other: 'x' } }), 200)
  const stored = async () =>
    (await app.owner.query('select holder_name, answers from public.tickets where id = $1', [ticket.id]))
      .rows[0]
  assert.deepEqual(await stored(), { holder_name: 'Gus', answers: { diet: 'All' } })
  const list = await insert('checkin_lists', { event_id: event, name: 'Gate' })
  const scan = { id: randomUUID(), code: ticket.code }
  const path = `/check-in/${tenant.id}/lists/${list}`
  assert.equal((await creator('POST', `${path}/scan`, { scans: [scan] })).body.results[0].result, 'admitted')
  assert.equal(await rename({ name: 'Eve' }), 'ticket_ended')
  await creator('POST', `${path}/undo`, { scan: scan.id })
  await app.owner.query(
    `update public.ticket_events set starts_at = now() - interval '2 hours', ends_at = now() - interval '1 hour' where id = $1`,
    [event],
  )
  assert.equal(await rename({ name: 'Eve' }), 'ticket_ended')
  assert.equal((await stored()).holder_name, 'Gus')
})

test('no ticket is given for an event that is canceled meanwhile', async () => {
  const event = await makeEvent()
  const type = await makeType(event)
  const canceling = await openTransaction()
  await canceling.query('select from public.ticket_quotas where event_id = $1 for update', [event])
  const given = creator('POST', `/tickets/${tenant.id}/types/${type}/give`, {
    holders: [{ email: 'g@example.test' }],
  })
  await canceling.waitedFor()
  await app.owner.query("update public.ticket_events set state = 'canceled' where id = $1", [event])
  await canceling.commitOnceWaitedFor()
  assert.equal((await given).body.code, 'event_canceled')
  assert.deepEqual(await seats(event), [10, 0, 0])
})

test('an admission that is taken back leaves in whom another device let in', async () => {
  const event = await makeEvent()
  const ticket = await ticketOfAnn(event)
  const list = await insert('checkin_lists', { event_id: event, name: 'Gate' })
  const path = `/check-in/${tenant.id}/lists/${list}`
  const scan = async (more: object = {}) => {
    const id = randomUUID()
    const { body } = await creator('POST', `${path}/scan`, { scans: [{ id, code: ticket.code, ...more }] })
    return { id, result: body.results[0].result }
  }
  const first = await scan()
  const second = await scan({ offline: true })
  assert.deepEqual([first.result, second.result], ['admitted', 'conflict'])
  assert.equal((await creator('POST', `${path}/undo`, { scan: first.id })).body.undone, true)
  assert.equal((await scan()).result, 'already_used')
  assert.equal((await creator('POST', `${path}/undo`, { scan: second.id })).body.undone, true)
  assert.equal((await scan()).result, 'admitted')
})
