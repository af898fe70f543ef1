import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import pg from 'pg'
import { actAs } from '#testing/act-as.ts'
import { eventually } from '#testing/eventually.ts'
import { givePlan, makeTenant } from '#testing/factories.ts'
import { functionCall } from '#testing/function-call.ts'
import { testApp } from '#testing/test-app.ts'
import { signUp } from '#testing/test-users.ts'
import { ticketShop } from '#testing/ticket-shop.ts'
import type { GivenEvent, GivenType } from './endpoints-save.ts'

const app = await testApp()
const ada = await signUp(app, app.anonKey)
const tenant = await makeTenant(app.database, { owner: ada.user.id })
const visitor = functionCall(app, tenant.public_key)
const creator = functionCall(app, app.anonKey, ada.access_token)
const { held, makeEvent, makeType, opened } = ticketShop(app, { tenant, visitor, account: '' })

const type = (name: string, more: Partial<GivenType> = {}): GivenType => ({
  name,
  description: null,
  price_cents: 2000,
  is_donation: false,
  sale_from: null,
  sale_until: null,
  min_per_order: 1,
  max_per_order: 10,
  most_per_buyer: null,
  group_size: 1,
  is_hidden: false,
  addon_of: null,
  audience_id: null,
  has_waiting_list: false,
  is_transferable: true,
  is_open: true,
  questions: [],
  quotas: [0],
  phases: [],
  ...more,
})
const event = (more: Partial<GivenEvent> = {}): GivenEvent => ({
  title: 'Harvest supper',
  summary: null,
  place: 'Old barn',
  zone: 'Europe/Berlin',
  starts_at: '2031-03-14T17:00:00.000Z',
  ends_at: '2031-03-14T20:00:00.000Z',
  currency: 'eur',
  audience_id: null,
  cancel_until: null,
  refund_percent: 100,
  online_url: null,
  recording_url: null,
  quotas: [{ name: 'Hall', capacity: 50 }],
  types: [type('Seat')],
  ...more,
})
const save = (given: GivenEvent, more: object = {}) =>
  creator('POST', `/tickets/${tenant.id}/events`, { event: given, ...more })
const all = async (sql: string, values: unknown[]) => (await app.owner.query(sql, values)).rows
/** Everything that is stored of an event, without ids. */
async function stored(id: string) {
  const [row] = await all(
    `select e.title, e.state, e.updated_at,
      (select jsonb_agg(jsonb_build_array(q.name, q.capacity) order by q.name) from public.ticket_quotas q where q.event_id = e.id) as quotas,
      (select jsonb_agg(jsonb_build_object('name', t.name, 'price', t.price_cents, 'addon', (select b.name from public.ticket_types b
          where b.tenant_id = t.tenant_id and b.id = t.addon_of), 'group', t.group_size, 'hidden', t.is_hidden, 'questions', t.questions,
        'quotas', (select jsonb_agg(q.name order by q.name) from public.ticket_type_quotas m
          join public.ticket_quotas q on q.tenant_id = m.tenant_id and q.id = m.quota_id where m.type_id = t.id),
        'phases', (select jsonb_agg(jsonb_build_array(p.price_cents, p.until_sold) order by p.position) from public.ticket_phases p
          where p.type_id = t.id)) order by t.position) from public.ticket_types t where t.event_id = e.id) as types,
      (select s.online_url from public.ticket_event_secrets s where s.event_id = e.id) as online
     from public.ticket_events e where e.id = $1`,
    [id],
  )
  return row
}
/** Ids of what is stored, so that it can be given again. */
const ids = async (table: string, event_id: string): Promise<string[]> =>
  (await all(`select id from public.${table} where event_id = $1 order by name`, [event_id])).map(
    ({ id }) => id,
  )

const QUESTION = {
  id: 'diet',
  label: 'What do you eat?',
  kind: 'choice' as const,
  required: true,
  choices: ['All', 'Plants'],
}

