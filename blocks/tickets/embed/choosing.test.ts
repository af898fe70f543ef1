import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TicketType } from '../endpoints.ts'
import { firstChoice, linesOf, mostOf, stepped, totalOf } from './choosing.ts'
import { untilChange } from './use-event.ts'

const type = (id: string, more: Partial<TicketType> = {}): TicketType => ({
  id,
  name: id,
  state: 'on_sale',
  price_cents: 1000,
  min_per_order: 1,
  max_per_order: 4,
  questions: [],
  ...more,
})

test('a single type for sale is chosen already; several are not, and add-ons do not count', () => {
  const addon = type('parking', { addon_of: 'seat' })
  assert.deepEqual(firstChoice({ types: [type('seat', { min_per_order: 2 }), addon] }), {
    seat: { quantity: 2 },
  })
  assert.deepEqual(firstChoice({ types: [type('seat'), type('gone', { state: 'sold_out' })] }), {
    seat: { quantity: 1 },
  })
  assert.deepEqual(firstChoice({ types: [type('seat'), type('table')] }), {})
})

test('steps skip the numbers below the least, and stop at what is left', () => {
  const pair = type('pair', { min_per_order: 2, max_per_order: 5, left: 3 })
  const at = (quantity: number) => ({ pair: { quantity } })
  assert.deepEqual([stepped(pair, at(0), 1), stepped(pair, at(2), 1), stepped(pair, at(3), 1)], [2, 3, 3])
  assert.deepEqual([stepped(pair, at(3), -1), stepped(pair, at(2), -1), stepped(pair, at(0), -1)], [2, 0, 0])
  assert.equal(stepped(type('scarce', { min_per_order: 2, left: 1 }), {}, 1), 0)
})

test('an add-on is limited by its ticket, and leaves the cart with it', () => {
  const types = [type('seat'), type('parking', { addon_of: 'seat', price_cents: 300 })]
  const parking = types[1]!
  assert.equal(mostOf(parking, { seat: { quantity: 2 } }), 2)
  const choice = { seat: { quantity: 1 }, parking: { quantity: 2 } }
  const lines = linesOf({ types }, choice)
  assert.deepEqual(lines, [
    { type: 'seat', quantity: 1 },
    { type: 'parking', quantity: 1 },
  ])
  assert.equal(totalOf({ types }, lines), 1300)
  assert.deepEqual(linesOf({ types }, { parking: { quantity: 2 } }), [])
})

test('a donation costs what is typed, at least its price; what is sold out meanwhile is no longer in the cart', () => {
  const gift = type('gift', { is_donation: true, price_cents: 500 })
  const wanted = (price?: number) =>
    linesOf({ types: [gift] }, { gift: { quantity: 2, ...(price !== undefined && { price }) } })
  assert.deepEqual(wanted(), [{ type: 'gift', quantity: 2, price: 500 }])
  assert.deepEqual(wanted(100), [{ type: 'gift', quantity: 2, price: 500 }])
  assert.equal(totalOf({ types: [gift] }, wanted(1250)), 2500)
  assert.deepEqual(linesOf({ types: [{ ...gift, state: 'sold_out' }] }, { gift: { quantity: 1 } }), [])
})

test('the next change of a sale is counted from the server’s time', () => {
  const now = '2026-12-01T10:00:00Z'
  const types = [
    type('early', { sale_until: '2026-12-01T10:00:30Z', sale_from: '2026-11-01T10:00:00Z' }),
    type('late', { sale_from: '2026-12-01T10:00:05Z' }),
  ]
  assert.equal(untilChange({ now, types }), 5000)
  assert.equal(untilChange({ now: '2026-12-02T10:00:00Z', types }), undefined)
})
