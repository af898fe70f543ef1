import assert from 'node:assert/strict'
import { test } from 'node:test'
import { orderWord, readOrdersView, writeOrdersView } from './order-words.ts'

const paid = { status: 'paid', problem: null, amount_refunded: 0 }

test('an order’s state is a word, and what somebody must look at is said first', () => {
  assert.deepEqual(orderWord(paid), { label: 'Paid', tone: 'ok' })
  assert.deepEqual(orderWord({ ...paid, amount_refunded: 1 }), { label: 'Partly refunded', tone: 'neutral' })
  assert.equal(orderWord({ ...paid, status: 'refunded', amount_refunded: 1000 }).label, 'Refunded')
  assert.equal(orderWord({ ...paid, status: 'pending' }).label, 'Pending')
  assert.equal(orderWord({ ...paid, status: 'failed' }).tone, 'danger')
  assert.deepEqual(
    orderWord({ ...paid, status: 'failed', problem: 'The payment was made in usd, not eur' }),
    {
      label: 'Needs attention',
      tone: 'danger',
    },
  )
  assert.deepEqual(orderWord({ ...paid, status: 'constructor' }), { label: 'constructor', tone: 'neutral' })
})

test('which orders show stands in the address and reads back', () => {
  for (const view of [
    { all: false, limit: 10 },
    { all: true, limit: 10 },
    { all: true, limit: 30 },
  ]) {
    const query = writeOrdersView(new URLSearchParams('dialog=create&orders=all&shown=7'), view)
    assert.match(query, /^\?dialog=create/)
    assert.deepEqual(readOrdersView(new URLSearchParams(query)), view)
  }
  assert.equal(writeOrdersView(new URLSearchParams(), { all: false, limit: 10 }), '')
})

test('a forged number of rows stays within bounds', () => {
  for (const [shown, limit] of [
    ['0', 10],
    ['-5', 10],
    ['x', 10],
    ['1e9', 500],
    ['2.9', 20],
    ['Infinity', 500],
  ] as const)
    assert.equal(readOrdersView(new URLSearchParams({ shown })).limit, limit, shown)
})
