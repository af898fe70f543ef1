import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { type TenantRow, mayWith } from '#studio/tenant/tenants.ts'
import { buttonStyle } from '#ui/base/button.tsx'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { Menu, MenuItem, MenuLine } from '#ui/overlays/menu.tsx'
import { CancelDialog, RefundsNotice } from './cancel-event.tsx'
import { type EventRow, seatsOf } from './event-rows.ts'
import { EventState, startText } from './events-table.tsx'
import { SeatsBar } from './seats-bar.tsx'
import { useDeleteEvent, usePublish } from './use-events.ts'

export interface EventHeaderProps {
  tenant: TenantRow
  event: EventRow
  onGone: () => void
}

/** What an event is and what is sold of it, with what can be done. */
export function EventHeader({ tenant, event, onGone }: EventHeaderProps) {
  const [asking, setAsking] = useState<'cancel' | 'delete'>()
  const publish = usePublish(tenant.id)
  const remove = useDeleteEvent(tenant.id, onGone)
  const { sold, held, capacity } = seatsOf(event)
  const isEmpty = sold + held === 0
  const mayChange = mayWith(tenant, 'content')
  const mayCancel = event.state === 'published' && mayWith(tenant, 'orders')
  return (
    <>
      <div className="mb-4 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-3">
            <h2 className="text-subheading wrap-anywhere">{event.title}</h2>
            <EventState event={event} />
          </div>
          <p className="mt-1 text-text-2">
            {startText(event)} ({event.zone.replaceAll('_', ' ')})
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          {event.state === 'draft' && mayChange ? (
            <Button
              variant="primary"
              busy={publish.isPending}
              busyLabel="Publishing..."
              disabledReason={event.types.length === 0 && 'Add a type of ticket first.'}
              onClick={() => publish.mutate({ id: event.id, state: 'published' })}
            >
              Publish
            </Button>
          ) : null}
          {mayWith(tenant, 'people') ? (
            <Link {...buttonStyle({})} to={`/bolt/tickets/attendees?tenant=${tenant.id}&of=${event.id}`}>
              Attendees
            </Link>
          ) : null}
          {mayWith(tenant, 'people') && sold > 0 ? (
            <Link
              {...buttonStyle({})}
              to={`/bolt/tickets/messages?tenant=${tenant.id}&of=${event.id}&write=1`}
            >
              Write to holders
            </Link>
          ) : null}
          {mayCancel || (isEmpty && mayChange) ? (
            <Menu
              trigger={
                <IconButton
                  label={`More for ${event.title}`}
                  icon={<Ellipsis size={16} strokeWidth={1.75} aria-hidden />}
                />
              }
            >
              {event.state === 'published' && isEmpty && mayChange ? (
                <MenuItem onSelect={() => publish.mutate({ id: event.id, state: 'draft' })}>
                  Back to draft
                </MenuItem>
              ) : null}
              {mayCancel ? (
                <MenuItem tone="danger" onSelect={() => setAsking('cancel')}>
                  Cancel event
                </MenuItem>
              ) : null}
              {isEmpty && mayChange ? (
                <>
                  <MenuLine />
                  <MenuItem tone="danger" onSelect={() => setAsking('delete')}>
                    Delete
                  </MenuItem>
                </>
              ) : null}
            </Menu>
          ) : null}
        </div>
      </div>
      {event.state === 'canceled' ? <RefundsNotice tenant={tenant} event={event} /> : null}
      <div className="mb-6 flex flex-wrap gap-x-10 gap-y-3 border-y border-line py-3">
        {event.quotas.length > 1 ? (
          event.quotas.map((quota) => (
            <div key={quota.id}>
              <p className="mb-0.5 text-small text-text-2">{quota.name}</p>
              <SeatsBar {...quota} />
            </div>
          ))
        ) : (
          <SeatsBar name={event.title} sold={sold} held={held} capacity={capacity} />
        )}
      </div>
      <CancelDialog
        tenantId={tenant.id}
        event={event}
        open={asking === 'cancel'}
        onClose={() => setAsking(undefined)}
      />
      <ConfirmDialog
        open={asking === 'delete'}
        onOpenChange={(open) => setAsking(open ? 'delete' : undefined)}
        title={`Delete ${event.title}?`}
        confirmLabel="Delete"
        busy={remove.isPending}
        busyLabel="Deleting..."
        onConfirm={() => remove.mutate(event.id)}
      >
        No ticket was sold. The event disappears from your site. This action cannot be undone.
      </ConfirmDialog>
    </>
  )
}
