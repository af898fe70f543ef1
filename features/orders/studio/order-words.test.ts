import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  FILTERS,
  orderWord,
  readOrdersView,
  renewalWords,
  subscriptionWord,
  writeOrdersView,
} from './order-words.ts'

const paid = {
  status: 'paid',
  problem: null,
  amount_refunded: 0,
  dispute_status: null,
  refund_failed: false,
} as const

test('an order’s state is a word, and what somebody must look at is said first', () => {
  assert.deepEqual(orderWord(paid), { label: 'Paid', tone: 'ok' })
  assert.deepEqual(orderWord({ ...paid, amount_refunded: 1 }), { label: 'Partly refunded', tone: 'neutral' })
  assert.equal(orderWord({ ...paid, status: 'refunded', amount_refunded: 1000 }).label, 'Refunded')
  assert.equal(orderWord({ ...paid, status: 'pending' }).label, 'Pending')
  assert.equal(orderWord({ ...paid, status: 'failed' }).tone, 'danger')
  assert.deepEqual(
    orderWord({ ...paid, status: 'failed', problem: 'The payment was made in usd, not eur' }),
    { label: 'Needs attention', tone: 'danger' },
  )
  assert.deepEqual(orderWord({ ...paid, amount_refunded: 1, refund_failed: true }).label, 'Refund failed')
  assert.equal(orderWord({ ...paid, dispute_status: 'needs_response' }).label, 'Disputed')
  assert.equal(orderWord({ ...paid, dispute_status: 'lost' }).label, 'Dispute lost')
  assert.equal(orderWord({ ...paid, dispute_status: 'won' }).label, 'Paid')
  assert.deepEqual(orderWord({ ...paid, status: 'constructor' as 'paid' }), {
    label: 'constructor',
    tone: 'neutral',
  })
})

test('a recurring order says how it stands and what comes next', () => {
  const order = {
    subscription_status: 'active',
    current_period_end: '2026-12-21T12:00:00Z',
    cancel_at_period_end: false,
  } as const
  assert.deepEqual(subscriptionWord(order), { label: 'Active', tone: 'ok' })
  assert.equal(renewalWords(order), 'Renews on 21 Dec 2026')
  assert.equal(renewalWords({ ...order, cancel_at_period_end: true }), 'Ends on 21 Dec 2026')
  assert.equal(renewalWords({ ...order, subscription_status: 'past_due' }), 'Was due on 21 Dec 2026')
  assert.equal(renewalWords({ ...order, subscription_status: 'canceled' }), undefined)
  assert.equal(subscriptionWord({ subscription_status: null }), undefined)
})

test('which orders show stands in the address and reads back', () => {
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

test('a forged address stays within bounds', () => {
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