test('[peers T2] one call stores an event with shared seats, an add-on, prices in phases, questions and an address for holders', async () => {
  const { status, body } = await save(
    event({
      online_url: 'https://meet.example/room',
      quotas: [
        { name: 'Hall', capacity: 50 },
        { name: 'Front', capacity: 8 },
      ],
      types: [
        // Before what it is added to.
        type('Parking', { addon_of: 2, price_cents: 500, quotas: [0] }),
        type('Front row', { quotas: [0, 1], is_hidden: true, group_size: 2 }),
        type('Seat', {
          questions: [QUESTION],
          phases: [
            { name: 'First ten', price_cents: 1000, until_at: null, until_sold: 10 },
            { name: null, price_cents: 1500, until_at: '2031-01-01T00:00:00.000Z', until_sold: null },
          ],
        }),
      ],
    }),
  )
  assert.equal(status, 200, JSON.stringify(body))
  const { title, state, quotas, types, online } = await stored(body.id)
  assert.deepEqual([title, state, online], ['Harvest supper', 'draft', 'https://meet.example/room'])
  assert.deepEqual(quotas, [
    ['Front', 8],
    ['Hall', 50],
  ])
  const plain = { addon: null, group: 1, hidden: false, questions: [], phases: null }
  assert.deepEqual(types, [
    { ...plain, name: 'Parking', price: 500, addon: 'Seat', quotas: ['Hall'] },
    { ...plain, name: 'Front row', price: 2000, group: 2, hidden: true, quotas: ['Front', 'Hall'] },
    {
      ...plain,
      name: 'Seat',
      price: 2000,
      questions: [QUESTION],
      quotas: ['Hall'],
      phases: [
        [1000, 10],
        [1500, null],
      ],
    },
  ])
})

test('saving again changes, adds and deletes; what is the same is not written, so rows of a plan that ended stay', async () => {
  const made = await save(
    event({
      types: [
        type('Seat', { phases: [{ name: null, price_cents: 900, until_at: null, until_sold: 5 }] }),
        type('Table'),
      ],
    }),
  )
  const { id } = made.body
  const [seat] = await ids('ticket_types', id)
  const [hall] = await ids('ticket_quotas', id)
  const kept = type('Seat', {
    id: seat!,
    phases: [{ name: null, price_cents: 900, until_at: null, until_sold: 5 }],
  })
  const phases = () => all('select xmin::text from public.ticket_phases where type_id = $1', [seat])
  const before = [
    await all('select xmin::text from public.ticket_types where id = $1', [seat]),
    await phases(),
  ]
  const again = await save(
    event({
      title: 'Winter supper',
      quotas: [
        { id: hall!, name: 'Hall', capacity: 60 },
        { name: 'Yard', capacity: 5 },
      ],
      types: [kept, type('Yard', { quotas: [1] })],
    }),
    { id },
  )
  assert.equal(again.status, 200, JSON.stringify(again.body))
  const now = await stored(id)
  assert.deepEqual(
    [now.title, now.quotas, now.types.map(({ name }: { name: string }) => name)],
    [
      'Winter supper',
      [
        ['Hall', 60],
        ['Yard', 5],
      ],
      ['Seat', 'Yard'],
    ],
  )
  assert.deepEqual(
    [await all('select xmin::text from public.ticket_types where id = $1', [seat]), await phases()],
    before,
  )
})

