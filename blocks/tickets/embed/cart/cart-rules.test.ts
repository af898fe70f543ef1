import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CartLine, OwnTicket, Question } from '#blocks/tickets/endpoints.ts'
import { groupTickets } from './group-tickets.ts'
import { keepCart, keptCart, ownTokenOf } from '../kept-cart.ts'
import { holdersOf, missingAnswers, seatsOf } from './holders.ts'
import { momentOf } from './spoken-moments.ts'

const line = (type_id: string, more: Partial<CartLine> = {}): CartLine => ({
  type_id,
  name: type_id,
  quantity: 1,
  group_size: 1,
  unit_price_cents: 1000,
  questions: [],
  ...more,
})

test('the time left is read aloud at the start and at a few moments, each once', () => {
  assert.equal(momentOf(undefined, 900), 900)
  let before = 900
  const said: number[] = []
  for (let left = 899; left >= 0; left--) {
    const moment = momentOf(before, left)
    if (moment !== undefined) said.push(moment)
    before = left
  }
  assert.deepEqual(said, [600, 300, 120, 60, 30, 10])
  assert.equal(momentOf(500, 45), 45, 'after a sleep it says what is left')
  assert.equal(momentOf(5, 0), undefined)
})

test('a group has a seat for each guest, and holders are sent in the order of the tickets', () => {
  const seats = seatsOf({ lines: [line('table', { quantity: 2, group_size: 2 }), line('seat')] })
  assert.deepEqual(
    seats.map(({ key, place, of }) => [key, place, of]),
    [
      ['table 0', 1, 4],
      ['table 1', 2, 4],
      ['table 2', 3, 4],
      ['table 3', 4, 4],
      ['seat 0', 1, 1],
    ],
  )
  const typed = {
    'table 1': { name: ' Ann ', answers: { diet: '' } },
    'seat 0': { name: '', answers: { vegan: false } },
  }
  assert.deepEqual(holdersOf(seats, typed), [
    { type: 'table' },
    { type: 'table', name: 'Ann' },
    { type: 'table' },
    { type: 'table' },
    { type: 'seat', answers: { vegan: false } },
  ])
})

test('required questions need an answer for each ticket; no is one', () => {
  const questions: Question[] = [
    { id: 'diet', label: 'Diet', kind: 'text', required: true },
    { id: 'vegan', label: 'Vegan', kind: 'yes_no', required: true },
    { id: 'more', label: 'More', kind: 'text' },
  ]
  const seats = seatsOf({ lines: [line('seat', { quantity: 2, questions })] })
  const typed = {
    'seat 0': { name: '', answers: { diet: 'All', vegan: false } },
    'seat 1': { name: '', answers: { diet: ' ' } },
  }
  assert.deepEqual(missingAnswers(seats, typed), ['seat 1 diet', 'seat 1 vegan'])
})

test('a kept cart is read back by its event; anything unreadable counts as none', () => {
  const stored = new Map<string, string>()
  const keep = {
    get: (name: string) => stored.get(name) ?? null,
    set: (name: string, value: string | null) =>
      void (value === null ? stored.delete(name) : stored.set(name, value)),
  }
  keepCart(keep, 'e1', { cart: 'token', receipts: ['r1'] })
  assert.deepEqual(keptCart(keep, 'e1'), { cart: 'token', receipts: ['r1'] })
  assert.equal(keptCart(keep, 'e2'), undefined)
  keepCart(keep, 'e3', { cart: 'of a link', receipts: [], own: 'mine' })
  assert.equal(ownTokenOf(keep, 'e3', 'of a link'), 'mine')
  assert.equal(ownTokenOf(keep, 'e3', 'another'), undefined)
  assert.equal(ownTokenOf(keep, 'e1', 'token'), undefined)
  keepCart(keep, 'e3', null)
  stored.set('cart-e1', '{"cart":4')
  assert.equal(keptCart(keep, 'e1'), undefined)
  keepCart(keep, 'e1', null)
  assert.equal(stored.size, 0)
})

test('tickets are grouped by event: the next one first, then those that are over, the last one first', () => {
  const ticket = (id: string, starts_at: string, over = false) =>
    ({ id, event: { id: starts_at, starts_at, over } }) as OwnTicket
  const { next, past } = groupTickets([
    ticket('d', '2027-05-01T10:00:00Z'),
    ticket('b', '2027-03-01T10:00:00Z'),
    ticket('c', '2027-03-01T10:00:00Z'),
    ticket('a', '2026-01-01T10:00:00Z', true),
    ticket('z', '2025-01-01T10:00:00Z', true),
  ])
  const ids = (groups: typeof next) => groups.map(({ tickets }) => tickets.map(({ id }) => id).join(''))
  assert.deepEqual(
    [ids(next), ids(past)],
    [
      ['bc', 'd'],
      ['a', 'z'],
    ],
  )
})
