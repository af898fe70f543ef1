import { useState } from 'react'
import { formatDateTime } from '#kernel/browser/dates.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { FailedRow } from '#ui/lists/failed-row.tsx'
import { RowsSkeleton } from '#ui/lists/skeletons.tsx'
import type { RowSteps } from '#ui/lists/row-steps.ts'
import { SidePanel } from '#ui/overlays/side-panel.tsx'
import type { OrderDetail } from '../endpoints.ts'
import { OrderFacts } from './order-facts.tsx'
import { OrderNotices } from './order-notices.tsx'
import { orderTimeline } from './order-timeline.ts'
import { RefundDialog } from './refund-dialog.tsx'
import { useChangeSubscription, useOrder, useReceipt } from './use-order.ts'
import type { Seller } from './use-orders.ts'

export interface OrderPanelProps {
  seller: Seller
  orderId: string
  onOpen: (orderId: string) => void
  onClose: () => void
  steps: RowSteps
}

/** One order: its product, buyer and payments, and its actions. */
export default function OrderPanel({ seller, orderId, onOpen, onClose, steps }: OrderPanelProps) {
  const { data: order, isError, isFetching, refetch } = useOrder(seller, orderId)
  const [confirming, setConfirming] = useState<'refund' | 'cancel'>()
  const receipt = useReceipt()
  const change = useChangeSubscription(seller)
  const isLive = order && ['active', 'trialing', 'past_due'].includes(order.subscription_status ?? '')

  return (
    <SidePanel
      {...steps}
      onClose={onClose}
      title="Order"
      description={order?.name}
      footer={
        order ? (
          <>
            {isLive && order.cancel_at_period_end ? (
              <Button busy={change.isPending} onClick={() => change.mutate({ orderId, change: 'resume' })}>
                Resume
              </Button>
            ) : null}
            {isLive && !order.cancel_at_period_end ? (
              <Button onClick={() => setConfirming('cancel')}>Cancel subscription</Button>
            ) : null}
            {order.paid_at ? (
              <Button busy={receipt.isPending} onClick={() => receipt.mutate(orderId)}>
                Receipt
              </Button>
            ) : null}
            {order.refundable > 0 ? (
              <Button tone="danger" onClick={() => setConfirming('refund')}>
                Refund
              </Button>
            ) : null}
          </>
        ) : undefined
      }
    >
      {order ? (
        <div className="flex flex-col gap-5">
          <OrderNotices order={order} />
          <OrderFacts order={order} onOpen={onOpen} />
          <Timeline order={order} onOpen={onOpen} />
        </div>
      ) : isError ? (
        <FailedRow
          message="The order could not be loaded."
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <RowsSkeleton rows={5} />
      )}
      {order && confirming === 'refund' ? (
        <RefundDialog seller={seller} order={order} onClose={() => setConfirming(undefined)} />
      ) : null}
      {order ? (
        <ConfirmDialog
          open={confirming === 'cancel'}
          onOpenChange={(open) => open || setConfirming(undefined)}
          title="Cancel subscription"
          confirmLabel="Cancel subscription"
          cancelLabel="Keep it"
          busy={change.isPending}
          busyLabel="Canceling..."
          onConfirm={() =>
            change.mutate(
              { orderId, change: 'cancel_at_period_end' },
              { onSuccess: () => setConfirming(undefined) },
            )
          }
        >
          {order.email ?? 'The buyer'} keeps {order.name} until the end of the paid period and won’t be
          charged again.
        </ConfirmDialog>
      ) : null}
    </SidePanel>
  )
}

/** What happened, with a link to each renewal. */
function Timeline({ order, onOpen }: { order: OrderDetail; onOpen: (orderId: string) => void }) {
  return (
    <section aria-labelledby="order-timeline">
      <h3 id="order-timeline" className="mb-3 text-small font-label">
        Timeline
      </h3>
      <ol className="relative ml-1 flex flex-col gap-3 border-l border-line pl-5">
        {orderTimeline(order).map(({ at, label, amount, orderId }, index) => (
          <li key={index} className="relative flex flex-wrap justify-between gap-x-4">
            <span
              aria-hidden="true"
              className="absolute top-1.5 -left-6 size-2 rounded-full bg-line outline-2 outline-surface"
            />
            <span>
              {orderId ? (
                <button type="button" className="underline" onClick={() => onOpen(orderId)}>
                  {label}
                </button>
              ) : (
                label
              )}
              <span className="block text-caption text-text-3">{formatDateTime(at)}</span>
            </span>
            {amount ? <span className="tabular-nums">{amount}</span> : null}
          </li>
        ))}
      </ol>
    </section>
  )
}
