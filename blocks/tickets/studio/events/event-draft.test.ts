import assert from 'node:assert/strict'
import { test } from 'node:test'
import { draftOf, emptyDraft, type EventDraft, takenOf } from './event-draft.ts'
import { faultsOf, problemsOf } from './event-problems.ts'
import { givenOf } from './given-event.ts'
import { sentText, ticketsText, toText } from './list-texts.ts'
import { newPhase, newPool, newQuestion, newType, withMembersType, withoutType } from './type-draft.ts'
import { previewOf } from './preview-event.ts'
import { assemble, freeOf, seatsOf, type StoredRows } from './event-rows.ts'
import { isSkipped, localIn, momentIn } from './zoned-time.ts'

const NOW = Date.parse('2026-12-01T10:00:00Z')

const PLAIN_EVENT = {
  currency: 'eur',
  series_id: null,
  audience_id: null,
  cancel_until: null,
  refund_percent: 100,
  updated_at: '2026-12-01T09:00:00+00:00',
}
const PLAIN_TYPE = {
  description: null,
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
  taken: 0,
}

const rows: StoredRows = {
  events: [
    {
      id: 'e1',
      title: 'Supper',
      summary: null,
      place: 'Barn',
      zone: 'Europe/Berlin',
      starts_at: '2026-12-05T18:00:00+00:00',
      ends_at: '2026-12-05T22:00:00+00:00',
      state: 'published',
      ...PLAIN_EVENT,
    },
    {
      id: 'e2',
      title: 'Past',
      summary: null,
      place: null,
      zone: 'UTC',
      starts_at: '2026-11-05T18:00:00+00:00',
      ends_at: '2026-11-05T22:00:00+00:00',
      state: 'published',
      ...PLAIN_EVENT,
    },
  ],
  types: ['seat', 'table', 'vip'].map((id, position) => ({
    id,
    event_id: 'e1',
    name: id,
    position,
    price_cents: 2050,
    ...PLAIN_TYPE,
  })),
  quotas: [
    { id: 'hall', event_id: 'e1', name: 'Hall', capacity: 50, held: 1, sold: 20 },
    { id: 'box', event_id: 'e1', name: 'Box', capacity: 4, held: 1, sold: 2 },
  ],
  links: [
    { type_id: 'seat', quota_id: 'hall' },
    { type_id: 'table', quota_id: 'hall' },
    { type_id: 'vip', quota_id: 'box' },
  ],
  phases: [
    {
      id: 'p',
      type_id: 'vip',
      name: 'Early bird',
      price_cents: 1500,
      until_at: '2026-12-02T11:00:00+00:00',
      until_sold: 30,
    },
  ],
  secrets: [{ event_id: 'e1', online_url: null, recording_url: 'https://video.example/1' }],
}

/** Two types share the hall; the third one has a box of its own. */
const [supper] = assemble(rows, NOW)
const supperDraft = draftOf(supper!, '.')

test('events to come are first; seats that several types take are shared, others are those of their type', () => {
  const [next, past] = assemble({ ...rows, events: rows.events.toReversed() }, NOW)
  assert.deepEqual([next!.id, next!.isOver, past!.id, past!.isOver], ['e1', false, 'e2', true])
  assert.deepEqual(supperDraft.pools, [{ id: 'hall', key: 'hall', name: 'Hall', seats: '50' }])
  assert.deepEqual(
    supperDraft.types.map(({ seats, pools, quotaId }) => [seats, pools, quotaId]),
    [
      ['', ['hall'], undefined],
      ['', ['hall'], undefined],
      ['4', [], 'box'],
    ],
  )
  // A list that is read again consists of new objects.
  assert.deepEqual(draftOf(JSON.parse(JSON.stringify(supper)) as typeof supper & object, '.'), supperDraft)
  const [vip] = supperDraft.types.slice(2)
  assert.deepEqual(
    [supperDraft.startsAt, supperDraft.recordingUrl, vip!.price, vip!.phases],
    [
      '2026-12-05T19:00',
      'https://video.example/1',
      '20.50',
      [{ key: 'p', name: 'Early bird', price: '15.00', until: '2026-12-02T12:00', sold: '30' }],
    ],
  )
  assert.deepEqual(
    [takenOf(next, 'hall'), takenOf(next, 'vip'), takenOf(next, 'seat'), takenOf(undefined, 'hall')],
    [21, 3, 0, 0],
  )
})

