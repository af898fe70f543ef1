import { Notice } from '#ui/notice.tsx'
import type { OrderDetail } from '../endpoints.ts'

const OPEN_DISPUTE = 'The buyer disputed this payment with their bank. Respond in your payments account.'
const DISPUTES: Record<string, string> = {
  won: 'The buyer disputed this payment, and their bank decided in your favor.',
  lost: 'The buyer disputed this payment, and their bank returned the money to them.',
}

/** Problems that the owner must check, and notices. */
export function OrderNotices({ order }: { order: OrderDetail }) {
  const { problem, dispute_status: dispute } = order
  return (
    <>
      {problem ? (
        <Notice tone="danger" title="This payment was not applied to its order">
          {problem}
        </Notice>
      ) : null}
      {order.refund_failed ? (
        <Notice tone="danger">The last refund did not reach the buyer. Refund them another way.</Notice>
      ) : null}
      {dispute ? (
        <Notice tone={dispute === 'won' ? 'info' : 'danger'}>{DISPUTES[dispute] ?? OPEN_DISPUTE}</Notice>
      ) : null}
      {order.subscription_status === 'past_due' ? (
        <Notice tone="warn">The last renewal was not paid. We’ll retry automatically.</Notice>
      ) : null}
    </>
  )
}
