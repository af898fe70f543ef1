import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EmbedRequest } from '#kernel/unit.ts'
import { actAs } from '#testing/act-as.ts'
import { refreshSets } from '#testing/audiences/compare-sets.ts'
import { eventually } from '#testing/eventually.ts'
import { makeTenant } from '#testing/factories.ts'
import { functionCall } from '#testing/function-call.ts'
import { testApp } from '#testing/test-app.ts'
import { signUp } from '#testing/test-users.ts'
import { ticketShop } from '#testing/ticket-shop.ts'
import { profileParts } from './routes.ts'
import { sweepCarts } from './sweep.ts'

const app = await testApp({ env: { AUTH_LIMIT_FACTOR: '1000' } })
const ada = await signUp(app, app.anonKey)
const tenant = await makeTenant(app.database, { owner: ada.user.id })
const visitor = functionCall(app, tenant.public_key)
const creator = functionCall(app, app.anonKey, ada.access_token)
const shop = ticketShop(app, { tenant, visitor, account: '' })
const { insert, makeEvent, makeType, held, hold, opened, seats, tickets, endCarts } = shop
const [ann, bea] = [await signUp(app, tenant.public_key), await signUp(app, tenant.public_key)]
const asAnn = functionCall(app, tenant.public_key, ann.access_token)
const asBea = functionCall(app, tenant.public_key, bea.access_token)
const mine = async (by = asAnn) => (await by('POST', '/my-tickets', {})).body.tickets
const facts = async (member: string, event: string) =>
  (
    await app.owner.query(
      "select from app.member_facts where auth_user_id = $1 and kind = 'holds_ticket' and which = $2",
      [member, event],
    )
  ).rowCount

async function ticketOf(event: string, by = asAnn) {
  const type = await makeType(event, { price_cents: 0 })
  await opened((await held(event, [{ type, quantity: 1 }], {}, by)).cart, {}, by)
  return (await mine(by)).find(({ type_id }: { type_id: string }) => type_id === type)
}

test('[peers T11] a ticket is renamed and given away; the new holder has it with another code, the old one nothing', async () => {
  const event = await makeEvent()
  await insert('ticket_event_secrets', {
    event_id: event,
    online_url: 'https://meet.example/room',
    recording_url: 'https://video.example/1',
  })
  const ticket = await ticketOf(event)
  assert.equal(ticket.online_url, 'https://meet.example/room')
  assert.equal(ticket.recording_url, null, 'not before the end')
  assert.equal(await facts(ann.user.id, event), 1)
  const path = `/my-tickets/${ticket.id}`
  assert.equal((await asBea('PUT', path, { name: 'Bea' })).status, 404)
  assert.equal((await asAnn('PUT', path, { name: 'Ann B.' })).status, 200)
  assert.equal((await mine())[0].holder_name, 'Ann B.')

  const give = () => asAnn('POST', `${path}/transfer`, { email: bea.user.email })
  const given = await Promise.all([give(), give(), give()])
  assert.equal(given.filter(({ status }) => status === 200).length, 1)
  assert.deepEqual([await mine(), (await mine(asBea)).length], [[], 1])
  const [got] = await mine(asBea)
  assert.notEqual(got.code, ticket.code)
  assert.deepEqual([await facts(ann.user.id, event), await facts(bea.user.id, event)], [0, 1])
  assert.equal((await asAnn('PUT', path, { name: 'Ann' })).status, 404)

  const later = await asBea('POST', `${path}/transfer`, { email: 'later@example.test' })
  assert.equal(later.status, 200)
  const { rows } = await app.owner.query(
    'select auth_user_id, owner_email from public.tickets where id = $1',
    [ticket.id],
  )
  assert.deepEqual(rows[0], { auth_user_id: null, owner_email: 'later@example.test' })
  const cleo = await signUp(app, tenant.public_key)
  await app.owner.query('update auth.users set email = $1 where id = $2', [
    'later@example.test',
    cleo.user.id,
  ])
  const asCleo = functionCall(app, tenant.public_key, cleo.access_token)
  assert.equal((await mine(asCleo)).length, 1, 'the one who proves the address')

  await app.owner.query(
    "update public.ticket_events set starts_at = now() - interval '3 hours', ends_at = now() - interval '1 hour' where id = $1",
    [event],
  )
  const [over] = await mine(asCleo)
  assert.deepEqual([over.recording_url, over.can_transfer], ['https://video.example/1', false])
  const request = { claims: actAs.endUser(tenant.id, cleo.user.id) } as EmbedRequest
  const viewed = (await profileParts.tickets!.answers!(app.kernel, request))['POST /my-tickets']
  assert.deepEqual(
    viewed,
    { tickets: [{ ...over, code: null, online_url: null, recording_url: null }] },
    'staff see as the holder only that there is a ticket',
  )
})