test('a refusal in the middle stores nothing, and names the field', async () => {
  const { id } = (
    await save(
      event({
        types: [type('Seat'), type('Table', { quotas: [1] })],
        quotas: [
          { name: 'Hall', capacity: 5 },
          { name: 'Tables', capacity: 3 },
        ],
      }),
    )
  ).body
  await all("update public.ticket_events set state = 'published' where id = $1", [id])
  const [seat, table] = await ids('ticket_types', id)
  const [hall, tables] = await ids('ticket_quotas', id)
  await held(id, [{ type: table!, quantity: 3 }])
  const before = await stored(id)
  const quotas = [
    { id: hall!, name: 'Hall', capacity: 40 },
    { id: tables!, name: 'Tables', capacity: 2 },
  ]
  const types = [type('Seat', { id: seat! }), type('Table', { id: table!, quotas: [1] })]
  for (const [given, wanted] of [
    [event({ title: 'New', quotas, types }), [409, 'seats_taken', ['quotas', 1, 'capacity']]],
    // The type whose tickets are in a cart.
    [
      event({ title: 'New', quotas: [quotas[0]!, { ...quotas[1]!, capacity: 9 }], types: types.slice(0, 1) }),
      [409, 'seats_taken', ['types']],
    ],
    [
      event({
        title: 'New',
        types: [types[0]!, type('Ghost', { audience_id: '00000000-0000-7000-8000-000000000001' })],
      }),
      [400, 'invalid_input', ['types', 1, 'audience_id']],
    ],
    [event({ title: 'New', zone: 'Mars/Olympus' }), [400, 'invalid_input', ['zone']]],
    [
      event({ title: 'New', types: [type('Seat', { max_per_order: 51 })] }),
      [400, 'invalid_input', ['types', 0, 'max_per_order']],
    ],
    [
      event({ title: 'New', types: [type('Parking', { addon_of: 0 })] }),
      [400, 'invalid_input', ['types', 0, 'addon_of']],
    ],
    [event({ title: 'New', online_url: 'javascript:alert(1)' }), [400, 'invalid_input', ['online_url']]],
  ] as const) {
    const { status, body } = await save(given, { id })
    assert.deepEqual([status, body.code, body.details[0].path.slice(1)], wanted, JSON.stringify(body))
    assert.deepEqual(await stored(id), before)
  }
  assert.equal((await save(event(), { id: '00000000-0000-7000-8000-000000000009' })).status, 404)
})

test('who saves what someone else changed meanwhile is told, and nothing is overwritten', async () => {
  const { id } = (await save(event())).body
  const at = async () =>
    (await all("select to_json(updated_at) #>> '{}' as at from public.ticket_events where id = $1", [id]))[0]
      .at
  const seen_at = await at()
  const [quota] = await ids('ticket_quotas', id)
  const [seat] = await ids('ticket_types', id)
  const mine = event({
    quotas: [{ id: quota!, name: 'Hall', capacity: 7 }],
    types: [type('Seat', { id: seat! })],
  })
  // Only the seats change, and that counts too.
  assert.equal((await save(mine, { id, seen_at })).status, 200)
  const { status, body } = await save(event({ ...mine, title: 'Mine' }), { id, seen_at })
  assert.deepEqual([status, body.code], [409, 'event_changed'])
  assert.equal((await stored(id)).title, 'Harvest supper')
  const [first, second] = await Promise.all([
    save(mine, { id, seen_at: await at() }),
    save(mine, { id, seen_at: await at() }),
  ])
  assert.deepEqual(
    [first.status, second.status].toSorted((a, b) => a - b),
    [200, 409],
  )
})

test('a type or seats that were added after the form was filled are not deleted by saving it', async () => {
  const { id } = (await save(event())).body
  const [quota] = await ids('ticket_quotas', id)
  const [seat] = await ids('ticket_types', id)
  const mine = event({
    title: 'Mine',
    quotas: [{ id: quota!, name: 'Hall', capacity: 50 }],
    types: [type('Seat', { id: seat! })],
  })
  const late = await makeType(id, { name: 'Late' })
  const seen = [quota!, seat!]
  const { status, body } = await save(mine, { id, seen })
  assert.deepEqual([status, body.code], [409, 'event_changed'])
  assert.equal((await stored(id)).title, 'Harvest supper')
  const added = await ids('ticket_quotas', id)
  assert.equal((await save(mine, { id, seen: [...added, seat!, late] })).status, 200, 'who has read it may')
  assert.deepEqual(
    (await stored(id)).types.map(({ name }: { name: string }) => name),
    ['Seat'],
  )
})

