import { Receipt } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { FailedRow } from '#ui/lists/failed-row.tsx'
import { RowsSkeleton } from '#ui/lists/skeletons.tsx'
import type { RowSteps } from '#ui/lists/row-steps.ts'
import { SidePanel } from '#ui/overlays/side-panel.tsx'
import { OrderFacts } from './order-facts.tsx'
import { OrderNotices } from './order-notices.tsx'
import { OrderTimeline } from './order-timeline.tsx'
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
              <Button
                icon={<Receipt size={16} strokeWidth={1.75} aria-hidden />}
                busy={receipt.isPending}
                onClick={() => receipt.mutate(orderId)}
              >
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
          <OrderTimeline seller={seller} order={order} onOpen={onOpen} />
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