test('[peers T15] an audience of holders opens with the ticket, and closes with the next statement once it is given away or refunded', async () => {
  const event = await makeEvent()
  const audience = await insert('audiences', {
    name: 'Holders',
    rule: { any: [{ kind: 'holds_ticket', event }] },
  })
  /** Reads with stored sets, as all requests do once the job has run, so that a change must make them known as wrong. */
  const isOpen = async (member: { user: { id: string } }) => {
    const { rows } = await app.database.once<{ ids: string[] }>(actAs.endUser(tenant.id, member.user.id), {
      text: 'select array(select o.id from app.open_to_me() as o (id)) as ids',
      values: [],
    })
    return rows[0]!.ids.includes(audience)
  }
  const stored = () => refreshSets(app.owner)
  await stored()
  assert.equal(await isOpen(ann), false)
  const ticket = await ticketOf(event)
  assert.equal(await isOpen(ann), true)
  await stored()
  const given = await asAnn('POST', `/my-tickets/${ticket.id}/transfer`, { email: bea.user.email })
  assert.equal(given.status, 200)
  assert.deepEqual([await isOpen(ann), await isOpen(bea)], [false, true])
  await stored()
  assert.equal((await creator('POST', `/tickets/${tenant.id}/tickets/${ticket.id}/cancel`, {})).status, 200)
  assert.equal(await isOpen(bea), false)
})