test('prices in a currency with three decimals end with a 0, else the field is named', async () => {
  const priced = (more: Partial<GivenType>) => save(event({ currency: 'kwd', types: [type('Seat', more)] }))
  assert.equal((await priced({ price_cents: 1230 })).status, 200)
  const phases = [{ name: null, price_cents: 1001, until_at: null, until_sold: 1 }]
  for (const [more, field] of [
    [{ price_cents: 1235 }, 'price_cents'],
    [{ price_cents: 1230, phases }, 'phases'],
  ] as const) {
    const { status, body } = await priced(more)
    assert.deepEqual([status, body.details[0].path], [400, ['event', 'types', 0, field]])
  }
})

test('an event of a series is saved without Business once the plan has ended; publishing it and adding to the series need it', async () => {
  const eve = await signUp(app, app.anonKey)
  const shop = await makeTenant(app.database, { owner: eve.user.id })
  await givePlan(app.database, eve.user.id, 'pro')
  const asEve = functionCall(app, app.anonKey, eve.access_token)
  const store = (given: GivenEvent, more: object = {}) =>
    asEve('POST', `/tickets/${shop.id}/events`, { event: given, ...more })
  const { id } = (await store(event())).body
  const [series] = await all('insert into public.ticket_series (tenant_id, title) values ($1, $2) returning id', [shop.id, 'Suppers']) // prettier-ignore
  const change = (columns: { series_id?: string | null; state?: string }) =>
    app.database.withClaims(actAs.creator(eve.user.id), (db) =>
      db.updateTable('ticket_events').set(columns).where('tenant_id', '=', shop.id).where('id', '=', id).execute(),
    ) // prettier-ignore
  await change({ series_id: series.id })
  await all("update public.tenants set stripe_mode = 'live' where id = $1", [shop.id])
  const [quota] = await ids('ticket_quotas', id)
  const [seat] = await ids('ticket_types', id)
  const moved = event({
    title: 'Moved',
    quotas: [{ id: quota!, name: 'Hall', capacity: 60 }],
    types: [type('Seat', { id: seat!, price_cents: 1500 })],
  })
  assert.equal((await store(moved, { id })).status, 200)
  assert.deepEqual((await stored(id)).quotas, [['Hall', 60]])
  const locked = { ...moved, types: [{ ...moved.types[0]!, has_waiting_list: true }] }
  const { status, body } = await store(locked, { id })
  assert.deepEqual([status, body.code, body.details[0].path], [402, 'plan_required', ['event', 'types', 0]])
  await assert.rejects(change({ state: 'published' }), /needs the plan business/)
  await change({ series_id: null })
  await change({ state: 'published' })
  await assert.rejects(change({ series_id: series.id }), /needs the plan business/)
})

test('live mode without Business refuses what needs it, names the field, and stores no part of the event', async () => {
  const bea = await signUp(app, app.anonKey)
  const shop = await makeTenant(app.database, { owner: bea.user.id })
  await all("update public.tenants set stripe_mode = 'live' where id = $1", [shop.id])
  const asBea = functionCall(app, app.anonKey, bea.access_token)
  const store = (given: GivenEvent) => asBea('POST', `/tickets/${shop.id}/events`, { event: given })
  assert.equal((await store(event())).status, 402)
  await givePlan(app.database, bea.user.id, 'pro')
  assert.equal((await store(event({ title: 'Plain' }))).status, 200)
  for (const [more, path] of [
    [{ types: [type('Seat', { is_hidden: true })] }, ['types', 0]],
    [{ types: [type('Seat'), type('Same hall')] }, ['types', 1, 'quotas']],
    [
      { types: [type('Seat', { phases: [{ name: null, price_cents: 1, until_at: null, until_sold: 1 }] })] },
      ['types', 0, 'phases'],
    ],
  ] as const) {
    const { status, body } = await store(event(more as unknown as Partial<GivenEvent>))
    assert.deepEqual(
      [status, body.code, body.details[0].path.slice(1)],
      [402, 'plan_required', path],
      JSON.stringify(body),
    )
  }
  assert.deepEqual(await all('select title from public.ticket_events where tenant_id = $1', [shop.id]), [
    { title: 'Plain' },
  ])
})

