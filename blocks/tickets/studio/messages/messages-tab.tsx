import { MailPlus, MessagesSquare } from 'lucide-react'
import { Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { formatDateTime } from '#kernel/browser/dates.ts'
import { useOpenRow } from '#studio/routing/use-open-row.ts'
import type { TenantRow } from '#studio/tenant/tenants.ts'
import { Badge } from '#ui/base/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Select } from '#ui/forms/select.tsx'
import { lazy } from '#ui/lazy.tsx'
import { EmptyState } from '#ui/lists/empty-state.tsx'
import { ListFrame } from '#ui/lists/list-frame.tsx'
import { rowSteps } from '#ui/lists/row-steps.ts'
import { RowsSkeleton } from '#ui/lists/skeletons.tsx'
import { Table } from '#ui/lists/table.tsx'
import { SidePanel } from '#ui/overlays/side-panel.tsx'
import type { EventRow } from '../events/event-rows.ts'
import { sentText, toText } from '../events/list-texts.ts'
import { NoEvents } from '../events/no-events.tsx'
import { useEvents } from '../events/use-events.ts'
import { type MessageRow, useMessages } from './use-messages.ts'

const WriteDialog = lazy(() => import('./write-dialog.tsx'), 'over')

/** What was written to holders of tickets, and a new message. */
export default function MessagesTab({ tenant }: { tenant: TenantRow }) {
  const [query, setQuery] = useSearchParams()
  const eventId = query.get('of')
  const isWriting = query.has('write')
  const { data: events } = useEvents(tenant.id)
  const list = useMessages(tenant.id, eventId)
  const { openId, open, close } = useOpenRow('message')
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
  if (events?.length === 0)
    return (
      <NoEvents tenant={tenant} text="Create an event first. Here you write to everyone who has a ticket." />
    )
  const byId = new Map(events?.map((event) => [event.id, event]))
  const rows = list.data ?? []
  const message = rows.find(({ id }) => id === openId)
  const write = (
    <Button
      variant="primary"
      icon={<MailPlus size={16} strokeWidth={1.75} aria-hidden />}
      onClick={() => set('write', '1')}
    >
      New message
    </Button>
  )
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-3">
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
        {rows.length > 0 ? <span className="sm:ms-auto">{write}</span> : null}
      </div>
      <ListFrame
        loading={!list.data}
        skeleton={<RowsSkeleton rows={4} />}
        failed={list.isError && 'The messages could not be loaded.'}
        busy={list.isFetching}
        onRetry={() => void list.refetch()}
        onMore={list.hasNextPage && (() => void list.fetchNextPage())}
        empty={
          rows.length === 0 ? (
            <EmptyState
              level={2}
              icon={<MessagesSquare size={22} strokeWidth={1.75} aria-hidden />}
              title="No messages yet"
              text="Write to everyone who has a ticket: where to park, what to bring, thank you. Changes, cancellations and a reminder a day before are sent without you."
              actions={write}
            />
          ) : undefined
        }
      >
        <Table
          label="Messages"
          readOnly
          rows={rows}
          rowKey={({ id }) => id}
          columns={[
            {
              title: 'Subject',
              phone: 'title',
              render: ({ id, subject }) => (
                <button type="button" className="bb-row-open wrap-anywhere" onClick={() => open(id)}>
                  {subject}
                </button>
              ),
            },
            {
              title: 'To',
              quiet: true,
              phone: 'detail',
              render: (row) => <span className="wrap-anywhere">{toText(row, byId.get(row.event_id))}</span>,
            },
            {
              title: 'Emails',
              align: 'right',
              phone: 'aside',
              render: (row) => <span className="whitespace-nowrap tabular-nums">{sentText(row)}</span>,
            },
            {
              title: 'Sent',
              quiet: true,
              phone: 'hidden',
              render: ({ created_at }) => (
                <span className="whitespace-nowrap">{formatDateTime(created_at)}</span>
              ),
            },
            {
              title: 'Mode',
              phone: 'badge',
              render: ({ mode }) => (mode === 'test' ? <Badge tone="warn">Test</Badge> : null),
            },
          ]}
        />
      </ListFrame>
      {message ? (
        <MessagePanel
          message={message}
          event={byId.get(message.event_id)}
          onClose={close}
          steps={rowSteps(
            rows.map(({ id }) => id),
            message.id,
            open,
          )}
        />
      ) : null}
      {isWriting && events && events.length > 0 ? (
        <Suspense>
          <WriteDialog tenant={tenant} events={events} first={eventId} onClose={() => set('write', '')} />
        </Suspense>
      ) : null}
    </>
  )
}

function MessagePanel(props: {
  message: MessageRow
  event: EventRow | undefined
  onClose: () => void
  steps: ReturnType<typeof rowSteps>
}) {
  const { message, event, onClose, steps } = props
  return (
    <SidePanel {...steps} onClose={onClose} title={message.subject} description={toText(message, event)}>
      <div className="flex flex-col gap-4">
        <p className="text-text-2">
          {formatDateTime(message.created_at)}, {sentText(message)}
        </p>
        <p className="whitespace-pre-line wrap-anywhere">{message.body}</p>
      </div>
    </SidePanel>
  )
}
