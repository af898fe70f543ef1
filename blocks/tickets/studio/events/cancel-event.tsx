import type { TenantRow } from '#studio/tenant/tenants.ts'
import { mayWith } from '#studio/tenant/tenants.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { Progress } from '#ui/progress.tsx'
import { type EventRow, seatsOf } from './event-rows.ts'
import { isDone, refundsText, refundsTitle } from './refunds-text.ts'
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
  const done = isDone(data)
  return (
    <div className="mb-5">
      <Notice
        tone={data.failed ? 'danger' : data.left && done ? 'warn' : done ? 'ok' : 'info'}
        title={refundsTitle(data, done)}
        action={
          data.failed + data.left > 0 ? (
            <Button size="small" busy={again.isPending} onClick={() => again.mutate(event.id)}>
              {data.failed > 0 ? 'Try again' : 'Refund the rest'}
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
