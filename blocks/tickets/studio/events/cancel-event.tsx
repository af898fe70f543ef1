import type { TenantRow } from '#studio/tenant/tenants.ts'
import { mayWith } from '#studio/tenant/tenants.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { Progress } from '#ui/progress.tsx'
import type { EventRefunds } from '#blocks/tickets/endpoints-studio.ts'
import { type EventRow, seatsOf } from './event-rows.ts'
import { useCancelEvent, useRefunds } from './use-events.ts'

interface CancelDialogProps {
  tenantId: string
  event: EventRow
  open: boolean
  onClose: () => void
}

/** Asks before an event is canceled and everything is refunded. */
export function CancelDialog({ tenantId, event, open, onClose }: CancelDialogProps) {
  const cancel = useCancelEvent(tenantId, onClose)
  const { sold } = seatsOf(event)
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => (next ? undefined : onClose())}
      title={`Cancel ${event.title}?`}
      confirmLabel="Cancel event and refund"
      cancelLabel="Keep event"
      busy={cancel.isPending}
      busyLabel="Canceling..."
      onConfirm={() => cancel.mutate(event.id)}
    >
      {sold === 1 ? 'One ticket ends' : `${sold.toLocaleString('en-US')} tickets end`}, and each buyer gets
      the whole amount back. Your site shows that the event is canceled. This action cannot be undone.
    </ConfirmDialog>
  )
}

/** How far the refunds of a canceled event are. */
export function RefundsNotice({ tenant, event }: { tenant: TenantRow; event: EventRow }) {
  const isAllowed = mayWith(tenant, 'orders')
  const { data } = useRefunds(tenant.id, isAllowed ? event : { ...event, state: 'draft' })
  const again = useCancelEvent(tenant.id, () => undefined)
  if (!isAllowed || !data) return null
  const done = data.refunded + data.failed + data.left >= data.orders
  return (
    <div className="mb-5">
      <Notice
        tone={data.failed ? 'danger' : done ? 'ok' : 'info'}
        title={refundsTitle(data, done)}
        action={
          data.failed > 0 ? (
            <Button size="small" busy={again.isPending} onClick={() => again.mutate(event.id)}>
              Try again
            </Button>
          ) : undefined
        }
      >
        {refundsText(data)}
        {data.orders > 0 ? <Progress label="Refunded orders" value={data.refunded / data.orders} /> : null}
      </Notice>
    </div>
  )
}

function refundsTitle({ orders, failed }: EventRefunds, done: boolean): string {
  if (orders === 0) return 'The event is canceled. No order was paid.'
  if (!done) return 'The event is canceled. Refunds are on their way.'
  return failed > 0 ? 'Some refunds failed.' : 'The event is canceled, and its orders are refunded.'
}

const refundsText = ({ orders, refunded, failed, left }: EventRefunds): string =>
  [
    `${refunded} of ${orders} ${orders === 1 ? 'order' : 'orders'} refunded.`,
    failed > 0 ? `${failed} failed: the orders say why.` : '',
    left > 0 ? `${left} cannot be refunded now, such as disputed ones.` : '',
  ]
    .filter(Boolean)
    .join(' ')
