// Times of sales around changes of summer time: what the form of the Studio stores, and what the database makes of it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeTenant } from '#testing/factories.ts'
import { functionCall } from '#testing/function-call.ts'
import { testApp } from '#testing/test-app.ts'
import { signUp } from '#testing/test-users.ts'
import { ticketShop } from '#testing/ticket-shop.ts'
import { emptyDraft, type EventDraft } from './studio/events/event-draft.ts'
import { problemsOf } from './studio/events/event-problems.ts'
import { givenOf } from './studio/events/given-event.ts'
import { newPhase } from './studio/events/type-draft.ts'

const app = await testApp({ env: { AUTH_LIMIT_FACTOR: '1000' } })
const ada = await signUp(app, app.anonKey)
const tenant = await makeTenant(app.database, { owner: ada.user.id })
const visitor = functionCall(app, tenant.public_key)
const creator = functionCall(app, app.anonKey, ada.access_token)
const { makeEvent, makeType, hold } = ticketShop(app, { tenant, visitor, account: '' })

/** The days on which clocks change in 2031, the hours from 20:00 before to 20:00 after, and a time that is skipped or occurs twice. */
const CHANGES = [
  { zone: 'Europe/Berlin', day: '2031-03-30', hours: 23, skipped: '02:30' },
  { zone: 'Europe/Berlin', day: '2031-10-26', hours: 25, twice: '02:30' },
  { zone: 'America/New_York', day: '2031-03-09', hours: 23, skipped: '02:30' },
  { zone: 'America/New_York', day: '2031-11-02', hours: 25, twice: '01:30' },
  { zone: 'Europe/London', day: '2031-10-26', hours: 25, twice: '01:30' },
  // Half an hour.
  { zone: 'Australia/Lord_Howe', day: '2031-04-06', hours: 24.5, twice: '01:45' },
  { zone: 'Australia/Lord_Howe', day: '2031-10-05', hours: 23.5, skipped: '02:15' },
  // South of the equator, summer time ends in April.
  { zone: 'Pacific/Auckland', day: '2031-04-06', hours: 25, twice: '02:30' },
  { zone: 'Pacific/Auckland', day: '2031-09-28', hours: 23, skipped: '02:30' },
]
const dayBefore = (day: string) => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10)

/** Doors at 20:00 on the day of the change; its sale, and its early price, begin and end a day before, by the clocks there. */
function draftOn(zone: string, day: string): EventDraft {
  const draft = emptyDraft(Date.now(), zone)
  const [type] = draft.types
  return {
    ...draft,
    title: 'Concert',
    place: 'Hall',
    startsAt: `${day}T20:00`,
    endsAt: `${day}T23:00`,
    types: [
      {
        ...type!,
        price: '20',
        seats: '10',
        saleFrom: `${dayBefore(day)}T20:00`,
        saleUntil: `${day}T20:00`,
        phases: [{ ...newPhase(), price: '10', until: `${day}T01:00` }],
      },
    ],
  }
}

test('sales that begin before a change of the clocks and end after it are stored as the clocks there show, in five zones', async () => {
  for (const { zone, day, hours } of CHANGES) {
    const draft = draftOn(zone, day)
    assert.deepEqual(problemsOf(draft), {})
    const saved = await creator('POST', `/tickets/${tenant.id}/events`, { event: givenOf(draft) })
    assert.equal(saved.status, 200, JSON.stringify(saved.body))
    const { rows } = await app.owner.query(
      `select (e.starts_at at time zone e.zone)::text as starts, (t.sale_from at time zone e.zone)::text as "from",
        (t.sale_until at time zone e.zone)::text as until, (p.until_at at time zone e.zone)::text as early,
        extract(epoch from t.sale_until - t.sale_from) / 3600 as hours
       from public.ticket_events e join public.ticket_types t on t.event_id = e.id join public.ticket_phases p on p.type_id = t.id
       where e.id = $1`,
      [saved.body.id],
    )
    assert.deepEqual(
      { ...rows[0], hours: Number(rows[0].hours) },
      { starts: `${day} 20:00:00`, from: `${dayBefore(day)} 20:00:00`, until: `${day} 20:00:00`, early: `${day} 01:00:00`, hours },
      `${zone} ${day}`,
    ) // prettier-ignore
  }
})

test('a local time that does not exist is refused at its field, wherever it is typed', () => {
  for (const { zone, day, skipped } of CHANGES.filter((change) => change.skipped)) {
    const time = `${day}T${skipped}`
    const draft = draftOn(zone, day)
    const [type] = draft.types
    const withType = (more: object) => ({ ...draft, types: [{ ...type!, ...more }] })
    for (const [given, field] of [
      [{ ...draft, startsAt: time }, 'startsAt'],
      [{ ...draft, cancelUntil: time }, 'cancelUntil'],
      [withType({ saleFrom: time }), `${type!.key} saleUntil`],
      [withType({ phases: [{ ...newPhase(), price: '5', until: time }] }), `${type!.key} phases`],
    ] as const)
      assert.deepEqual(Object.keys(problemsOf(given)), [field], `${zone} ${field}`)
  }
})

test('of a local time that occurs twice the first one is typed, and the second one stays if it is stored', async () => {
  for (const { zone, day, hours, twice } of CHANGES.filter((change) => change.twice)) {
    const shift = (hours - 24) * 3_600_000
    const local = `${day}T${twice}`
    const draft = { ...draftOn(zone, day), cancelUntil: local }
    const { cancel_until } = givenOf(draft)
    const second = new Date(Date.parse(cancel_until!) + shift).toISOString()
    const { rows } = await app.owner.query(
      'select ($1::timestamptz at time zone $3)::text as first, ($2::timestamptz at time zone $3)::text as second',
      [cancel_until, second, zone],
    )
    const shown = `${day} ${twice}:00`
    assert.deepEqual(rows[0], { first: shown, second: shown }, zone)
    const before = { starts_at: second, ends_at: second, cancel_until: second, types: [] }
    assert.equal(givenOf(draft, before).cancel_until, second)
  }
})

test('the sale opens and ends by the clock of the database, whatever the clock and the zone of the server', async () => {
  const event = await makeEvent({ zone: 'Australia/Lord_Howe' })
  const sale = async (from: string, until: string) => {
    const type = await makeType(event, { price_cents: 0 })
    await app.owner.query(
      'update public.ticket_types set sale_from = now() + $2::interval, sale_until = now() + $3::interval where id = $1',
      [type, from, until],
    )
    const { body } = await hold(event, [{ type, quantity: 1 }])
    return body.code ?? body.state
  }
  const real = Date.now
  const zone = process.env['TZ']
  try {
    for (const shift of [-7_200_000, 0, 7_200_000]) {
      Date.now = () => real() + shift
      process.env['TZ'] = shift < 0 ? 'America/New_York' : 'Pacific/Auckland'
      assert.deepEqual(
        [await sale('-1 hour', '1 hour'), await sale('1 hour', '2 hours'), await sale('-2 hours', '-1 hour')],
        ['held', 'not_yet', 'sale_ended'],
      )
    }
  } finally {
    Date.now = real
    if (zone === undefined) delete process.env['TZ']
    else process.env['TZ'] = zone
  }
})
