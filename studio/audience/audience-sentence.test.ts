import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Alternative } from '#kernel/browser/audience.ts'
import { alternativeProblem, isComplete } from './audience-problems.ts'
import { audienceMeaning, audienceSentence } from './audience-sentence.ts'
import { fromLocalInput, momentText, toLocalInput } from './moment.ts'

const names = {
  products: [
    { id: 'p1', name: 'Tea' },
    { id: 'p2', name: 'Cake' },
  ],
  people: new Map([
    ['u1', 'Ann Lee'],
    ['u2', 'Bob'],
  ]),
}
const read = (...any: Alternative[]) => audienceSentence({ any }, names)
/** Midnight of the machine's own time zone, as the picker stores it. */
const march = fromLocalInput('2026-03-01T00:00')!
const april = fromLocalInput('2026-04-01T10:30')!

test('a rule reads as one sentence', () => {
  assert.equal(read(), 'No one')
  assert.equal(read({ kind: 'everyone' }), 'Everyone')
  assert.equal(read({ kind: 'signed_in' }), 'Signed-in members')
  assert.equal(
    read({ kind: 'role', role: 'Reading club', from: march }, { kind: 'bought', source: 'p1', from: march }),
    'Members with the role Reading club, and buyers of Tea, from 1 Mar 2026',
  )
  assert.equal(
    read({ kind: 'role', role: 'Editor' }, { kind: 'bought', source: 'p1' }, { kind: 'owner' }),
    'Members with the role Editor, buyers of Tea, and the author',
  )
})

test('alternatives of one kind are named together, unless their times differ', () => {
  assert.equal(
    read({ kind: 'bought', source: 'p1' }, { kind: 'signed_in' }, { kind: 'bought', source: 'p2' }),
    'Buyers of Tea or Cake, and signed-in members',
  )
  assert.equal(
    read({ kind: 'bought', source: 'p1', from: march }, { kind: 'bought', source: 'p2' }),
    'Buyers of Tea from 1 Mar 2026, and buyers of Cake',
  )
  assert.equal(
    read({ kind: 'role', role: 'A' }, { kind: 'role', role: 'A' }),
    'Members with the role A',
    'the same one twice',
  )
})

test('times and waits are part of the sentence', () => {
  assert.equal(
    read({ kind: 'everyone', from: march, until: april }),
    'Everyone from 1 Mar 2026 until 1 Apr 2026, 10:30',
  )
  assert.equal(read({ kind: 'signed_in', after_days: 1 }), 'Signed-in members 1 day after joining')
  assert.equal(
    read({ kind: 'bought', source: 'p1', after_days: 7, until: april }),
    'Buyers of Tea 7 days after buying it until 1 Apr 2026, 10:30',
  )
})

test('people are named while they are few and known', () => {
  assert.equal(read({ kind: 'people', ids: ['u1', 'u2'] }), 'Ann Lee and Bob')
  assert.equal(read({ kind: 'people', ids: ['u1', 'u3'] }), '2 people')
  assert.equal(read({ kind: 'people', ids: ['u3'] }), '1 person')
  assert.equal(read({ kind: 'people', ids: ['u1', 'u2', 'u3', 'u4'] }), '4 people')
})

test('what is missing or unknown is said', () => {
  assert.equal(read({ kind: 'bought', source: 'gone' }), 'Buyers of a deleted product')
  assert.equal(read({ kind: 'bought' }), 'Buyers of …')
  assert.equal(read({ kind: 'holds_ticket' }), 'Others (holds ticket)')
})

test('a rule is complete when each alternative is', () => {
  assert.equal(isComplete({ any: [] }), true)
  assert.equal(isComplete({ any: [{ kind: 'role', role: 'A' }, { kind: 'role' }] }), false)
  for (const one of [
    { kind: 'bought' },
    { kind: 'role', role: '' },
    { kind: 'people', ids: [] },
    { kind: 'people', ids: Array.from({ length: 1001 }, String) },
    { kind: 'everyone', from: april, until: march },
    { kind: 'everyone', from: march, until: march },
    { kind: 'signed_in', after_days: 0 },
    { kind: 'signed_in', after_days: 1.5 },
    { kind: 'signed_in', after_days: 10_000 },
  ])
    assert.ok(alternativeProblem(one), JSON.stringify(one).slice(0, 80))
})

test('moments keep their minute through the field, in UTC without fractions', () => {
  assert.match(march, /^2026-0[23]-\d\dT\d\d:\d\d:00Z$/)
  assert.equal(toLocalInput(march), '2026-03-01T00:00')
  assert.equal(toLocalInput(april), '2026-04-01T10:30')
  assert.equal(momentText(april), '1 Apr 2026, 10:30')
  for (const value of ['', 'soon', '0002-03-01T00:00', '12026-03-01T00:00', '2126-03-01T00:00'])
    assert.equal(fromLocalInput(value), undefined, value)
})

test('below its name, a rule of one plain kind is explained; others read as their sentence', () => {
  const meaning = (...any: Alternative[]) => audienceMeaning({ any }, names)
  for (const kind of ['everyone', 'signed_in', 'owner', 'team'])
    assert.notEqual(meaning({ kind }), read({ kind }), kind)
  assert.equal(meaning({ kind: 'everyone' }), 'Visitors and members, signed in or not')
  assert.equal(meaning({ kind: 'everyone', until: march }), 'Everyone until 1 Mar 2026')
  assert.equal(meaning({ kind: 'bought', source: 'p1' }), 'Buyers of Tea')
  assert.equal(meaning(), 'No one')
})