test('a limit of one type within shared seats adds no seats to the event', () => {
  assert.deepEqual(seatsOf(supper!), { capacity: 54, sold: 22, held: 2 })
  const within = assemble({ ...rows, links: [...rows.links, { type_id: 'vip', quota_id: 'hall' }] }, NOW)[0]!
  assert.deepEqual(seatsOf(within), { capacity: 50, sold: 20, held: 1 })
  assert.deepEqual(within.types.map(freeOf), [29, 29, 1])
  const { types, pools } = draftOf(within, '.')
  assert.deepEqual([types[2]!.seats, types[2]!.pools, pools.length], ['4', ['hall'], 1])
})

test('what is stored is given back, shared seats first, each by its place; a type’s own seats have its name', () => {
  const { quotas, types, ...event } = givenOf(supperDraft)
  assert.deepEqual(quotas, [
    { id: 'hall', name: 'Hall', capacity: 50 },
    { id: 'box', name: 'vip', capacity: 4 },
  ])
  assert.deepEqual(
    types.map(({ id, quotas: taken }) => [id, taken]),
    [
      ['seat', [0]],
      ['table', [0]],
      ['vip', [1]],
    ],
  )
  assert.deepEqual(types[2]!.phases, [
    { name: 'Early bird', price_cents: 1500, until_at: '2026-12-02T11:00:00.000Z', until_sold: 30 },
  ])
  assert.deepEqual(
    [event.title, event.starts_at, event.online_url, event.recording_url],
    ['Supper', '2026-12-05T18:00:00.000Z', null, 'https://video.example/1'],
  )
})

test('add-ons, groups, limits and questions are given by their places and without what is empty', () => {
  const parking = {
    ...newType(),
    name: ' Parking ',
    price: '5',
    seats: '3',
    addonOf: 'seat',
    perBuyer: '2',
    groupSize: '4',
    isHidden: true,
  }
  const question = {
    ...newQuestion(),
    id: 'diet',
    label: 'Diet? ',
    kind: 'choice' as const,
    choices: 'All\n\nPlants\nAll',
  }
  const draft = { ...supperDraft, types: [parking, { ...supperDraft.types[0]!, questions: [question] }] }
  const [given, seat] = givenOf(draft).types
  assert.deepEqual(
    [
      given!.id,
      given!.name,
      given!.addon_of,
      given!.most_per_buyer,
      given!.group_size,
      given!.is_hidden,
      given!.quotas,
    ],
    [undefined, 'Parking', 1, 2, 4, true, [1]],
  )
  assert.deepEqual(seat!.questions, [
    { id: 'diet', label: 'Diet?', kind: 'choice', required: false, choices: ['All', 'Plants'] },
  ])
  // What it was added to is removed: it is sold alone.
  assert.deepEqual(
    withoutType(draft.types, 'seat').map(({ addonOf }) => addonOf),
    [''],
  )
})

test('[peers T12] a members’ price is a type of its own, with the same seats: those that were taken stay taken', () => {
  const { types, pools } = withMembersType(supperDraft, 'vip')
  assert.deepEqual(pools.at(-1), { id: 'box', key: 'box', name: 'vip', seats: '4' })
  const [vip, members] = types.slice(2)
  assert.deepEqual([vip!.id, vip!.quotaId, vip!.seats, vip!.pools], ['vip', undefined, '', ['box']])
  assert.deepEqual(
    [members!.id, members!.name, members!.seats, members!.pools, members!.phases],
    [undefined, 'vip, members', '', ['box'], []],
  )
  const given = givenOf({ ...supperDraft, types, pools })
  assert.deepEqual(given.quotas, [
    { id: 'hall', name: 'Hall', capacity: 50 },
    { id: 'box', name: 'vip', capacity: 4 },
  ])
  const shared = withMembersType(supperDraft, 'seat')
  assert.deepEqual([shared.pools.length, shared.types[1]!.pools], [1, ['hall']])
})