test('[peers T8] holders get PDF and calendar file of their own tickets, guests by their cart, and no one else any', async () => {
  const event = await makeEvent({ title: 'Files' })
  const type = await makeType(event, { price_cents: 0 })
  const { cart } = await held(event, [{ type, quantity: 2 }])
  await opened(cart, { holders: [{ type, name: 'Ann' }, { type }] })
  const get = (kind: string, key: string, body: object = {}, of = event) =>
    app.request(`/functions/v1/my-tickets/events/${of}/${kind}`, {
      method: 'POST',
      headers: {
        apikey: tenant.public_key,
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    })
  const guest = (kind: string) => get(kind, tenant.public_key, { cart, locale: 'de' })
  const pdf = await guest('pdf')
  assert.equal(pdf.headers.get('content-type'), 'application/pdf')
  assert.equal(pdf.headers.get('content-disposition'), 'attachment; filename="tickets.pdf"')
  assert.equal(pdf.headers.get('cache-control'), 'private, no-store')
  const bytes = Buffer.from(await pdf.arrayBuffer()).toString('latin1')
  assert.match(bytes, /^%PDF-1\.\d[^]*%%EOF\s*$/)
  assert.equal(bytes.match(/\/Type \/Page\b/g)!.length, 2)
  assert.match(await (await guest('calendar')).text(), /SUMMARY:Files\r\n/)

  for (const kind of ['pdf', 'calendar']) {
    assert.equal((await get(kind, bea.access_token)).status, 404)
    assert.equal((await get(kind, tenant.public_key)).status, 404)
    assert.equal((await get(kind, tenant.public_key, { cart }, await makeEvent())).status, 404)
  }
  const mineNow = await ticketOf(event)
  assert.equal((await get('pdf', ann.access_token)).status, 200)
  await asAnn('POST', `/my-tickets/${mineNow.id}/transfer`, { email: bea.user.email })
  assert.equal((await get('pdf', ann.access_token)).status, 404)
  assert.equal((await get('pdf', bea.access_token)).status, 200)
  assert.equal((await creator('POST', `/tickets/${tenant.id}/events/${event}/cancel`, {})).status, 200)
  assert.equal((await guest('pdf')).status, 404, 'a canceled ticket has no code')
  assert.match(await (await guest('calendar')).text(), /STATUS:CANCELLED/)
})

test('a ticket that was used is neither given away nor canceled', async () => {
  const event = await makeEvent({ cancel_until: new Date(Date.now() + 86_400_000) })
  const ticket = await ticketOf(event)
  const list = await insert('checkin_lists', { event_id: event, name: 'Gate' })
  const scans = [{ id: ticket.id, code: ticket.code }]
  const scanned = await creator('POST', `/check-in/${tenant.id}/lists/${list}/scan`, { scans })
  assert.equal(scanned.body.results[0].result, 'admitted')
  const answers = [
    await asAnn('POST', `/my-tickets/${ticket.id}/transfer`, { email: bea.user.email }),
    await asAnn('POST', `/my-tickets/${ticket.id}/cancel`, {}),
  ]
  assert.deepEqual(
    answers.map(({ body }) => body.code),
    ['ticket_ended', 'not_cancelable'],
  )
})

test('[peers T7] staff give tickets within the capacity, all or nothing', async () => {
  const event = await makeEvent()
  const type = await makeType(event, { capacity: 3 })
  const give = (count: number) =>
    creator('POST', `/tickets/${tenant.id}/types/${type}/give`, {
      holders: Array.from({ length: count }, (_, place) => ({
        email: `guest${place}@example.test`,
        name: 'Guest',
      })),
    })
  assert.equal((await give(4)).body.code, 'sold_out')
  const both = await Promise.all([give(2), give(2)])
  assert.equal(both.filter(({ status }) => status === 200).length, 1)
  assert.deepEqual([await seats(event), await tickets(event)], [[3, 0, 2], { valid: 2 }])
})

test('[peers T10] the waiting list is served in order, by an offer that holds seats that no one else gets', async () => {
  const event = await makeEvent()
  const type = await makeType(event, { capacity: 2, price_cents: 0, has_waiting_list: true })
  const wait = (email: string, quantity = 1) => visitor('POST', '/ticket-waits', { type, email, quantity })
  assert.equal((await wait('early@example.test')).body.code, 'not_waiting')
  const { cart } = await held(event, [{ type, quantity: 2 }])
  await opened(cart)
  for (const email of ['one@example.test', 'two@example.test', 'ONE@example.test'])
    assert.deepEqual((await wait(email)).body, { waiting: true })
  const { rows } = await app.owner.query(
    'select id, email from public.ticket_waits where type_id = $1 order by id',
    [type],
  )
  assert.equal(rows.length, 2, 'an address waits once')
  const sold = (await visitor('POST', '/my-tickets', { cart })).body.tickets
  await creator('POST', `/tickets/${tenant.id}/tickets/${sold[0].id}/cancel`, {})
  assert.equal(
    (await hold(event, [{ type, quantity: 1 }])).body.code,
    'sold_out',
    'the seat is owed to the list',
  )

  const token = 'an-offer-as-the-letter-has-it'
  const offer = (id: string) =>
    app.database.asService('test: offer', async (db) => {
      const { sql } = await import('kysely')
      const result = await sql<{ done: boolean }>`
        select app.offer_tickets(${tenant.id}, ${id}, sha256(${Buffer.from(token + id)})) as done`.execute(db)
      return result.rows[0]!.done
    })
  const offers = await Promise.all(
    [offer(rows[0].id), offer(rows[0].id)].map((one) => one.catch(() => false)),
  )
  assert.deepEqual(offers.filter(Boolean), [true])
  assert.equal(await offer(rows[1].id), false, 'there is one seat')
  const taken = await opened(token + rows[0].id, { email: 'one@example.test' })
  assert.equal(taken.state, 'done')
  const states = async () =>
    (
      await app.owner.query('select state from public.ticket_waits where type_id = $1 order by id', [type])
    ).rows.map(({ state }) => state)
  assert.deepEqual(await states(), ['taken', 'waiting'])
  await creator('POST', `/tickets/${tenant.id}/tickets/${sold[1].id}/cancel`, {})
  assert.equal(await offer(rows[1].id), true)
  await endCarts(event)
  await sweepCarts(app.kernel)
  assert.deepEqual(
    [await states(), await seats(event)],
    [
      ['taken', 'lapsed'],
      [2, 0, 1],
    ],
  )
})

test('[peers T13] a series keeps the time on the wall over the change of summer time, in five zones, sales windows too', async () => {
  const zones = {
    'Europe/Berlin': ['2027-03-20', 14],
    'America/New_York': ['2027-03-10', 7],
    'Australia/Sydney': ['2027-04-01', 7],
    'America/Santiago': ['2027-04-01', 7],
    'Asia/Tokyo': ['2027-03-20', 14],
  } as const
  const series = await insert('ticket_series', { title: 'Suppers' })
  for (const [zone, [day, days]] of Object.entries(zones)) {
    const local = async (event: string) =>
      (
        await app.owner.query(
          `select to_char(e.starts_at at time zone e.zone, 'YYYY-MM-DD HH24:MI') as starts,
             to_char(t.sale_until at time zone e.zone, 'HH24:MI') as sale, t.sale_until < e.starts_at as before
           from public.ticket_events e join public.ticket_types t on t.event_id = e.id where e.id = $1`,
          [event],
        )
      ).rows[0]
    const { rows } = await app.owner.query(
      `select ($1 || ' 19:30')::timestamp at time zone $2 as starts, ($1 || ' 22:00')::timestamp at time zone $2 as ends,
         ($1 || ' 18:00')::timestamp at time zone $2 as sale`,
      [day, zone],
    )
    const event = await makeEvent({ zone, starts_at: rows[0].starts, ends_at: rows[0].ends })
    await makeType(event, { sale_until: rows[0].sale })
    const { status, body } = await creator('POST', `/tickets/${tenant.id}/events/${event}/repeat`, {
      seriesId: series,
      days: [days],
    })
    assert.equal(status, 200, JSON.stringify(body))
    const [before, after] = [await local(event), await local(body.events[0])]
    assert.equal(before.starts.slice(11), '19:30', zone)
    assert.deepEqual([after.starts.slice(11), after.sale, after.before], ['19:30', '18:00', true], zone)
    const moved = await app.owner.query(
      'select extract(epoch from b.starts_at - a.starts_at)::int as seconds from public.ticket_events a, public.ticket_events b where a.id = $1 and b.id = $2',
      [event, body.events[0]],
    )
    const shift = moved.rows[0].seconds - days * 86_400
    assert.equal(Math.abs(shift), zone === 'Asia/Tokyo' ? 0 : 3600, `${zone}: an hour more or less`)
  }
})

test('[peers T13] the first repeat makes a series that begins with the event; a refused one leaves none', async () => {
  const event = await makeEvent({ title: 'Choir' })
  await makeType(event)
  const repeat = (days: number[]) => creator('POST', `/tickets/${tenant.id}/events/${event}/repeat`, { days })
  const dates = async () =>
    (
      await app.owner.query(
        `select s.title, e.state from public.ticket_series s join public.ticket_events e on e.tenant_id = s.tenant_id and e.series_id = s.id
         where s.title = 'Choir' order by e.starts_at`,
      )
    ).rows.map(({ state }) => state)
  await app.owner.query("update public.tenants set stripe_mode = 'live' where id = $1", [tenant.id])
  assert.equal((await repeat([7])).status, 402)
  await app.owner.query("update public.tenants set stripe_mode = 'test' where id = $1", [tenant.id])
  assert.equal((await app.owner.query("select from public.ticket_series where title = 'Choir'")).rowCount, 0)
  const both = await Promise.all([repeat([7, 14]), repeat([21])])
  assert.deepEqual(
    both.map(({ status }) => status),
    [200, 200],
  )
  assert.equal((await app.owner.query("select from public.ticket_series where title = 'Choir'")).rowCount, 1)
  assert.deepEqual(await dates(), ['published', 'draft', 'draft', 'draft'])
})

test('what a person bought is exported, and erased from tickets, carts and waiting lists', async () => {
  const event = await makeEvent()
  const ticket = await ticketOf(event, asBea)
  await app.owner.query('select app.erase_tickets_of($1, $2, $3)', [tenant.id, bea.user.id, bea.user.email])
  const { rows } = await app.owner.query('select * from public.tickets where id = $1', [ticket.id])
  const { auth_user_id, owner_email, holder_name, holder_email, state } = rows[0]
  assert.deepEqual(
    [auth_user_id, owner_email, holder_name, holder_email, state],
    [null, null, null, null, 'valid'],
  )
  const left = await app.owner.query('select from app.ticket_carts where auth_user_id = $1 or email = $2', [
    bea.user.id,
    bea.user.email,
  ])
  assert.equal(left.rowCount, 0)
  await eventually('no fact is left', async () => (await facts(bea.user.id, event)) === 0)
})

test('a tenant is deleted with its events, carts, tickets, waiting lists and check-ins', async () => {
  const event = await makeEvent()
  const type = await makeType(event)
  await held(event, [{ type, quantity: 2 }])
  const present = async () => {
    const counts = [
      'public.tickets',
      'public.ticket_waits',
      'app.ticket_carts',
      'app.ticket_cart_lines',
      'app.ticket_checkins',
      'public.ticket_event_secrets',
    ].map(async (table) => {
      const { rows } = await app.owner.query(`select count(*)::int as n from ${table} where tenant_id = $1`, [
        tenant.id,
      ])
      return rows[0].n > 0
    })
    return [...new Set(await Promise.all(counts))]
  }
  assert.deepEqual(await present(), [true])
  await app.owner.query('delete from public.tenants where id = $1', [tenant.id])
  assert.deepEqual(await present(), [false])
})
