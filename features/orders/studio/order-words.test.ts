import assert from 'node:assert/strict'
import { test } from 'node:test'
import { orderWord, renewalWords } from './order-words.ts'

const paid = {
  status: 'paid',
  problem: null,
  amount_refunded: 0,
  dispute_status: null,
  refund_failed: false,
} as const

test('an order’s label puts problems that need attention before its state', () => {
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

test('a recurring order says when it renews or ends', () => {
  const order = {
    subscription_status: 'active',
    current_period_end: '2026-12-21T12:00:00Z',
    cancel_at_period_end: false,
  } as const
  assert.equal(renewalWords(order), 'Renews on 21 Dec 2026')
  assert.equal(renewalWords({ ...order, cancel_at_period_end: true }), 'Ends on 21 Dec 2026')
  assert.equal(renewalWords({ ...order, subscription_status: 'past_due' }), 'Was due on 21 Dec 2026')
  assert.equal(renewalWords({ ...order, subscription_status: 'canceled' }), undefined)
})