test('the simple case needs a title, a place, a price and seats; fewer seats than taken are refused', () => {
  const draft = emptyDraft(NOW, 'Europe/Berlin')
  const key = draft.types[0]!.key
  assert.deepEqual(Object.keys(problemsOf(draft)), ['title', 'place', `${key} price`, `${key} seats`])
  const filled: EventDraft = {
    ...draft,
    title: 'Supper',
    isOnline: true,
    types: [{ ...draft.types[0]!, price: '0', seats: '40' }],
  }
  const [type] = filled.types
  assert.deepEqual(problemsOf(filled), {})
  assert.deepEqual(
    problemsOf(filled, () => 41),
    { [`${key} seats`]: '41 are taken already.' },
  )
  assert.deepEqual(Object.keys(problemsOf({ ...filled, endsAt: filled.startsAt })), ['endsAt'])
  const pool = newPool('Hall', '10')
  for (const [change, name] of [
    [{ phases: [{ ...newPhase(), price: '5' }] }, 'phases'],
    [{ phases: [{ ...newPhase(), price: '5', sold: 'ten' }] }, 'phases'],
    [{ questions: [newQuestion()] }, 'questions'],
    [{ questions: [{ ...newQuestion(), label: 'Diet', kind: 'choice' as const }] }, 'questions'],
    [{ groupSize: '0' }, 'groupSize'],
    [{ perBuyer: '51' }, 'perBuyer'],
    [{ seats: '' }, 'seats'],
  ] as const)
    assert.deepEqual(
      Object.keys(problemsOf({ ...filled, types: [{ ...type!, ...change } as typeof type & object] })),
      [`${key} ${name}`],
    )
  const shared = { ...filled, pools: [pool], types: [{ ...type!, seats: '', pools: [pool.key] }] }
  assert.deepEqual(problemsOf(shared), {})
  assert.deepEqual(Object.keys(problemsOf(shared, (of) => (of === pool.key ? 11 : 0))), [`${pool.key} pool`])
  assert.deepEqual(Object.keys(problemsOf({ ...filled, onlineUrl: 'http://meet.example' })), ['onlineUrl'])
})

test('what the server refuses is shown at its field', () => {
  const fault = (...path: (string | number)[]) =>
    Object.keys(faultsOf(supperDraft, [{ path: ['event', ...path], message: 'is not valid' }]))
  assert.deepEqual(fault('quotas', 0, 'capacity'), ['hall pool'])
  assert.deepEqual(fault('quotas', 1, 'capacity'), ['vip seats'])
  assert.deepEqual(fault('types', 1, 'max_per_order'), ['table most'])
  assert.deepEqual(fault('types', 2), ['vip business'])
  assert.deepEqual(fault('starts_at'), ['startsAt'])
  assert.deepEqual(fault('zone'), ['zone'])
  assert.deepEqual([fault('types'), fault('quotas')], [['types'], ['pools']])
  assert.deepEqual(faultsOf(supperDraft, undefined), {})
})

test('lists say which tickets an order has, who got a message, and how many emails are under way', () => {
  const tickets = ['seat', 'vip', 'seat'].map((type_id) => ({ type_id }))
  assert.equal(ticketsText({ tickets }, supper!), '2 × seat, 1 × vip')
  assert.equal(toText({ type_ids: [] }, supper), 'Supper: all holders')
  assert.equal(toText({ type_ids: ['vip'] }, supper), 'Supper: vip')
  assert.deepEqual(
    [sentText({ recipients: 1, queued: 1 }), sentText({ recipients: 1200, queued: 200 })],
    ['1 email', '200 of 1,200 emails'],
  )
})

