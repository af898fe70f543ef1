import { ArrowLeft, Send } from 'lucide-react'
import { Suspense, useState } from 'react'
import { formatDateTime } from '#kernel/browser/dates.ts'
import { formatAgo } from '#kernel/browser/relative-time.ts'
import { useOpenRow } from '#studio/routing/use-open-row.ts'
import { Status } from '#ui/base/badge.tsx'
import { Segments } from '#ui/base/segments.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/lists/empty-state.tsx'
import { FailedRow } from '#ui/lists/failed-row.tsx'
import { ModeBadge } from '#ui/mode-badge.tsx'
import { Pagination } from '#ui/lists/pagination.tsx'
import { rowSteps } from '#ui/lists/row-steps.ts'
import { RowsSkeleton } from '#ui/lists/skeletons.tsx'
import { Table } from '#ui/lists/table.tsx'
import { lazy } from '#ui/lazy.tsx'
import type { Delivery, WebhookEndpoint } from '../endpoints.ts'
import { useDeliveries, useWebhooks } from './use-webhooks.ts'
import { responseText, deliveryState, endpointState } from './webhook-state.ts'

const DeliveryPanel = lazy(() => import('./delivery-panel.tsx'), 'over')

export interface EndpointLogProps {
  tenantId: string
  id: string
  onClose: () => void
}

type Filter = 'all' | Delivery['state']

const FILTERS = [
  { value: 'all', label: 'All' },
  { value: 'failed', label: 'Failed' },
  { value: 'pending', label: 'Waiting' },
] as const

/** Deliveries to an endpoint in the last 30 days. */
export function EndpointLog({ tenantId, id, onClose }: EndpointLogProps) {
  const [filter, setFilter] = useState<Filter>('all')
  const [pages, setPages] = useState<string[]>([])
  const { openId, open, close } = useOpenRow('delivery')
  const key = { tenant_id: tenantId, id }
  const before = pages.at(-1)
  const log = useDeliveries(key, filter === 'all' ? undefined : filter, before)
  const endpoint = useEndpoint(tenantId, id)

  return (
    <section aria-label="Log">
      <Button
        size="small"
        variant="ghost"
        className="-ml-3"
        icon={<ArrowLeft size={16} strokeWidth={1.75} aria-hidden />}
        onClick={onClose}
      >
        All endpoints
      </Button>
      {endpoint ? <EndpointHead endpoint={endpoint} /> : null}
      <div className="mt-5 mb-3">
        <Segments
          label="Filter deliveries"
          value={filter as (typeof FILTERS)[number]['value']}
          options={FILTERS}
          onChange={(next) => {
            setFilter(next)
            setPages([])
          }}
        />
      </div>
      {log.data ? (
        <>
          <Deliveries deliveries={log.data.deliveries} filter={filter} onOpen={open} />
          <Pagination
            newer={pages.length > 0}
            older={log.data.more}
            onNewer={() => setPages(pages.slice(0, -1))}
            onOlder={() => setPages([...pages, log.data.deliveries.at(-1)!.message_id])}
          />
        </>
      ) : log.isError ? (
        <FailedRow
          message="The log could not be loaded."
          busy={log.isFetching}
          onRetry={() => void log.refetch()}
        />
      ) : (
        <RowsSkeleton rows={4} />
      )}
      {openId ? (
        <Suspense>
          <DeliveryPanel
            endpointKey={key}
            messageId={openId}
            onClose={close}
            steps={rowSteps(log.data?.deliveries.map(({ message_id }) => message_id) ?? [], openId, open)}
          />
        </Suspense>
      ) : null}
    </section>
  )
}

function useEndpoint(tenantId: string, id: string): WebhookEndpoint | undefined {
  const [test, live] = [useWebhooks(tenantId, 'test'), useWebhooks(tenantId, 'live')]
  return [...(test.data ?? []), ...(live.data ?? [])].find((one) => one.id === id)
}

function EndpointHead({ endpoint }: { endpoint: WebhookEndpoint }) {
  const state = endpointState(endpoint)
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
      <h2 className="font-mono text-mono wrap-anywhere">{endpoint.url}</h2>
      <ModeBadge mode={endpoint.mode} />
      <Status tone={state.tone}>{state.label}</Status>
    </div>
  )
}

function Deliveries(props: { deliveries: Delivery[]; filter: Filter; onOpen: (messageId: string) => void }) {
  const { deliveries, filter, onOpen } = props
  if (!deliveries.length)
    return (
      <EmptyState
        icon={<Send size={22} strokeWidth={1.75} aria-hidden />}
        title={filter === 'all' ? 'No deliveries yet' : 'No matching deliveries'}
        text={
          filter === 'all'
            ? 'Events of the last 30 days appear here with your server’s responses. Send a test to see one.'
            : 'No delivery in the last 30 days has this state.'
        }
      />
    )
  return (
    <Table
      label="Deliveries"
      rows={deliveries}
      rowKey={({ message_id }) => message_id}
      columns={[
        {
          title: 'Event',
          phone: 'title',
          render: ({ type, message_id }) => (
            <button
              type="button"
              className="bb-row-open font-mono text-mono"
              onClick={() => onOpen(message_id)}
            >
              {type}
            </button>
          ),
        },
        { title: 'State', phone: 'badge', render: (row) => <DeliveryStatus delivery={row} /> },
        {
          title: 'Last response',
          quiet: true,
          phone: 'detail',
          render: (row) => responseText(row) || 'None yet',
        },
        { title: 'Attempts', align: 'right', phone: 'hidden', render: ({ tries }) => tries },
        {
          title: 'When',
          quiet: true,
          align: 'right',
          phone: 'aside',
          render: ({ created_at }) => (
            <time dateTime={created_at} title={formatDateTime(created_at)} className="whitespace-nowrap">
              {formatAgo(created_at)}
            </time>
          ),
        },
      ]}
    />
  )
}

function DeliveryStatus({ delivery }: { delivery: Delivery }) {
  const { tone, label } = deliveryState(delivery)
  return <Status tone={tone}>{label}</Status>
}