test('all seats of an event are locked by id before one changes, in the order of all who lock seats', async () => {
  const quotas = [
    { name: 'Hall', capacity: 50 },
    { name: 'Front', capacity: 8 },
  ]
  const { id } = (await save(event({ quotas, types: [type('Seat', { quotas: [0, 1] })] }))).body
  const [seat] = await ids('ticket_types', id)
  const byId = await all(
    'select id, name, capacity from public.ticket_quotas where event_id = $1 order by id',
    [id],
  )
  const other = new pg.Client({ connectionString: app.ownerUrl })
  await other.connect()
  try {
    await other.query('begin')
    const { rows } = await other.query(
      'select pg_backend_pid() as pid from public.ticket_quotas where id = $1 for update',
      [byId[1].id],
    )
    const saving = save(
      event({
        quotas: [{ ...byId[0], capacity: 60 }, byId[1]],
        types: [type('Seat', { id: seat!, quotas: [0, 1] })],
      }),
      { id },
    )
    await eventually('the save waits for seats that it does not change', async () => {
      const waiting = await all('select from pg_stat_activity where $1 = any (pg_blocking_pids(pid))', [
        rows[0].pid,
      ])
      return waiting.length === 1
    })
    await other.query('commit')
    assert.equal((await saving).status, 200)
  } finally {
    await other.end()
  }
})

test('in test mode a message goes to its sender only; 20 of a day are sent, and none that is refused or repeated counts', async () => {
  const own = await makeEvent()
  const free = await makeType(own, { price_cents: 0 })
  const get = async (email: string) =>
    opened((await held(own, [{ type: free, quantity: 1 }])).cart, { email })
  const path = `/tickets/${tenant.id}/events/${own}/messages`
  const typed = (number: number) => ({ subject: `Number ${number}`, body: 'Hello', types: [] })
  const send = (number: number, id = randomUUID(), recipients = 1) =>
    creator('POST', path, { id, recipients, ...typed(number) })
  await get('anyone@example.test')
  assert.equal((await creator('POST', `${path}/preview`, typed(0))).body.recipients, 0)
  assert.equal((await send(0)).body.code, 'no_holders')
  await get(ada.user.email!)
  assert.equal((await creator('POST', `${path}/preview`, typed(0))).body.recipients, 1)
  const both = await send(0, undefined, 2)
  assert.deepEqual([both.body.code, both.body.details.limit], ['holders_changed', 1])

  const first = randomUUID()
  const statuses: number[] = []
  for (let number = 0; number < 20; number++)
    statuses.push((await send(number, number === 0 ? first : undefined)).status)
  assert.deepEqual(new Set(statuses), new Set([200]))
  assert.equal((await send(0, first)).status, 200)
  assert.equal((await send(20)).status, 429)
  const other = await send(1, first)
  assert.deepEqual([other.status, other.body.code], [409, 'message_taken'])
  await assert.rejects(
    app.database.once(actAs.creator(ada.user.id), {
      text: "select app.send_ticket_message($1, $2, $3, '{}', 'Other', 'Hello', 1)",
      values: [tenant.id, first, own],
    }),
    { constraint: 'tickets_message_taken' },
  )
  assert.deepEqual(
    await all(
      `select distinct k.owner_email from app.ticket_message_recipients r
       join public.tickets k on k.tenant_id = r.tenant_id and k.id = r.ticket_id where k.event_id = $1`,
      [own],
    ),
    [{ owner_email: ada.user.email }],
  )
})
