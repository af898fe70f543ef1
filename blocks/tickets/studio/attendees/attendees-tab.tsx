import { Ellipsis, UserPlus, Users } from 'lucide-react'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { formatDateTime } from '#kernel/browser/dates.ts'
import { formatPrice } from '#kernel/browser/money.ts'
import { type TenantRow, mayWith } from '#studio/tenant/tenants.ts'
import { Badge } from '#ui/base/badge.tsx'
import { Button } from '#ui/button.tsx'
import { SearchInput } from '#ui/forms/search-input.tsx'
import { Select } from '#ui/forms/select.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { EmptyState } from '#ui/lists/empty-state.tsx'
import { ListFrame } from '#ui/lists/list-frame.tsx'
import { RowsSkeleton } from '#ui/lists/skeletons.tsx'
import { Table } from '#ui/lists/table.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { Menu, MenuItem } from '#ui/overlays/menu.tsx'
import { useDebouncedSearch } from '#ui/use-debounced-search.ts'
import type { EventRow } from '../events/event-rows.ts'
import { NoEvents } from '../events/no-events.tsx'
import { useEvents } from '../events/use-events.ts'
import { GiveDialog } from './give-dialog.tsx'
import { type AttendeeRow, useAttendees, useEndTicket } from './use-attendees.ts'

/** Who has a ticket: search, manual tickets, and ending one. */
export default function AttendeesTab({ tenant }: { tenant: TenantRow }) {
  const [query, setQuery] = useSearchParams()
  const [isGiving, setGiving] = useState(false)
  const [ending, setEnding] = useState<AttendeeRow>()
  const eventId = query.get('of')
  const q = query.get('q') ?? ''
  const { data: events } = useEvents(tenant.id)
  const list = useAttendees(tenant.id, { eventId, q })
  const end = useEndTicket(tenant.id, () => setEnding(undefined))

  const set = (name: string, value: string) =>
    setQuery(
      (now) => {
        const next = new URLSearchParams(now)
        if (value) next.set(name, value)
        else next.delete(name)
        return next
      },
      { replace: true },
    )
  const [typed, type] = useDebouncedSearch(q, (text) => set('q', text))
  if (events?.length === 0)
    return (
      <NoEvents
        tenant={tenant}
        text="Create an event first. Everyone who buys or gets a ticket is listed here."
      />
    )
  const byId = new Map(events?.map((event) => [event.id, event]))
  const open = events?.filter(
    ({ isOver, state, types }) => !isOver && state !== 'canceled' && types.length > 0,
  )
  const rows = list.data ?? []

  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-3">
        <div className="min-w-56 flex-1 sm:max-w-72">
          <SearchInput
            label="Search attendees"
            placeholder="Name or email"
            value={typed}
            onValueChange={type}
          />
        </div>
        <div className="min-w-44 max-sm:flex-1">
          <Select
            aria-label="Event"
            value={eventId ?? ''}
            options={[
              { value: '', label: 'All events' },
              ...(events ?? []).map(({ id, title }) => ({ value: id, label: title })),
            ]}
            onChange={({ currentTarget: { value } }) => set('of', value)}
          />
        </div>
        <Button
          className="sm:ms-auto"
          icon={<UserPlus size={16} strokeWidth={1.75} aria-hidden />}
          disabledReason={open?.length === 0 && 'There is no event to come.'}
          onClick={() => setGiving(true)}
        >
          Give tickets
        </Button>
      </div>
      <ListFrame
        loading={!list.data}
        skeleton={<RowsSkeleton rows={5} />}
        failed={list.isError && 'The attendees could not be loaded.'}
        busy={list.isFetching}
        onRetry={() => void list.refetch()}
        onMore={list.hasNextPage && (() => void list.fetchNextPage())}
        empty={
          rows.length > 0 ? undefined : q || eventId ? (
            <p className="py-6 text-text-2">No attendee matches.</p>
          ) : (
            <EmptyState
              level={2}
              icon={<Users size={22} strokeWidth={1.75} aria-hidden />}
              title="No attendees yet"
              text="Everyone who buys or gets a ticket is listed here."
            />
          )
        }
      >
        <Table
          label="Attendees"
          rows={rows}
          rowKey={({ id }) => id}
          columns={[
            { title: 'Attendee', phone: 'title', render: (row) => <Person row={row} /> },
            {
              title: 'Ticket',
              phone: 'detail',
              render: (row) => (
                <>
                  <TicketName row={row} event={byId.get(row.event_id)} withEvent={!eventId} />
                  <span className="tabular-nums sm:hidden"> · {priceText(row, byId.get(row.event_id))}</span>
                </>
              ),
            },
            {
              title: 'Paid',
              align: 'right',
              phone: 'hidden',
              render: (row) => priceText(row, byId.get(row.event_id)),
            },
            {
              title: 'Since',
              quiet: true,
              phone: 'hidden',
              render: ({ issued_at }) => (
                <span className="whitespace-nowrap">{issued_at ? formatDateTime(issued_at) : ''}</span>
              ),
            },
            { title: 'State', phone: 'badge', render: (row) => <AttendeeState row={row} /> },
            {
              title: 'Actions',
              align: 'right',
              phone: 'aside',
              render: (row) => <AttendeeMenu tenant={tenant} row={row} onEnd={() => setEnding(row)} />,
            },
          ]}
        />
      </ListFrame>
      {isGiving && open ? (
        <GiveDialog tenantId={tenant.id} events={open} first={eventId} onClose={() => setGiving(false)} />
      ) : null}
      <ConfirmDialog
        open={ending !== undefined}
        onOpenChange={(isOpen) => (isOpen ? undefined : setEnding(undefined))}
        title="Cancel this ticket?"
        confirmLabel={ending?.price_cents ? 'Cancel and refund' : 'Cancel ticket'}
        cancelLabel="Keep ticket"
        busy={end.isPending}
        busyLabel="Canceling..."
        onConfirm={() => end.mutate(ending!.id)}
      >
        {ending ? endText(ending, byId.get(ending.event_id)) : null}
      </ConfirmDialog>
    </>
  )
}

