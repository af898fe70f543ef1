import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OrderDetail } from '../endpoints.ts'
import { orderTimeline } from './order-timeline.ts'

const order = {
  currency: 'eur',
  amount_total: 2400,
  created_at: '2026-11-01T10:00:00Z',
  paid_at: '2026-11-01T10:02:00Z',
  renewals: [],
  refunds: [],
} as unknown as OrderDetail

const linesOf = (change: Partial<OrderDetail>) =>
  orderTimeline({ ...order, ...change }).map(({ label, amount = '' }) => `${label} ${amount}`.trim())

test('an unpaid order has only started', () => {
  assert.deepEqual(linesOf({ paid_at: null }), ['Checkout started'])
})

test('payments, renewals and refunds stand in the order of their times', () => {
  const renewal = { ...order, id: 'r1', paid_at: '2026-11-08T10:00:00Z' }
  const refund = {
    id: 'f1',
    amount: 400,
    reason: null,
    failure_reason: null,
    created_at: '2026-11-02T09:00:00Z',
  }
  assert.deepEqual(linesOf({ renewals: [renewal], refunds: [{ ...refund, status: 'succeeded' }] }), [
    'Checkout started',
    'Paid €24.00',
    'Refund: refunded €4.00',
    'Renewal paid €24.00',
  ])
  assert.deepEqual(
    linesOf({ refunds: [{ ...refund, status: 'failed', failure_reason: 'card lost' }] }).at(-1),
    'Refund: failed (card lost) €4.00',
  )
  assert.equal(orderTimeline({ ...order, renewals: [renewal] }).at(-1)!.orderId, 'r1')
})