test('the preview shows what is typed: an early price, a later sale, groups, and nothing that a code hides', () => {
  const type = { ...newType(), name: 'Seat', price: '20', seats: '5' }
  const draft = { ...emptyDraft(NOW, 'Europe/Berlin'), title: 'Supper', types: [type] }
  const now = new Date(NOW).toISOString()
  const shown = (change: Partial<typeof type>) =>
    previewOf({ ...draft, types: [{ ...type, ...change }] }, undefined, now).types[0]
  const phases = [
    { ...newPhase(), price: '5', until: '2026-11-02T12:00' },
    { ...newPhase(), price: '15', until: '2026-12-02T12:00' },
  ]
  const early = shown({ phases })
  assert.deepEqual([early!.state, early!.price_cents, early!.regular_price_cents], ['on_sale', 1500, 2000])
  const later = shown({ saleFrom: '2026-12-03T08:00' })
  assert.deepEqual([later!.state, later!.sale_from], ['not_yet', '2026-12-03T07:00:00.000Z'])
  assert.deepEqual(
    [shown({ groupSize: '4' })!.group_size, shown({ isHidden: true }), shown({ isOpen: false })!.state],
    [4, undefined, 'closed'],
  )
})

test('typed times are those of the zone, on both sides of a change of summer time', () => {
  // Each zone changes its clocks on another day.
  for (const [zone, local, moment] of [
    ['Europe/Berlin', '2027-03-27T19:00', '2027-03-27T18:00:00.000Z'],
    ['Europe/Berlin', '2027-03-28T19:00', '2027-03-28T17:00:00.000Z'],
    ['America/New_York', '2026-11-01T12:00', '2026-11-01T17:00:00.000Z'],
    ['Australia/Lord_Howe', '2027-04-04T12:00', '2027-04-04T01:30:00.000Z'],
    ['Asia/Kathmandu', '2027-01-01T00:00', '2026-12-31T18:15:00.000Z'],
    ['Pacific/Auckland', '2027-09-26T12:00', '2027-09-25T23:00:00.000Z'],
  ] as const) {
    assert.equal(momentIn(local, zone), moment, `${zone} ${local}`)
    assert.equal(localIn(moment, zone), local)
  }
  // A time that is skipped is the one after the change; of one that occurs twice, the first counts.
  assert.equal(momentIn('2027-03-28T02:30', 'Europe/Berlin'), '2027-03-28T01:30:00.000Z')
  assert.equal(momentIn('2026-10-25T02:30', 'Europe/Berlin'), '2026-10-25T00:30:00.000Z')
  assert.equal(momentIn('soon', 'Europe/Berlin'), undefined)
})

test('a time that summer time skips is refused at its field; one that occurs twice stays the moment that is stored', () => {
  const typed = { ...supperDraft, startsAt: '2027-03-28T02:30', endsAt: '2027-03-28T05:00' }
  assert.equal(problemsOf(typed).startsAt, 'The clocks go forward then, and skip this time.')
  const [vip] = typed.types.slice(2)
  const sale = { ...typed, startsAt: '2027-03-28T01:30', types: [{ ...vip!, saleUntil: '2027-03-28T02:00' }] }
  assert.deepEqual(Object.keys(problemsOf(sale)), ['vip saleUntil'])
  for (const [local, zone] of [
    ['2027-03-14T02:30', 'America/New_York'],
    ['2027-10-03T02:15', 'Australia/Lord_Howe'],
    ['2027-09-26T02:30', 'Pacific/Auckland'],
    ['2027-03-28T01:30', 'Europe/London'],
  ] as const)
    assert.deepEqual([isSkipped(local, zone), isSkipped(local, 'UTC')], [true, false], zone)
  // Half past two, the second time that night.
  const second = { ...supper!, starts_at: '2026-10-25T01:30:00.000Z', ends_at: '2026-10-25T05:00:00.000Z' }
  const draft = draftOf(second, '.')
  assert.equal(draft.startsAt, '2026-10-25T02:30')
  assert.equal(givenOf({ ...draft, title: 'Later' }, second).starts_at, second.starts_at)
  assert.equal(givenOf(draft).starts_at, '2026-10-25T00:30:00.000Z')
})

test('prices in a currency with three decimals end with a 0, as the card provider requires', () => {
  const [seat] = supperDraft.types
  const priced = (price: string) =>
    problemsOf({ ...supperDraft, currency: 'kwd', types: [{ ...seat!, price }] })['seat price']
  assert.deepEqual([priced('1.23'), priced('1.235')], [undefined, 'The third decimal of KWD must be 0.'])
})
