import { useState } from 'react'
import { Example } from '#ui/lists/example.tsx'
import type { Order } from '../endpoints.ts'
import { OrdersTable } from './orders-table.tsx'

const HOUR_MS = 3_600_000

const ORDER: Omit<Order, 'id' | 'name' | 'email' | 'amount_total' | 'created_at'> = {
  tenant_id: '',
  mode: 'test',
  status: 'paid',
  problem: null,
  seller: 'pay',
  source_id: '',
  quantity: 1,
  amount_refunded: 0,
  currency: 'eur',
  interval: null,
  renewal_of: null,
  subscription_status: null,
  current_period_end: null,
  cancel_at_period_end: false,
  dispute_status: null,
  refund_failed: false,
  auth_user_id: null,
  stripe_payment_intent_id: null,
  paid_at: null,
  refunded_at: null,
}
const WEEKLY = { interval: 'week', subscription_status: 'active' } as const

/** @param now milliseconds since 1970 */
const ordersAt = (now: number, isRecurring: boolean): Order[] =>
  [
    { name: 'Weekly bread box', email: 'ines@example.com', amount_total: 2400, ...WEEKLY },
    isRecurring
      ? { name: 'Bread and butter box', email: 'tom@example.com', amount_total: 3200, ...WEEKLY }
      : { name: 'Rye & honey loaf', email: 'tom@example.com', amount_total: 1000 },
  ].map((order, at) => ({
    ...ORDER,
    ...order,
    id: String(at),
    created_at: new Date(now - (1 + at * 20) * HOUR_MS).toISOString(),
  }))

/** Made-up orders, or subscriptions, as their list shows them. */
export default function OrdersExample({ isRecurring }: { isRecurring: boolean }) {
  const [orders] = useState(() => ordersAt(Date.now(), isRecurring))
  return (
    <Example caption={`Example, with made-up ${isRecurring ? 'subscriptions' : 'orders'}`}>
      <OrdersTable label="Example" orders={orders} onOpen={() => undefined} />
    </Example>
  )
}
