import assert from 'node:assert/strict'
import { test } from 'node:test'
import { draftOf, emptyDraft, newType, problemsOf } from './event-draft.ts'
import { previewOf } from './preview-event.ts'
import { assemble, type StoredRows } from './event-rows.ts'
import { localIn, momentIn } from './zoned-time.ts'

const NOW = Date.parse('2026-12-01T10:00:00Z')

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
      currency: 'eur',
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
      currency: 'eur',
    },
  ],
  types: ['seat', 'table', 'vip'].map((id, position) => ({
    id,
    event_id: 'e1',
    name: id,
    description: null,
    position,
    price_cents: 2050,
    sale_from: null,
    sale_until: null,
    max_per_order: 10,
    has_waiting_list: false,
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
  phases: [{ id: 'p', type_id: 'vip', price_cents: 1500, until_at: '2026-12-02T11:00:00+00:00' }],
}

test('events to come are first; types that share seats keep them, others have seats of their own', () => {
  const [next, past] = assemble({ ...rows, events: rows.events.toReversed() }, NOW)
  assert.deepEqual([next!.id, next!.isOver, past!.id, past!.isOver], ['e1', false, 'e2', true])
  const draft = draftOf(next!, '.')
  assert.deepEqual(
    draft.types.map(({ seats, isShared, quotaId }) => [seats, isShared, quotaId]),
    [
      ['50', true, undefined],
      ['50', true, undefined],
      ['4', false, 'box'],
    ],
  )
  assert.deepEqual(
    [draft.startsAt, draft.types[2]!.price, draft.types[2]!.early],
    ['2026-12-05T19:00', '20.50', { id: 'p', price: '15.00', until: '2026-12-02T12:00' }],
  )
})

test('the simple case needs a title, a place, a price and seats; fewer seats than taken are refused', () => {
  const draft = emptyDraft(NOW, 'Europe/Berlin')
  const key = draft.types[0]!.key
  assert.deepEqual(Object.keys(problemsOf(draft)), ['title', 'place', `${key} price`, `${key} seats`])
  const filled = {
    ...draft,
    title: 'Supper',
    isOnline: true,
    types: [{ ...draft.types[0]!, price: '0', seats: '40' }],
  }
  assert.deepEqual(problemsOf(filled), {})
  assert.deepEqual(
    problemsOf(filled, () => 41),
    { [`${key} seats`]: '41 are taken already.' },
  )
  assert.deepEqual(Object.keys(problemsOf({ ...filled, endsAt: filled.startsAt })), ['endsAt'])
  const half = { ...filled.types[0]!, early: { price: '5', until: '' } }
  assert.deepEqual(Object.keys(problemsOf({ ...filled, types: [half] })), [`${key} early`])
})

test('the preview shows what is typed, with the early price and a sale that has not started', () => {
  const type = { ...newType(), name: 'Seat', price: '20', seats: '5' }
  const draft = { ...emptyDraft(NOW, 'Europe/Berlin'), title: 'Supper', types: [type] }
  const now = new Date(NOW).toISOString()
  const early = { ...type, early: { price: '15', until: '2026-12-02T12:00' } }
  const [shown] = previewOf({ ...draft, types: [early] }, undefined, now).types
  assert.deepEqual([shown!.state, shown!.price_cents, shown!.regular_price_cents], ['on_sale', 1500, 2000])
  const [later] = previewOf(
    { ...draft, types: [{ ...type, saleFrom: '2026-12-03T08:00' }] },
    undefined,
    now,
  ).types
  assert.deepEqual([later!.state, later!.sale_from], ['not_yet', '2026-12-03T07:00:00.000Z'])
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