const nameOf = ({ holder_name, holder_email, owner_email }: AttendeeRow) =>
  holder_name ?? holder_email ?? owner_email ?? 'No name'

function Person({ row }: { row: AttendeeRow }) {
  const email = row.holder_email ?? row.owner_email
  return (
    <span className="wrap-anywhere">
      <span className="font-label">{nameOf(row)}</span>
      {email && email !== nameOf(row) ? (
        <span className="block text-caption font-normal text-text-3">{email}</span>
      ) : null}
    </span>
  )
}

function TicketName({
  row,
  event,
  withEvent,
}: {
  row: AttendeeRow
  event: EventRow | undefined
  withEvent: boolean
}) {
  const type = event?.types.find(({ id }) => id === row.type_id)?.name ?? ''
  return (
    <span className="wrap-anywhere">
      {withEvent && event ? (
        <>
          {event.title} <span className="text-text-3">{type}</span>
        </>
      ) : (
        type
      )}
    </span>
  )
}

function priceText({ source, price_cents }: AttendeeRow, event: EventRow | undefined): string {
  if (source === 'manual') return 'Given'
  return price_cents && event ? formatPrice(price_cents, event.currency) : 'Free'
}

function AttendeeState({ row: { state, mode } }: { row: AttendeeRow }) {
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      {state === 'valid' ? (
        <Badge dot="ok">Valid</Badge>
      ) : (
        <Badge>{state === 'refunded' ? 'Refunded' : 'Canceled'}</Badge>
      )}
      {mode === 'test' ? <Badge tone="warn">Test</Badge> : null}
    </span>
  )
}

function AttendeeMenu({ tenant, row, onEnd }: { tenant: TenantRow; row: AttendeeRow; onEnd: () => void }) {
  const navigate = useNavigate()
  const mayRefund = mayWith(tenant, 'orders')
  if (!mayRefund || (!row.order_id && row.state !== 'valid')) return null
  return (
    <Menu
      trigger={
        <IconButton
          label={`More for ${nameOf(row)}`}
          icon={<Ellipsis size={16} strokeWidth={1.75} aria-hidden />}
        />
      }
    >
      {row.order_id ? (
        <MenuItem
          onSelect={() => void navigate(`/bolt/payments/orders?tenant=${tenant.id}&order=${row.order_id}`)}
        >
          Show order
        </MenuItem>
      ) : null}
      {row.state === 'valid' ? (
        <MenuItem tone="danger" onSelect={onEnd}>
          Cancel ticket
        </MenuItem>
      ) : null}
    </Menu>
  )
}

function endText(row: AttendeeRow, event: EventRow | undefined): string {
  const refund =
    row.price_cents && event ? ` ${formatPrice(row.price_cents, event.currency)} is paid back.` : ''
  return `The ticket of ${nameOf(row)} is no longer admitted, and its seat is free again.${refund} This action cannot be undone.`
}
