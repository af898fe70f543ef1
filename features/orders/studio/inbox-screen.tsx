import { Inbox as InboxIcon } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import { formatDateTime } from '#kernel/browser/dates.ts'
import { formatAgo } from '#kernel/browser/relative-time.ts'
import { useOpenRow } from '#studio/routing/use-open-row.ts'
import { RequireTenant } from '#studio/tenant/require-tenant.tsx'
import type { TenantRow } from '#studio/tenant/tenants.ts'
import { buttonStyle } from '#ui/base/button.tsx'
import { Segments } from '#ui/base/segments.tsx'
import { Button } from '#ui/button.tsx'
import { DrawnTick } from '#ui/base/drawn-tick.tsx'
import { EmptyState } from '#ui/lists/empty-state.tsx'
import { FailedRow } from '#ui/lists/failed-row.tsx'
import { lazy } from '#ui/lazy.tsx'
import { LinkTabs } from '#ui/tabs/link-tabs.tsx'
import { Notice } from '#ui/notice.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { Pagination } from '#ui/lists/pagination.tsx'
import { rowSteps } from '#ui/lists/row-steps.ts'
import { RowsSkeleton } from '#ui/lists/skeletons.tsx'
import { Table } from '#ui/lists/table.tsx'
import type { InboxEvent } from '../endpoints-inbox.ts'
import { EventStatus } from './inbox-state.tsx'
import { useInbox, useReplayEvent } from './use-inbox.ts'

const InboxPanel = lazy(() => import('./inbox-panel.tsx'), 'over')

const VIEWS = [
  { to: '/studio/connect/webhooks', label: 'Your endpoints' },
  { to: '/studio/connect/webhooks/received', label: 'From Stripe' },
]
const MODES = [
  { value: 'test', label: 'Test' },
  { value: 'live', label: 'Live' },
] as const
const FILTERS = [
  { value: 'all', label: 'All events' },
  { value: 'failed', label: 'Failed' },
] as const

/** `/studio/connect/webhooks/received`: the card provider's events about the tenant's account. */
export default function InboxScreen() {
  return (
    <>
      <PageHead
        title="Webhooks"
        text="Events that Stripe sent about your account, and how we processed them."
      />
      <LinkTabs label="Webhooks" links={VIEWS} />
      <RequireTenant>{(tenant) => <Inbox key={tenant.id} tenant={tenant} />}</RequireTenant>
    </>
  )
}

function Inbox({ tenant }: { tenant: TenantRow }) {
  const [mode, setMode] = useState(tenant.stripe_mode)
  const [filter, setFilter] = useState<'all' | 'failed'>('all')
  const [pages, setPages] = useState<string[]>([])
  const before = pages.at(-1)
  const { openId } = useOpenRow('event')
  const inbox = useInbox({
    tenant_id: tenant.id,
    mode,
    // An event that is processed again is not failed any more, but its panel stays open.
    ...(filter === 'failed' && { state: 'failed', ...(openId && { include: openId }) }),
    ...(before && { before }),
  })
  const { data } = inbox
  function resetPage<V>(set: (value: V) => void) {
    return (value: V) => {
      set(value)
      setPages([])
    }
  }
  return (
    <section aria-label="Events from Stripe">
      <div className="mb-4 flex flex-wrap gap-3">
        <Segments label="Mode" value={mode} options={MODES} onChange={resetPage(setMode)} />
        <Segments label="Which events" value={filter} options={FILTERS} onChange={resetPage(setFilter)} />
      </div>
      {data?.failed ? (
        <div className="mb-4">
          <Notice tone="warn" title={data.failed === 1 ? '1 event failed' : `${data.failed} events failed`}>
            We retry failed events automatically. You can also fix the problem and retry an event here.
          </Notice>
        </div>
      ) : null}
      {data ? (
        <>
          <Events tenantId={tenant.id} events={data.events} filter={filter} />
          <Pagination
            newer={pages.length > 0}
            older={data.more}
            onNewer={() => setPages(pages.slice(0, -1))}
            onOlder={() => setPages([...pages, data.events.at(-1)!.id])}
          />
        </>
      ) : inbox.isError ? (
        <FailedRow
          message="The events could not be loaded."
          busy={inbox.isFetching}
          onRetry={() => void inbox.refetch()}
        />
      ) : (
        <RowsSkeleton rows={4} />
      )}
    </section>
  )
}

function Events(props: { tenantId: string; events: InboxEvent[]; filter: 'all' | 'failed' }) {
  const { tenantId, events, filter } = props
  const replay = useReplayEvent(tenantId)
  const { openId, open, close } = useOpenRow('event')
  const opened = events.find(({ id }) => id === openId)
  if (!events.length)
    return (
      <EmptyState
        level={2}
        icon={
          filter === 'failed' ? (
            <DrawnTick size={32} />
          ) : (
            <InboxIcon size={22} strokeWidth={1.75} aria-hidden />
          )
        }
        title={filter === 'failed' ? 'No failed events' : 'No events yet'}
        text={
          filter === 'failed'
            ? 'Every event from Stripe has been processed.'
            : 'Payments, refunds and changes to your account appear here when Stripe reports them.'
        }
        actions={
          filter === 'failed' ? undefined : (
            <Link {...buttonStyle({ variant: 'primary' })} to="/studio/connect/stripe">
              Go to Connect Center
            </Link>
          )
        }
      />
    )
  return (
    <>
      <Table
        label="Events from Stripe"
        rows={events}
        rowKey={({ id }) => id}
        columns={[
          {
            title: 'Event',
            phone: 'title',
            render: ({ id, type }) => (
              <button type="button" className="bb-row-open font-mono text-mono" onClick={() => open(id)}>
                {type}
              </button>
            ),
          },
          {
            title: 'Object',
            quiet: true,
            phone: 'detail',
            render: ({ object_id }) => (
              <span className="font-mono text-mono wrap-anywhere max-sm:whitespace-nowrap">{object_id}</span>
            ),
          },
          { title: 'State', phone: 'badge', render: (event) => <EventState event={event} /> },
          {
            title: 'When',
            quiet: true,
            phone: 'aside',
            render: ({ received_at }) => (
              <time dateTime={received_at} title={formatDateTime(received_at)} className="whitespace-nowrap">
                {formatAgo(received_at)}
              </time>
            ),
          },
          {
            title: 'Actions',
            align: 'right',
            phone: 'hidden',
            render: ({ id, type, state }) =>
              state === 'failed' ? (
                <Button
                  size="small"
                  busy={replay.isPending && replay.variables === id}
                  busyLabel="Trying..."
                  aria-label={`Try again: ${type}`}
                  onClick={() => replay.mutate(id)}
                >
                  Try again
                </Button>
              ) : null,
          },
        ]}
      />
      {opened ? (
        <Suspense>
          <InboxPanel
            tenantId={tenantId}
            event={opened}
            onClose={close}
            steps={rowSteps(
              events.map(({ id }) => id),
              opened.id,
              open,
            )}
          />
        </Suspense>
      ) : null}
    </>
  )
}

function EventState({ event: { state, error } }: { event: InboxEvent }) {
  return (
    <span className="block">
      <EventStatus state={state} />
      {error ? <span className="mt-0.5 block text-small wrap-anywhere text-text-2">{error}</span> : null}
    </span>
  )
}
