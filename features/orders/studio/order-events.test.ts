import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OrderDetail, OrderLog } from '../endpoints.ts'
import { orderTimeline } from './order-events.ts'

const order = {
  currency: 'eur',
  amount_total: 2400,
  created_at: '2026-11-01T10:00:00Z',
  paid_at: '2026-11-01T10:02:00Z',
  renewals: [],
  refunds: [],
} as unknown as OrderDetail

const linesOf = (change: Partial<OrderDetail>) =>
  orderTimeline({ ...order, ...change }, undefined).map(({ label, amount = '' }) =>
    `${label} ${amount}`.trim(),
  )

test('an unpaid order has only started', () => {
  assert.deepEqual(linesOf({ paid_at: null }), ['Checkout started'])
})

test('payments, renewals and refunds are sorted by time', () => {
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
  assert.equal(orderTimeline({ ...order, renewals: [renewal] }, undefined).at(-1)!.orderId, 'r1')
})

test('emails to the buyer and webhooks take their place; a webhook tells its answer', () => {
  const webhook = { type: 'order.paid', host: 'api.example.com', tries: 1, duration_ms: 41 } as const
  const log: OrderLog = {
    emails: [{ letter: 'order-paid-buyer', at: '2026-11-01T10:02:05Z' }],
    webhooks: [
      { ...webhook, state: 'delivered', status: 200, at: '2026-11-01T10:02:03Z' },
      { ...webhook, state: 'pending', status: null, at: '2026-11-01T10:03:00Z' },
      { ...webhook, state: 'pending', status: null, tries: 0, at: '2026-11-01T10:04:00Z' },
      { ...webhook, state: 'failed', status: 500, at: '2026-11-01T10:05:00Z' },
    ],
  }
  const lines = orderTimeline(order, log).map(({ label, detail = '' }) => `${label} ${detail}`.trim())
  assert.deepEqual(lines, [
    'Checkout started',
    'Paid',
    'Webhook order.paid delivered api.example.com · 200 in 41 ms',
    'Confirmation emailed to the buyer',
    'Webhook order.paid pending api.example.com · no response · will be retried',
    'Webhook order.paid pending api.example.com',
    'Webhook order.paid failed api.example.com · 500 in 41 ms',
  ])
})
