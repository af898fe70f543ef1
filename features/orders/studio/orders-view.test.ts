import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FILTERS, readOrdersView, writeOrdersView } from './orders-view.ts'

test('the orders view survives a round trip through the URL', () => {
  for (const view of [
    { filter: 'paid', q: '', limit: 10 },
    { filter: 'all', q: 'ines@posteo.test', limit: 10 },
    { filter: 'problem', q: '', limit: 30 },
  ] as const) {
    const query = writeOrdersView(new URLSearchParams('dialog=create&orders=all&q=x&shown=7'), view)
    assert.match(query, /^\?dialog=create/)
    assert.deepEqual(readOrdersView(new URLSearchParams(query)), view)
  }
  assert.equal(writeOrdersView(new URLSearchParams(), { filter: 'paid', q: '', limit: 10 }), '')
  for (const { value } of FILTERS)
    assert.equal(readOrdersView(new URLSearchParams({ orders: value })).filter, value)
})

test('a forged URL stays within bounds', () => {
  for (const [shown, limit] of [
    ['0', 10],
    ['-5', 10],
    ['x', 10],
    ['1e9', 500],
    ['2.9', 20],
    ['Infinity', 500],
  ] as const)
    assert.equal(readOrdersView(new URLSearchParams({ shown })).limit, limit, shown)
  assert.equal(readOrdersView(new URLSearchParams({ orders: 'constructor' })).filter, 'paid')
  assert.equal(readOrdersView(new URLSearchParams({ q: 'x'.repeat(999) })).q.length, 200)
})
