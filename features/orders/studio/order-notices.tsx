import { Notice } from '#ui/notice.tsx'
import type { OrderDetail } from '../endpoints.ts'

const OPEN_DISPUTE = 'The buyer’s bank has taken this payment up. Answer it in your payments account.'
const DISPUTES: Record<string, string> = {
  won: 'The buyer’s bank took this payment up, and decided for you.',
  lost: 'The buyer’s bank took this payment up, and gave the money back to the buyer.',
}

/** What somebody must look at, or should know. */
export function OrderNotices({ order }: { order: OrderDetail }) {
  const { problem, dispute_status: dispute } = order
  return (
    <>
      {problem ? (
        <Notice tone="danger" title="This payment was not taken for its order">
          {problem}
        </Notice>
      ) : null}
      {order.refund_failed ? (
        <Notice tone="danger">The last refund did not reach the buyer. Pay it back in another way.</Notice>
      ) : null}
      {dispute ? (
        <Notice tone={dispute === 'won' ? 'info' : 'danger'}>{DISPUTES[dispute] ?? OPEN_DISPUTE}</Notice>
      ) : null}
      {order.subscription_status === 'past_due' ? (
        <Notice tone="warn">The last renewal was not paid. It is tried again by itself.</Notice>
      ) : null}
    </>
  )
}
